import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Count, toCount } from '../../common/count.js';
import { type RequestState } from '../domain/request-state.js';
import { type ListOrder, type ListPlace, NEWEST_FIRST } from './domain/list-order.js';
import { type RequestSearch } from './domain/request-search.js';
import { type Condition, orderText, partsAfter } from './internal/list-order.queries.js';
import { inOrder, sumOf } from './internal/merged-lists.js';
import {
  alongText,
  candidatesText,
  type CountedSource,
  foundText,
  isNeverSent,
  rowText,
  type Source,
  textsText,
  uses,
} from './internal/search-statements.queries.js';
import { idsByWeek, isReadByWeek } from './internal/sent-weeks.queries.js';
import { eachOf, type OneOf } from './internal/shown-requests.queries.js';
import { countText } from './internal/state-counts.queries.js';
import { REQUEST_ROW, type RequestRow } from './request-row.queries.js';
import { pageText } from './signature-list.queries.js';

/** Limits of each way of searching ([ADR 17](../../docs/adr/0017-searching-requests.md)), in requests. */
export interface SearchLimits {
  /** At most this many requests of a source are read and sorted. */
  recipients: number;
  days: number;
  statuses: number;
  /** Reading texts of requests alone. */
  texts: Sampling;
  /** Reading the signers of each request as well, which takes ten times as long. */
  signers: Sampling;
  /** At most this many of the newest are counted entirely within an index. */
  countedInIndex: number;
}

interface Sampling {
  /** A text in `frequent` of the newest `sample` requests is common enough for walking to find it quickly. */
  sample: number;
  frequent: number;
  /** At most this many of the newest are read for counting. */
  counted: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  recipients: 5_000,
  days: 10_000,
  statuses: 1_000,
  texts: { sample: 2_000, frequent: 10, counted: 5_000 },
  signers: { sample: 1_000, frequent: 20, counted: 1_000 },
  countedInIndex: 50_000,
};

/** `broken`: building it was interrupted, so PostgreSQL does not use it. */
export type TextIndexState = 'usable' | 'broken' | 'missing';

