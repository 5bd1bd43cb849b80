import { conditionsOfState, type RequestState } from '../../domain/request-state.js';
import { isOneOf } from './shown-requests.queries.js';

/** Counts an organization's requests in each state and in all, up to `$2`. */
export function countText(states: readonly RequestState[], values: unknown[]): string {
  const all = `select 'all' as state,
    least(${countOf({ isCancelled: false })} + ${countOf({ isCancelled: true })}, $2) as found`;
  const each = states.map((state) => {
    const { isCancelled = false, statuses } = conditionsOfState(state);
    const ofStatus = statuses ? ` and s.status = any($${values.push(statuses)})` : '';
    return `select '${state}', ${countOf({ isCancelled }, ofStatus)}`;
  });
  return [all, ...each].join(' union all ');
}

const countOf = (one: { isCancelled: boolean }, ofStatus = '') =>
  `(select count(*)::integer from (
    select from signatures s where ${isOneOf(one)}${ofStatus} limit $2) counted)`;
