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
import { dayOf } from './calendar-days.js';
import { searchText } from './search-text.js';

/** Which requests a page or an export shows, as its address says it. Values that are no filters are left out. */
export function readSignatureChoice(query: Record<string, unknown>) {
  return {
    status: SIGNATURE_STATUSES.find((status) => status === query.status),
    type: SIGNATURE_TYPES.find((type) => type === query.type),
    subject: searchText(query.subject, MAX_SUBJECT),
    fileName: searchText(query.fileName, MAX_NAME),
    recipient: searchText(query.recipient, MAX_RECIPIENTS),
    dateFrom: dayOf(query.dateFrom),
    dateTo: dayOf(query.dateTo),
  };
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
  { recipient, ...others }: ReturnType<typeof readSignatureChoice>,
): SignatureSearch {
  return { ...others, organizationId, recipients: recipientKeys(recipient) };
}
