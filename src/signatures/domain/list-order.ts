import { parseId } from '../../common/ids.js';

export const SORT_FIELDS = ['createdAt', 'dateSent', 'updatedAt'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;

export type SortField = (typeof SORT_FIELDS)[number];

/** The orders of lists of requests. */
export interface ListOrder {
  sortBy: SortField;
  sortOrder: (typeof SORT_ORDERS)[number];
}

export const NEWEST_FIRST: ListOrder = { sortBy: 'createdAt', sortOrder: 'desc' };

/** Where a list goes on: after the request with this time, of those that it is sorted by, and this id. */
export interface ListPlace {
  /** Null for a request that was not sent, in the order of sending. */
  time: Date | null;
  id: number;
}

export const placeOf = (
  row: Record<SortField, Date | null> & { id: number },
  { sortBy }: ListOrder,
): ListPlace => ({ time: row[sortBy], id: row.id });

/** As in an address. Without a time it begins with the dash. */
const PLACE = /^(\d{0,15})-(\d{1,16})$/;

export const writeListPlace = ({ time, id }: ListPlace) => `${time?.getTime() ?? ''}-${id}`;

/** Undefined for anything that `writeListPlace` does not write. */
export function readListPlace(text: unknown): ListPlace | undefined {
  const [, timeText = '', idText = ''] = typeof text === 'string' ? (PLACE.exec(text) ?? []) : [];
  const time = timeText === '' ? null : new Date(Number(timeText));
  const id = parseId(idText);
  return id === null || Number.isNaN(time?.getTime()) ? undefined : { time, id };
}
