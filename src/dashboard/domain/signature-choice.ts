import { MAX_NAME, MAX_SUBJECT } from '../../common/validation/limits.js';
import { MAX_RECIPIENTS, recipientKeys } from '../../signatures/domain/recipients.js';
import { conditionsOfState, REQUEST_STATES } from '../../signatures/domain/request-state.js';
import { SIGNATURE_TYPES } from '../../signatures/domain/signature.state.js';
import {
  type ListOrder,
  NEWEST_FIRST,
  readListPlace,
  SORT_FIELDS,
  SORT_ORDERS,
} from '../../signatures/lists/domain/list-order.js';
import { type RequestSearch } from '../../signatures/lists/request-lists.js';
import { boundsOf } from './calendar-days.js';
import { FilterFields } from './filter-fields.js';
import { type Seeker } from './seeker.js';
import { readSought } from './sought.js';

/** The parameters of the list's address. */
export const SIGNATURE_FIELDS = [
  'q',
  'status',
  'type',
  'subject',
  'fileName',
  'recipient',
  'dateFrom',
  'dateTo',
  'sortBy',
  'sortOrder',
  'before',
] as const;
type Field = (typeof SIGNATURE_FIELDS)[number];

/** The requests that a page or an export shows, their order and where they continue, as chosen in its address. */
export function readSignatureChoice(query: Record<string, unknown>) {
  const fields = new FilterFields<Field>(query);
  const [dateFrom, dateTo] = fields.days('dateFrom', 'dateTo');
  const order: ListOrder = {
    sortBy: fields.option('sortBy', SORT_FIELDS) ?? NEWEST_FIRST.sortBy,
    sortOrder: fields.option('sortOrder', SORT_ORDERS) ?? NEWEST_FIRST.sortOrder,
  };
  const before = fields.place('before', (text) => readListPlace(text, order));
  const read = fields.read({
    q: fields.sought('q'),
    status: fields.option('status', REQUEST_STATES),
    type: fields.option('type', SIGNATURE_TYPES),
    subject: fields.text('subject', MAX_SUBJECT),
    fileName: fields.text('fileName', MAX_NAME),
    recipient: fields.text('recipient', MAX_RECIPIENTS),
    dateFrom,
    dateTo,
  });
  return { ...read, order, before };
}

/** The order for an address, leaving out the defaults. */
export const orderInAddress = ({ sortBy, sortOrder }: ListOrder) => ({
  sortBy: sortBy === NEWEST_FIRST.sortBy ? undefined : sortBy,
  sortOrder: sortOrder === NEWEST_FIRST.sortOrder ? undefined : sortOrder,
});

/** The choice as query conditions. */
export function signatureSearch(
  { organizationId, timeZone }: Seeker,
  { q, recipient, status, dateFrom, dateTo, ...others }: ReturnType<typeof readSignatureChoice>['filter'],
): RequestSearch {
  const { from: sentFrom, until: sentUntil } = boundsOf(dateFrom, dateTo, timeZone);
  return {
    ...others,
    sentFrom,
    sentUntil,
    ...(q === undefined ? null : readSought(q)),
    ...conditionsOfState(status),
    organizationId,
    recipients: recipientKeys(recipient),
  };
}
