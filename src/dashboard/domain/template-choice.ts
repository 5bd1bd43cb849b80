import {
  LATEST_FIRST,
  type ListOrder,
  readListPlace,
  SORT_FIELDS,
  SORT_ORDERS,
} from '../../templates/domain/template-order.js';
import { TEMPLATE_STATES, type TemplateSearch } from '../../templates/domain/template-search.js';
import { FilterFields } from './filter-fields.js';
import { readSought } from './sought.js';

/** The parameters of the list's address. */
export const TEMPLATE_FIELDS = ['q', 'state', 'sortBy', 'sortOrder', 'before'] as const;

/** The templates that a page shows, their order and where they continue, as chosen in its address. */
export function readTemplateChoice(query: Record<string, unknown>) {
  const fields = new FilterFields<(typeof TEMPLATE_FIELDS)[number]>(query);
  const order: ListOrder = {
    sortBy: fields.option('sortBy', SORT_FIELDS) ?? LATEST_FIRST.sortBy,
    sortOrder: fields.option('sortOrder', SORT_ORDERS) ?? LATEST_FIRST.sortOrder,
  };
  const before = fields.place('before', (text) => readListPlace(text, order));
  const read = fields.read({ q: fields.sought('q'), state: fields.option('state', TEMPLATE_STATES) });
  return { ...read, order, before };
}

/** The order for an address, leaving out the defaults. */
export const templateOrderInAddress = ({ sortBy, sortOrder }: ListOrder) => ({
  sortBy: sortBy === LATEST_FIRST.sortBy ? undefined : sortBy,
  sortOrder: sortOrder === LATEST_FIRST.sortOrder ? undefined : sortOrder,
});

/** The choice as query conditions. Templates have no addresses: an `@` is looked for like any other text. */
export function templateSearch(
  organizationId: number,
  { q, state }: ReturnType<typeof readTemplateChoice>['filter'],
): TemplateSearch {
  const sought = q === undefined ? null : readSought(q);
  return { organizationId, state, id: sought?.id, text: sought?.text ?? sought?.address };
}
