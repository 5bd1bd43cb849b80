import { type IncomingHttpHeaders } from 'node:http';

/**
 * Programs that open links without a person: messengers' link previews, mail scanners, search engines. Matched anywhere
 * in User-Agent. Browsers inside messengers and social apps are used by people and are not listed, nor are CUBOT
 * phones.
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

/**
 * Whether no person is looking: the request asks for headers only, is a prefetch, or comes from a program that opens
 * links by itself. Such a request must change nothing.
 */
export function isAutomaticRequest(request: { method: string; headers: IncomingHttpHeaders }): boolean {
  const { method, headers } = request;
  return (
    method === 'HEAD' ||
    PURPOSE_HEADERS.some((name) => SPECULATIVE.test(String(headers[name] ?? ''))) ||
    AUTOMATIC_AGENT.test(headers['user-agent'] ?? '')
  );
}
