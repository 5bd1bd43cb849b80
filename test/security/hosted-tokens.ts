import { type World } from './world.js';

export type PageKind = 'sign' | 'read' | 'verify' | 'draw';
type Page = readonly [method: string, path: string];

const get = (...paths: string[]) => paths.map((path): Page => ['GET', path]);
const post = (...paths: string[]) => paths.map((path): Page => ['POST', path]);

/** The hosted pages under a link, and their actions. */
export const PAGES: Record<PageKind, readonly Page[]> = {
  sign: [
    ...get(
      '',
      '/code',
      '/document',
      '/file',
      '/copy',
      '/text',
      '/identity',
      '/consent',
      '/reject',
      '/hand-over',
      '/done',
      '/picture',
      '/files/1',
      '/phone',
      '/state',
    ),
    ...post(
      '/code/send',
      '/code',
      '/identity',
      '/reject',
      '/hand-over',
      '/entries',
      '/consent',
      '/picture',
      '/phone',
    ),
  ],
  read: [
    ...get('', '/document', '/file', '/copy', '/text', '/approve', '/reject'),
    ...post('/approve', '/viewed', '/reject'),
  ],
  verify: [
    ...get('', '/document-type', '/cancel', '/state', '/events', '/code.svg'),
    ...post('/start', '/document-type', '/front', '/back', '/human', '/cancel', '/challenge', '/frames'),
  ],
  draw: [...get(''), ...post('')],
};

/** How a page answers a token that is not its own: an unknown pad looks like one that has ended. */
export const REFUSALS: Record<PageKind, readonly number[]> = {
  sign: [404],
  read: [404],
  verify: [404],
  draw: [404, 410],
};

export interface ForeignToken {
  /** The kind of page on which it is tried. */
  kind: PageKind;
  token: string;
  how: string;
}

/** The world's tokens where they do not belong: on the other kind of page, or slightly changed. */
export function foreignTokens({ requests, verifications, readingToken, padToken }: World): ForeignToken[] {
  const signing = tokenOf(requests.created.links[0]!);
  const session = tokenOf(verifications.in_progress.sessionUrl);
  return [
    { kind: 'verify', token: signing, how: 'the token of a signing link' },
    { kind: 'sign', token: session, how: 'the token of a verification' },
    { kind: 'draw', token: signing, how: 'the token of a signing link' },
    { kind: 'draw', token: session, how: 'the token of a verification' },
    { kind: 'sign', token: padToken, how: 'the token of a pad' },
    { kind: 'read', token: signing, how: 'the token of a signing link' },
    { kind: 'sign', token: readingToken, how: 'the token of a reading link' },
    { kind: 'verify', token: padToken, how: 'the token of a pad' },
    ...changed('sign', signing),
    ...changed('read', readingToken),
    ...changed('verify', session),
    ...changed('draw', padToken),
  ];
}

const tokenOf = (link: string) => link.split('/').at(-1)!;

function changed(kind: PageKind, token: string): ForeignToken[] {
  const last = token.endsWith('0') ? '1' : '0';
  const changes: [how: string, token: string][] = [
    ['another last digit', token.slice(0, -1) + last],
    ['upper case', token.slice(0, -1).toUpperCase() + 'A'],
    ['a digit too few', token.slice(0, -1)],
    ['a digit too many', `${token}0`],
    ['an encoded NUL behind it', `${token}%00`],
    ['a wildcard', `${token.slice(0, 32)}%25`],
    ['zeros', '0'.repeat(64)],
  ];
  return changes.map(([how, each]) => ({ kind, token: each, how }));
}
