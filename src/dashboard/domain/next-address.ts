const HOME = '/dashboard';
/** Our own paths only: no other origin, scheme or path, and nothing that a browser might read as one. */
const OWN_PATH = /^\/dashboard(?:\/[\w-]+)*(?:\?[\w=&%.-]*)?$/;

/** Where to go after signing in: the address that was asked for, if it is one of the dashboard's. */
export function nextAddress(asked: unknown): string {
  return typeof asked === 'string' && asked.length <= 500 && OWN_PATH.test(asked) ? asked : HOME;
}
