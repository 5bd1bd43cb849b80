import { VERIFICATION_STATES } from '../../identity-verifications/domain/verification.state.js';
import { type VerificationSearch } from '../../identity-verifications/verification-browsing.queries.js';
import { dayOf, endOf, startOf } from './calendar-days.js';

/** Which verifications a page or an export shows, as its address says it. Values that are no filters are left out. */
export function readVerificationChoice(query: Record<string, unknown>) {
  return {
    state: VERIFICATION_STATES.find((state) => state === query.state),
    dateFrom: dayOf(query.dateFrom),
    dateTo: dayOf(query.dateTo),
  };
}

/** The choice as the conditions of a query. */
export function verificationSearch(
  organizationId: number,
  { state, dateFrom, dateTo }: ReturnType<typeof readVerificationChoice>,
): VerificationSearch {
  return { organizationId, state, from: startOf(dateFrom), until: endOf(dateTo) };
}
