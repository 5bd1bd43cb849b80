import { Injectable } from '@nestjs/common';
import { type Count } from '../../common/count.js';
import { type RequestState } from '../domain/request-state.js';
import { type RequestSearch } from './domain/request-search.js';
import { type RequestRow } from './request-row.queries.js';
import { type SignatureFilter, SignatureListQueries, type SignaturePage } from './signature-list.queries.js';
import { type FoundPage, type ListRange, SignatureSearchQueries } from './signature-search.queries.js';

export { type RequestRow, type RequestSearch };

/** Lists an organization's requests: by filters for programs, and by words and days for members. */
@Injectable()
export class RequestLists {
  constructor(
    private readonly lists: SignatureListQueries,
    private readonly searches: SignatureSearchQueries,
  ) {}

  /** A page at a row offset, with the total count. */
  list(filter: SignatureFilter): Promise<SignaturePage> {
    return this.lists.page(filter);
  }

  /** The number of requests in each state and in all, counted up to `most`. */
  countStates(
    organizationId: number,
    states: readonly RequestState[],
    most: number,
  ): Promise<Record<RequestState | 'all', Count>> {
    return this.searches.countStates(organizationId, states, most);
  }

  /** A page before or after a place, with the number of matches, counted up to `most` or as far as is quick. */
  search(search: RequestSearch, range: ListRange, most: number): Promise<FoundPage> {
    return this.searches.page(search, range, most);
  }
}
