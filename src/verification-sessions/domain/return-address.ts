/**
 * The caller's address with `sessionId` and `status` added to its own query, of which nothing is changed; its
 * fragment stays behind.
 */
export function returnAddress(url: string, sessionId: string, passed: boolean): string {
  const address = new URL(url);
  const own = address.search === '' ? '' : `${address.search.slice(1)}&`;
  address.search = `${own}sessionId=${sessionId}&status=${passed ? 'approved' : 'failed'}`;
  return address.href;
}
