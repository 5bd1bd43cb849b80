/**
 * Appends `sessionId` and `status` to the caller's address. Its own query stays unchanged, and so does its fragment.
 */
export function returnAddress(url: string, sessionId: string, passed: boolean): string {
  const address = new URL(url);
  const own = address.search === '' ? '' : `${address.search.slice(1)}&`;
  address.search = `${own}sessionId=${sessionId}&status=${passed ? 'approved' : 'failed'}`;
  return address.href;
}
