import { type Count, toCount } from '../../../common/count.js';
import { type ListOrder, type SortField } from '../domain/list-order.js';

type Sortable = Record<SortField, Date | null> & { id: number };

/** The first rows of several lists in the same order. */
export function inOrder<Row extends Sortable>(
  lists: readonly Row[][],
  { order, limit }: { order: ListOrder; limit: number },
): Row[] {
  const [only = []] = lists;
  return lists.length === 1 ? only : lists.flat().sort(comparing(order)).slice(0, limit);
}

/** As `ORDER`: no time comes before all others. */
const comparing =
  ({ sortBy, sortOrder }: ListOrder) =>
  (one: Sortable, other: Sortable) => {
    const difference = timeOf(one, sortBy) - timeOf(other, sortBy) || one.id - other.id;
    return sortOrder === 'asc' ? difference : -difference;
  };

const timeOf = (row: Sortable, sortBy: SortField) => row[sortBy]?.getTime() ?? Number.MIN_SAFE_INTEGER;

/** @param most - the sum is counted up to this */
export function sumOf(counts: readonly Count[], most: number): Count {
  const least = counts.reduce((sum, each) => sum + leastOf(each), 0);
  if (!counts.some(({ isMore }) => isMore)) return toCount(least, most);
  return { count: Math.min(Math.max(least - 1, 0), most), isMore: true };
}

/** There may be none at all where counting was given up before any was found. */
const leastOf = ({ count, isMore }: Count) => (isMore && count > 0 ? count + 1 : count);
