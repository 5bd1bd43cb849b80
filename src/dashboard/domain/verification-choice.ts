import { VERIFICATION_STATES } from '../../identity-verifications/domain/verification.state.js';
import { type VerificationSearch } from '../../identity-verifications/verification-browsing.queries.js';
import { endOf, startOf } from './calendar-days.js';
import { FilterFields } from './filter-fields.js';

/** Which verifications a page or an export shows, as its address says it. */
export function readVerificationChoice(query: Record<string, unknown>) {
  const fields = new FilterFields<'state' | 'dateFrom' | 'dateTo'>(query);
  const [dateFrom, dateTo] = fields.days('dateFrom', 'dateTo');
  return fields.read({ state: fields.choice('state', VERIFICATION_STATES), dateFrom, dateTo });
}

/** The choice as the conditions of a query. */
export function verificationSearch(
  organizationId: number,
  { state, dateFrom, dateTo }: ReturnType<typeof readVerificationChoice>['filter'],
): VerificationSearch {
  return { organizationId, state, from: startOf(dateFrom), until: endOf(dateTo) };
}
