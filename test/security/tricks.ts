/** A request with another organization's key that can be interpreted in two ways. */
export interface Trick {
  name: string;
  bytes: Buffer;
}

export interface Targets {
  /** Ids of one of the owner's requests and of one of the stranger's. */
  foreign: string;
  own: string;
  /** The token of a signing link of the owner's. */
  token: string;
  /** The stranger's key. */
  apiKey: string;
}

const NAME = 40;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const shown = (text: string) => JSON.stringify(text.length > NAME ? `${text.slice(0, NAME)}…` : text);

/** Paths that lead to the owner's request, or out of a folder, if carelessly decoded or shortened. */
export function pathTricks({ foreign, own, token, apiKey }: Targets): Trick[] {
  const list = '/api/v1/signatures';
  const paths = [
    `${list}/${own}/../${foreign}`,
    `${list}/${own}%2f..%2f${foreign}`,
    `${list}/${own}%2F%2E%2E%2F${foreign}`,
    `${list}/${own}%252f..%252f${foreign}`,
    `${list}/${own}%5c..%5c${foreign}`,
    `${list}/${own}\\..\\${foreign}`,
    `${list}/./${foreign}`,
    `${list}//${foreign}`,
    `/api//v1/signatures/${foreign}`,
    `//api/v1/signatures/${foreign}`,
    `/x/../api/v1/signatures/${foreign}`,
    `/verify/../api/v1/signatures/${foreign}`,
    `/assets/../api/v1/signatures/${foreign}`,
    `/assets/%2e%2e/api/v1/signatures/${foreign}`,
    `/%61pi/v1/signatures/${foreign}`,
    `/api/v1/%73ignatures/${foreign}`,
    `/API/V1/SIGNATURES/${foreign}`,
    `${list}/${foreign}/`,
    `${list}/${foreign}//`,
    `${list}/${foreign}/.`,
    `${list}/${foreign}/..`,
    `${list}/${foreign}.json`,
    `${list}/${foreign};a=b`,
    `${list};a=b/${foreign}`,
    `${list}/${foreign}%00`,
    `${list}/%00${foreign}`,
    `${list}/${foreign}%20`,
    `${list}/${foreign}%0d%0aX-A:%20b`,
    `${list}/${foreign}%23`,
    `${list}/${foreign}#status`,
    `${list}/${foreign}?`,
    `${list}/${foreign}?signatureId=${own}`,
    `${list}/${own}?signatureId=${foreign}`,
    `${list}/${own},${foreign}`,
    `${list}/${own}|${foreign}`,
    `${list}/${own}&${foreign}`,
    `${list}?organizationId=1`,
    `${list}?recipients=&organization_id=1`,
    `${list}/%c0%af${foreign}`,
    `${list}/%e0%80%af`,
    `${list}/%u002f${foreign}`,
    `${list}/%ff%fe`,
    `${list}/%`,
    `${list}/%2`,
    `${list}/%zz`,
    `${list}/${'9'.repeat(5_000)}`,
    `${list}/${'a/'.repeat(2_000)}`,
    `/${'a'.repeat(20_000)}`,
    `${list}?${'a=b&'.repeat(3_000)}`,
    `/sign/${token}%2f..%2f..`,
    `/sign/${token}/..`,
    `/sign/../sign/${token}x`,
    '/sign/%00',
    '/verify/%ff',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/....//....//etc/passwd',
    '/assets//etc/passwd',
    '/assets/%00',
    '/assets/',
    '/.env',
    '/.git/config',
    '/.data/encryption.key',
    '/',
    '*',
    '?',
    '',
    'api/v1/signatures',
    `http://evil.test${list}/${foreign}`,
    `http:${list}/${foreign}`,
    `//evil.test${list}/${foreign}`,
    `${list}/\xff${foreign}`,
    `${list}/\0${foreign}`,
  ];
  return paths.map((path) => ({
    name: `path ${shown(path)}`,
    bytes: latin1(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${apiKey}\r\nConnection: close\r\n\r\n`),
  }));
}

/** Requests whose start or end two servers would see in different places, or that claim another method or address. */
export function headTricks({ foreign, own, apiKey }: Targets): Trick[] {
  const path = `/api/v1/signatures/${foreign}`;
  const key = `X-Api-Key: ${apiKey}`;
  const hidden = `DELETE /api/v1/signatures/${own} HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`;
  const post = (...lines: string[]) => [
    'POST /api/v1/signatures HTTP/1.1',
    'Host: a',
    key,
    'Content-Type: application/json',
    ...lines,
  ];
  const get = (...lines: string[]) => [
    `GET ${path} HTTP/1.1`,
    'Host: a',
    key,
    ...lines,
    'Connection: close',
    '',
    '',
  ];
  const chunked = `0\r\n\r\n`;
  const requests: [name: string, lines: string[]][] = [
    ['length and chunks', post('Content-Length: 5', 'Transfer-Encoding: chunked', '', `${chunked}${hidden}`)],
    ['chunks and length', post('Transfer-Encoding: chunked', 'Content-Length: 0', '', `${chunked}${hidden}`)],
    ['two lengths', post('Content-Length: 2', `Content-Length: ${hidden.length}`, '', `{}${hidden}`)],
    ['two lengths in one', post('Content-Length: 2, 2', 'Connection: close', '', '{}')],
    ['negative length', post('Content-Length: -2', 'Connection: close', '', '{}')],
    ['length with a plus', post('Content-Length: +2', 'Connection: close', '', '{}')],
    ['length in hexadecimal', post('Content-Length: 0x2', 'Connection: close', '', '{}')],
    ['length of 10^30', post(`Content-Length: 1${'0'.repeat(30)}`, 'Connection: close', '', '{}')],
    [
      'chunked twice',
      post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked', 'Connection: close', '', chunked),
    ],
    ['chunked and identity', post('Transfer-Encoding: chunked, identity', 'Connection: close', '', chunked)],
    ['chunked with a tab', post('Transfer-Encoding:\tchunked\x0b', 'Connection: close', '', chunked)],
    ['unknown encoding', post('Transfer-Encoding: xchunked', 'Connection: close', '', chunked)],
    ['chunk of 2^64', post('Transfer-Encoding: chunked', '', 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n')],
    ['chunk of -1', post('Transfer-Encoding: chunked', '', '-1\r\n{}\r\n0\r\n\r\n')],
    [
      'long chunk extension',
      post('Transfer-Encoding: chunked', '', `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    ],
    [
      'trailer with a key',
      [
        ...post('Transfer-Encoding: chunked', 'Connection: close', '').filter((line) => line !== key),
        `2\r\n{}\r\n0\r\n${key}\r\n\r\n`,
      ],
    ],
    ['body of a GET', get(`Content-Length: ${hidden.length}`).slice(0, -2).concat('', hidden)],
    ['space before the colon', get('Transfer-Encoding : chunked')],
    ['folded header', get('X-A: b', ' c', '\tTransfer-Encoding: chunked')],
    ['NUL in a header', get('X-A: a\0b')],
    ['header without a name', get(': b')],
    ['header without a colon', get('X-A')],
    ['2,500 headers', get(...Array.from({ length: 2_500 }, (_, index) => `A${index}: b`))],
    ['header of 20 KB', get(`X-A: ${'a'.repeat(20_000)}`)],
    ['two hosts', get('Host: evil.test')],
    ['host with a path', get().map((line) => (line === 'Host: a' ? 'Host: a/../b@c' : line))],
    ['host of 5 KB', get().map((line) => (line === 'Host: a' ? `Host: ${'a'.repeat(5_000)}` : line))],
    ['two keys', get('X-Api-Key: sk_other')],
    ['two different credentials', get('Authorization: Bearer sk_other')],
    ['two authorizations', get(`Authorization: Bearer ${apiKey}`, 'Authorization: Bearer sk_other')],
    ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'].map(
      (name): [string, string[]] => [
        name,
        [
          `POST /api/v1/signatures/${own}/status HTTP/1.1`,
          'Host: a',
          key,
          `${name}: DELETE`,
          'Content-Length: 0',
          'Connection: close',
          '',
          '',
        ],
      ],
    ),
    ...['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-URI', 'X-Forwarded-Path'].map(
      (name): [string, string[]] => [
        name,
        ['GET /api/v1/signatures HTTP/1.1', 'Host: a', key, `${name}: ${path}`, 'Connection: close', '', ''],
      ],
    ),
    ...[
      'X-Forwarded-For: 127.0.0.1, 127.0.0.1, ::1',
      `X-Forwarded-For: ${'1.1.1.1, '.repeat(1_500)}1.1.1.1`,
      'X-Forwarded-For: not an address',
      "X-Forwarded-For: 1.1.1.1'; drop table users --",
      'X-Forwarded-Proto: javascript',
      'X-Forwarded-Port: 99999999',
      'X-Organization-Id: 1',
      'X-User-Id: 1',
    ].map((line): [string, string[]] => [line.slice(0, NAME), get(line)]),
    ['HTTP/1.0 without a host', [`GET ${path} HTTP/1.0`, key, '', '']],
    ['HTTP/0.9', [`GET ${path}`, '', '']],
    ['HTTP/3.7', [`GET ${path} HTTP/3.7`, 'Host: a', '', '']],
    ['preface of HTTP/2', ['PRI * HTTP/2.0', '', 'SM', '', '']],
    [
      'upgrade to HTTP/2',
      get('Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk'),
    ],
    ['upgrade to a socket', get('Upgrade: websocket', 'Connection: Upgrade')],
    ['unknown method', [`EVIL ${path} HTTP/1.1`, 'Host: a', key, 'Connection: close', '', '']],
    ['method in small letters', [`get ${path} HTTP/1.1`, 'Host: a', key, 'Connection: close', '', '']],
    ...['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'PURGE'].map((method): [string, string[]] => [
      `method ${method}`,
      [`${method} ${path} HTTP/1.1`, 'Host: a', key, 'Connection: close', '', ''],
    ]),
    ['CONNECT', ['CONNECT 127.0.0.1:5432 HTTP/1.1', 'Host: a', key, '', '']],
    ['TLS', ['\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', '', '']],
    ['lines that end in LF', get().join('\n').split('\r\n')],
    ['lines that end in CR', get().join('\r').split('\r\n')],
  ];
  return requests.map(([name, lines]) => ({ name, bytes: latin1(lines.join('\r\n')) }));
}