/** Whether the server has the index for parts of texts. Without it, searches are slower but find the same. */
export async function textIndexState(manager: EntityManager): Promise<TextIndexState> {
  const [index] = await manager.query<{ isValid: boolean }[]>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('signatures_by_organization_text')`,
  );
  if (!index) return 'missing';
  return index.isValid ? 'usable' : 'broken';
}

const COUNTED: readonly CountedSource[] = ['recipients', 'address', 'days', 'statuses'];

/** The part of a list to read. */
export interface ListRange {
  order: ListOrder;
  before?: ListPlace;
  limit: number;
}

export interface FoundPage {
  rows: RequestRow[];
  /** The total number of matches. */
  matches: Count;
}

/** Finds an organization's requests for its members. Statements are unnamed, because the best plan depends on the search. */
@Injectable()
export class SignatureSearchQueries {
  protected readonly limits = SEARCH_LIMITS;

  constructor(private readonly dataSource: DataSource) {}

  /** One page, with the number of matches, counted up to `most` or as far as is quick. */
  async page(search: RequestSearch, range: ListRange, most: number): Promise<FoundPage> {
    const pages = await Promise.all(eachOf(search).map((one) => this.pageOf(one, range, most)));
    const [lists, counts] = [pages.map(({ rows }) => rows), pages.map(({ matches }) => matches)];
    return { rows: inOrder(lists, range), matches: sumOf(counts, most) };
  }

  /** The number of requests in each state and in all, counted up to `most`. */
  async countStates(
    organizationId: number,
    states: readonly RequestState[],
    most: number,
  ): Promise<Record<RequestState | 'all', Count>> {
    const values: unknown[] = [organizationId, most + 1];
    const rows = await this.dataSource.query<{ state: RequestState | 'all'; found: number }[]>(
      countText(states, values),
      values,
    );
    const counts = rows.map(({ state, found }) => [state, toCount(found, most)] as const);
    return Object.fromEntries(counts) as Record<RequestState | 'all', Count>;
  }

  /** Equally fast from any place. */
  async browse(search: RequestSearch, range: ListRange): Promise<RequestRow[]> {
    return inOrder(await Promise.all(eachOf(search).map((one) => this.browseOf(one, range))), range);
  }

  private async pageOf(search: OneOf, range: ListRange, most: number): Promise<FoundPage> {
    if (isNeverSent(search)) return { rows: [], matches: toCount(0, most) };
    const source = await this.sourceOf(search, range);
    if (!source) {
      const [rows, matches] = await Promise.all([this.walk(search, range), this.countNewest(search, most)]);
      return { rows, matches };
    }
    const rows = await this.find(search, source, range);
    // Without a row, the number before the place is unknown.
    const matches = rows[0]?.matches ?? (range.before ? await this.countFound(search, source) : 0);
    return { rows, matches: toCount(matches, most) };
  }

  private async browseOf(search: OneOf, range: ListRange): Promise<RequestRow[]> {
    if (isNeverSent(search)) return [];
    const source = await this.sourceOf(search, range);
    return source ? this.find(search, source, range) : this.walk(search, range);
  }

  private find(
    search: OneOf,
    source: Source,
    range: ListRange,
  ): Promise<(RequestRow & { matches: number })[]> {
    const { order } = range;
    return partByPart(range, (part, limit) => {
      const values: unknown[] = [search.organizationId];
      const found = foundText(search, source, values);
      const ids = `select s.id from found s where true${part(values)}
        order by ${orderText(order)} limit $${values.push(limit)}`;
      return this.dataSource.query(pageText(ids, orderText(order), { found, more: REQUEST_ROW }), values);
    });
  }

  private walk(search: OneOf, range: ListRange): Promise<RequestRow[]> {
    const { order } = range;
    return partByPart(range, (part, limit) => {
      const values: unknown[] = [search.organizationId];
      const rows = (added: unknown[]) => rowText(search, added);
      const ids = isReadByWeek(search, order)
        ? idsByWeek(search, order, { part, limit, rows }, values)
        : `select s.id from (${alongText(search, { order, part }, values)}) s where true${rows(values)}
          order by ${orderText(order)} limit $${values.push(limit)}`;
      return this.dataSource.query(pageText(ids, orderText(order), { more: REQUEST_ROW }), values);
    });
  }

  private async countFound(search: OneOf, source: Source): Promise<number> {
    const values: unknown[] = [search.organizationId];
    const found = foundText(search, source, values);
    const [row] = await this.dataSource.query<[{ matches: number }]>(
      `select count(*)::integer as matches from (${found}) found`,
      values,
    );
    return row.matches;
  }

  private async countNewest(search: OneOf, most: number): Promise<Count> {
    const readsRows = (['texts', 'recipients', 'address'] as const).some((source) => uses(search, source));
    const limit = readsRows ? this.samplingOf(search).counted : this.limits.countedInIndex;
    const values: unknown[] = [search.organizationId];
    const newest = alongText(search, { order: NEWEST_FIRST, part: () => '' }, values, limit);
    const matching = `select from (${newest}) s where true${rowText(search, values)}`;
    const count = await this.countRows(matching, values, most + 1);
    const all = { order: NEWEST_FIRST, limit };
    if (count > most || !(await this.hasMore(search, all, limit))) return toCount(count, most);
    // There may be none among those not read.
    return { count: Math.max(count - 1, 0), isMore: true };
  }

  /** The source to start from; null to walk along the order until enough is found. */
  private async sourceOf(search: OneOf, range: ListRange): Promise<Source | null> {
    if (uses(search, 'id')) return 'id';
    const sizes = await Promise.all(
      COUNTED.filter((source) => uses(search, source)).map(async (source) => {
        const values: unknown[] = [search.organizationId];
        const text = candidatesText(search, source, values);
        return { source, size: await this.countRows(text, values, this.limitOf(source) + 1) };
      }),
    );
    const few = sizes.filter(({ source, size }) => size <= this.limitOf(source));
    const [fewest] = few.toSorted((a, b) => a.size - b.size);
    if (fewest) return fewest.source;
    if (!uses(search, 'texts') || !(await this.hasMore(search, range, this.samplingOf(search).sample)))
      return null;
    return (await this.isRare(search, range)) ? 'texts' : null;
  }

  private samplingOf(search: OneOf): Sampling {
    return search.text === undefined && search.address === undefined
      ? this.limits.texts
      : this.limits.signers;
  }

  private limitOf(source: CountedSource): number {
    return this.limits[source === 'address' ? 'recipients' : source];
  }

  /** Whether the texts of a search are rare among the requests after a place. */
  private async isRare(search: OneOf, range: ListRange): Promise<boolean> {
    const { sample, frequent } = this.samplingOf(search);
    const found = await this.countParts(search, range, frequent, (part, values) => {
      const along = alongText(search, { order: range.order, part }, values, sample);
      return `select from (${along}) s where true${textsText(search, values)}`;
    });
    return found < frequent;
  }

  /** Whether more than this number of requests of any kind follow a place. */
  private async hasMore(search: OneOf, range: ListRange, most: number): Promise<boolean> {
    const found = await this.countParts(search, range, most + 1, (part, values) =>
      alongText(search, { order: range.order, part }, values, most + 1),
    );
    return found > most;
  }

  /** Counts a statement's rows over all parts after a place, up to `most` in total. */
  private async countParts(
    { organizationId }: OneOf,
    { order, before }: ListRange,
    most: number,
    textOf: (part: Condition, values: unknown[]) => string,
  ): Promise<number> {
    let found = 0;
    for (const part of partsAfter(order, before)) {
      if (found >= most) break;
      const values: unknown[] = [organizationId];
      found += await this.countRows(textOf(part, values), values, most - found);
    }
    return found;
  }

  private async countRows(text: string, values: unknown[], most: number): Promise<number> {
    const [row] = await this.dataSource.query<[{ found: number }]>(
      `select count(*)::integer as found from (select from (${text}) all_rows limit $${values.length + 1}) counted_rows`,
      [...values, most],
    );
    return row.found;
  }
}

/** The rows of a range, read part by part after its place. */
async function partByPart<Row>(
  { order, before, limit }: ListRange,
  read: (part: Condition, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of partsAfter(order, before))
    if (rows.length < limit) rows.push(...(await read(part, limit - rows.length)));
  return rows;
}
