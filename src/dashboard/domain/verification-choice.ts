import { readPlace } from '../../common/keyset.js';
import { VERIFICATION_STATES } from '../../identity-verifications/domain/verification.state.js';
import { type VerificationSearch } from '../../identity-verifications/verification-browsing.queries.js';
import { boundsOf } from './calendar-days.js';
import { FilterFields } from './filter-fields.js';
import { type Seeker } from './seeker.js';
import { readSought } from './sought.js';

/** The parameters of the list's address. */
export const VERIFICATION_FIELDS = ['q', 'state', 'dateFrom', 'dateTo', 'before'] as const;

/** The verifications that a page or an export shows and where they continue, as chosen in its address. */
export function readVerificationChoice(query: Record<string, unknown>) {
  const fields = new FilterFields<(typeof VERIFICATION_FIELDS)[number]>(query);
  const [dateFrom, dateTo] = fields.days('dateFrom', 'dateTo');
  const before = fields.place('before', readPlace);
  const read = fields.read({
    q: fields.sought('q'),
    state: fields.option('state', VERIFICATION_STATES),
    dateFrom,
    dateTo,
  });
  return { ...read, before };
}

/** The choice as query conditions. */
export function verificationSearch(
  { organizationId, timeZone }: Seeker,
  { q, state, dateFrom, dateTo }: ReturnType<typeof readVerificationChoice>['filter'],
): VerificationSearch {
  const sought = q === undefined ? null : readSought(q);
  return { organizationId, ...sought, state, ...boundsOf(dateFrom, dateTo, timeZone) };
}
