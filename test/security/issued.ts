/** What an installation issues or is given. None of it may be in a log. */
export type IssuedKind =
  | 'API key'
  | 'webhook secret'
  | 'password'
  | 'encryption key'
  | 'link token'
  | 'one-time code'
  | 'email address'
  | 'name';

/** Kinds that the database holds only hashed or encrypted. */
export const SECRETS: readonly IssuedKind[] = [
  'API key',
  'webhook secret',
  'password',
  'encryption key',
  'link token',
];

const LINK_TOKEN = /(?:\/sign\/|\/verify\/|"token":")([0-9a-f]{64})(?![0-9a-f])/g;

/** Everything that was issued or named during a run, for the search through logs and tables. */
export class Issued {
  private readonly kinds = new Map<string, IssuedKind>();

  add(kind: IssuedKind, ...values: string[]): void {
    for (const value of values) this.kinds.set(value, kind);
  }

  /** Collects the link tokens in an answer or a mail. */
  collect(text: string): void {
    for (const [, token] of text.matchAll(LINK_TOKEN)) this.add('link token', token!);
  }

  entries(...wanted: readonly IssuedKind[]): [value: string, kind: IssuedKind][] {
    return [...this.kinds].filter(([, kind]) => wanted.length === 0 || wanted.includes(kind));
  }
}
