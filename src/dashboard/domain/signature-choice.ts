import { MAX_NAME, MAX_SUBJECT } from '../../common/validation/limits.js';
import { MAX_RECIPIENTS, recipientKeys } from '../../signatures/domain/recipients.js';
import { SIGNATURE_STATUSES, SIGNATURE_TYPES } from '../../signatures/domain/signature.state.js';
import {
  type ListOrder,
  NEWEST_FIRST,
  SORT_FIELDS,
  SORT_ORDERS,
} from '../../signatures/domain/list-order.js';
import { type SignatureSearch } from '../../signatures/signature-list.queries.js';
import { FilterFields } from './filter-fields.js';

type Field = 'status' | 'type' | 'subject' | 'fileName' | 'recipient' | 'dateFrom' | 'dateTo';

/** Which requests a page or an export shows, as its address says it. */
export function readSignatureChoice(query: Record<string, unknown>) {
  const fields = new FilterFields<Field>(query);
  const [dateFrom, dateTo] = fields.days('dateFrom', 'dateTo');
  return fields.read({
    status: fields.choice('status', SIGNATURE_STATUSES),
    type: fields.choice('type', SIGNATURE_TYPES),
    subject: fields.text('subject', MAX_SUBJECT),
    fileName: fields.text('fileName', MAX_NAME),
    recipient: fields.text('recipient', MAX_RECIPIENTS),
    dateFrom,
    dateTo,
  });
}

/** In which order, as the address says it; the newest first if it does not. */
export function readListOrder({ sortBy, sortOrder }: Record<string, unknown>): ListOrder {
  return {
    sortBy: SORT_FIELDS.find((field) => field === sortBy) ?? NEWEST_FIRST.sortBy,
    sortOrder: SORT_ORDERS.find((order) => order === sortOrder) ?? NEWEST_FIRST.sortOrder,
  };
}

/** The order for an address, which leaves out what is usual. */
export const orderInAddress = ({ sortBy, sortOrder }: ListOrder) => ({
  sortBy: sortBy === NEWEST_FIRST.sortBy ? undefined : sortBy,
  sortOrder: sortOrder === NEWEST_FIRST.sortOrder ? undefined : sortOrder,
});

/** The choice as the conditions of a query. */
export function signatureSearch(
  organizationId: number,
  { recipient, ...others }: ReturnType<typeof readSignatureChoice>['filter'],
): SignatureSearch {
  return { ...others, organizationId, recipients: recipientKeys(recipient) };
}
