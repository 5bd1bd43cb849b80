import { type ListOrder, type ListPlace, type SortField } from '../domain/list-order.js';
import { ORDER } from '../signature-list.queries.js';

/** Adds a condition's parameters to the statement's. @returns the condition, prefixed with `and` */
export type Condition = (values: unknown[]) => string;

const COLUMNS: Record<SortField, string> = {
  createdAt: 's.created_at',
  updatedAt: 's.updated_at',
  dateSent: 's.date_sent',
};

export const orderText = ({ sortBy, sortOrder }: ListOrder) => ORDER[sortBy][sortOrder];

/**
 * The parts of the list after a place. There are two if some requests have no time: comparisons do not find these,
 * and with `or` the index could not be used to reach the place.
 */
export function partsAfter({ sortBy, sortOrder }: ListOrder, place: ListPlace | undefined): Condition[] {
  if (!place) return [() => ''];
  const column = COLUMNS[sortBy];
  const sign = sortOrder === 'asc' ? '>' : '<';
  const { time, id } = place;
  if (time === null) {
    const others = (values: unknown[]) =>
      ` and ${column} is null and s.id ${sign} $${values.push(id)}::bigint`;
    return sortOrder === 'asc' ? [others, () => ` and ${column} is not null`] : [others];
  }
  const later = (values: unknown[]) =>
    ` and (${column}, s.id) ${sign} ($${values.push(time)}::timestamptz, $${values.push(id)}::bigint)`;
  const hasTimeless = sortBy === 'dateSent' && sortOrder === 'desc';
  return hasTimeless ? [later, () => ` and ${column} is null`] : [later];
}
