const HOME = '/dashboard';
/** Our own paths only: no other origin, scheme or path, nor anything that a browser might take for one. */
const OWN_PATH = /^\/dashboard(?:\/[\w-]+)*(?:\?[\w=&%.-]*)?$/;

/** The page to open after signing in: the requested address, if it belongs to the dashboard. */
export function nextAddress(asked: unknown): string {
  return typeof asked === 'string' && asked.length <= 500 && OWN_PATH.test(asked) ? asked : HOME;
}
