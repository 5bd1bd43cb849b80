/** The first failures are all recorded. */
const FIRST = 5;

/**
 * Whether a failed sign-in goes into the activity log. After the first few, only each doubling of their number does,
 * so a guesser cannot fill the log.
 * @param failures - within the hour, including this one: of the account, or of this kind in the organization
 */
export function isRecordedFailure(failures: number): boolean {
  return failures <= FIRST || Number.isInteger(Math.log2(failures / FIRST));
}
