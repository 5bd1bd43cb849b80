import { parseId } from '../../../common/ids.js';

export const SORT_FIELDS = ['createdAt', 'dateSent', 'updatedAt'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;

export type SortField = (typeof SORT_FIELDS)[number];

/** The orders of lists of requests. */
export interface ListOrder {
  sortBy: SortField;
  sortOrder: (typeof SORT_ORDERS)[number];
}

export const NEWEST_FIRST: ListOrder = { sortBy: 'createdAt', sortOrder: 'desc' };

/** Where a list continues: after the request with this sort time and id. */
export interface ListPlace {
  /** Null for an unsent request, when sorted by sending. */
  time: Date | null;
  id: number;
}

export const placeOf = (
  row: Record<SortField, Date | null> & { id: number },
  { sortBy }: ListOrder,
): ListPlace => ({ time: row[sortBy], id: row.id });

/** The form in an address. Without a time, it starts with the dash. */
const PLACE = /^(\d{0,15})-(\d{1,16})$/;

export const writeListPlace = ({ time, id }: ListPlace) => `${time?.getTime() ?? ''}-${id}`;

/** Undefined for anything that `writeListPlace` does not write in this order: only sending has no time. */
export function readListPlace(text: string, { sortBy }: ListOrder): ListPlace | undefined {
  const [, timeText = '', idText = ''] = PLACE.exec(text) ?? [];
  const time = timeText === '' ? null : new Date(Number(timeText));
  const id = parseId(idText);
  if (id === null || Number.isNaN(time?.getTime())) return undefined;
  return time === null && sortBy !== 'dateSent' ? undefined : { time, id };
}
