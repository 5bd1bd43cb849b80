import { ACTIVITY_FIELDS } from './activity-choice.js';
import { queryOf } from './address-query.js';
import { DELIVERY_FIELDS } from './delivery-filter.js';
import { SIGNATURE_FIELDS } from './signature-choice.js';
import { TEMPLATE_FIELDS } from './template-choice.js';
import { VERIFICATION_FIELDS } from './verification-choice.js';

/** A list whose rows lead to pages that lead back to it. */
interface List {
  address: string;
  /** The parameters of its address: filter, order and place. */
  fields: readonly string[];
}

export const SIGNATURE_LIST: List = { address: '/dashboard/signatures', fields: SIGNATURE_FIELDS };
export const TEMPLATE_LIST: List = { address: '/dashboard/templates', fields: TEMPLATE_FIELDS };
export const VERIFICATION_LIST: List = { address: '/dashboard/verifications', fields: VERIFICATION_FIELDS };
export const ACTIVITY_LIST: List = { address: '/dashboard/activity', fields: ACTIVITY_FIELDS };
export const DELIVERY_LIST: List = { address: '/dashboard/deliveries', fields: DELIVERY_FIELDS };

/**
 * The list that led to a page, as it was: the page's address has the list's parameters in addition to its own.
 * @param url - path and query of the page, or of one of its forms
 * @returns the list's address, and its parameters as a query: either empty or including the question mark
 */
export function listBehind(url: string, list: List): { back: string; listQuery: string } {
  const listQuery = queryOf(parametersIn(url, list));
  return { back: list.address + listQuery, listQuery };
}

/** The address of a page that leads back to the same list. @param own - the page's own parameters */
export const pageBefore = (url: string, list: List, page: string | number, own: object = {}) =>
  `${list.address}/${page}${queryOf({ ...parametersIn(url, list), ...own })}`;

function parametersIn(url: string, { fields }: List): Record<string, string> {
  const query = new URLSearchParams(url.split('?')[1]);
  const entered = fields.map((field) => [field, query.get(field)?.trim() ?? ''] as const);
  return Object.fromEntries(entered.filter(([, value]) => value !== ''));
}
