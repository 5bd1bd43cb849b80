import { isAutomaticRequest } from './preview-agent.js';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const get = (userAgent?: string, headers: Record<string, string> = {}) => ({
  method: 'GET',
  headers: { ...(userAgent !== undefined && { 'user-agent': userAgent }), ...headers },
});

describe('isAutomaticRequest', () => {
  test.each([
    IPHONE,
    'Mozilla/5.0 (Linux; Android 9; CUBOT X19 Build/PPR1) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
    `${IPHONE} Instagram 300.0.0`,
    `${IPHONE} [FBAN/FBIOS;FBAV/400.0]`,
    'node',
    undefined,
  ])('takes this for a person: %s', (userAgent) => {
    expect(isAutomaticRequest(get(userAgent))).toBe(false);
  });

  test.each([
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0',
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'Mozilla/5.0 (Windows NT 10.0) SafeLinks/1.0',
    'Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ])('takes this for a program: %s', (userAgent) => {
    expect(isAutomaticRequest(get(userAgent))).toBe(true);
  });

  test.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('takes this for a prefetch: %s: %s', (name, value) => {
    expect(isAutomaticRequest(get(IPHONE, { [name]: value }))).toBe(true);
  });

  test('takes a HEAD request for automatic', () => {
    expect(isAutomaticRequest({ ...get(IPHONE), method: 'HEAD' })).toBe(true);
  });
});
