/** All of these are recorded. */
const FIRST = 5;

/**
 * Whether the log of activity gets a failed sign-in. After the first ones it gets each doubling of their number, so that a
 * guesser cannot fill it.
 * @param failures - of the account, or of this kind in the organization, within the hour, with this one
 */
export function isRecordedFailure(failures: number): boolean {
  return failures <= FIRST || Number.isInteger(Math.log2(failures / FIRST));
}
