import { isKeptCancelled, isLive } from '../../live-request.queries.js';
import { type RequestSearch } from '../domain/request-search.js';

/** A search among the live requests or among the cancelled ones, which have indexes of their own. */
export type OneOf = RequestSearch & { isCancelled: boolean };

/** What members of the organization in `$1` see of either. */
export const isOneOf = ({ isCancelled }: Pick<OneOf, 'isCancelled'>) =>
  `s.organization_id = $1 and ${isCancelled ? isKeptCancelled('s') : isLive('s')}`;

/** The parts of a search: both without a state. */
export function eachOf(search: RequestSearch): OneOf[] {
  const parts = search.isCancelled === undefined ? [false, true] : [search.isCancelled];
  return parts.map((isCancelled) => ({ ...search, isCancelled }));
}
