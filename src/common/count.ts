/** How many there are of something that is counted up to a limit. */
export interface Count {
  count: number;
  /** There are more than `count`. */
  isMore: boolean;
}

/** @param counted - up to one more than `most` */
export const toCount = (counted: number, most: number): Count => ({
  count: Math.min(counted, most),
  isMore: counted > most,
});
