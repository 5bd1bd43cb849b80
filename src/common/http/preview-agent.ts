import { type IncomingHttpHeaders } from 'node:http';

/**
 * Programs that open links without a person: link previews of messengers, mail scanners, search engines. Matched
 * anywhere in User-Agent. Browsers inside messengers and social apps are not listed, since people use them, nor are
 * CUBOT phones.
 */
const AUTOMATIC_AGENT = new RegExp(
  [
    '(?<!cu)bot\\b',
    'crawler',
    'spider',
    'facebookexternalhit',
    'facebookcatalog',
    'meta-external',
    'whatsapp/',
    'slack-imgproxy',
    'skypeuripreview',
    'microsoftpreview',
    'ms-office',
    'safelinks',
    'bingpreview',
    'google-inspectiontool',
    'google-pagerenderer',
    'google-safety',
    'googleimageproxy',
    'yahoo! slurp',
    'yahoomailproxy',
    'iframely',
    'embedly',
    'vkshare',
    'urlscan',
    'barracuda',
    'mimecast',
    'proofpoint',
  ].join('|'),
  'i',
);

/** `Sec-Purpose` (Fetch Standard, "Sec-Purpose header") and its older names. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const SPECULATIVE = /prefetch|prerender|preview/i;

interface ClientRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

/** Whether the page may never be seen: the request is for headers only, or is a browser's prefetch. */
export function isSpeculativeRequest({ method, headers }: ClientRequest): boolean {
  return method === 'HEAD' || PURPOSE_HEADERS.some((name) => SPECULATIVE.test(String(headers[name] ?? '')));
}

/**
 * Whether no person is looking: the request is speculative, or comes from a program that says it opens links on its
 * own. Such a request must never count as a person's action.
 */
export function isAutomaticRequest(request: ClientRequest): boolean {
  return isSpeculativeRequest(request) || AUTOMATIC_AGENT.test(request.headers['user-agent'] ?? '');
}
