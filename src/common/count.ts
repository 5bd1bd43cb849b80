/** A number of items, counted up to a limit. */
export interface Count {
  count: number;
  /** Whether there are more than `count`. */
  isMore: boolean;
}

/** @param counted - at most one more than `most` */
export const toCount = (counted: number, most: number): Count => ({
  count: Math.min(counted, most),
  isMore: counted > most,
});
