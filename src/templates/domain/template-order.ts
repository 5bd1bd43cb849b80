import { parseId } from '../../common/ids.js';
import { type ListedTemplate } from './template-search.js';

export const SORT_FIELDS = ['updatedAt', 'createdAt', 'name'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export const SORT_ORDERS = ['asc', 'desc'] as const;

export interface ListOrder {
  sortBy: SortField;
  sortOrder: (typeof SORT_ORDERS)[number];
}

export const LATEST_FIRST: ListOrder = { sortBy: 'updatedAt', sortOrder: 'desc' };

/** Where a list continues: after the template with this id, and what it is sorted by. */
export interface ListPlace {
  at: Date | string;
  id: number;
}

export function placeOf(row: ListedTemplate, { sortBy }: ListOrder): ListPlace {
  return { at: sortBy === 'name' ? row.nameKey : row[sortBy], id: row.id };
}

/** The form in an address. */
const PLACE = /^(\d{1,16})-(.{0,400})$/su;
const TIME = /^\d{1,15}$/;

export const writeListPlace = ({ at, id }: ListPlace) => `${id}-${at instanceof Date ? at.getTime() : at}`;

/** Undefined for anything that `writeListPlace` does not write in this order. */
export function readListPlace(text: string, { sortBy }: ListOrder): ListPlace | undefined {
  const [, idText = '', written = ''] = PLACE.exec(text) ?? [];
  const id = parseId(idText);
  if (id === null) return undefined;
  if (sortBy === 'name') return written.includes('\0') ? undefined : { at: written, id };
  const at = new Date(TIME.test(written) ? Number(written) : NaN);
  return Number.isNaN(at.getTime()) ? undefined : { at, id };
}
