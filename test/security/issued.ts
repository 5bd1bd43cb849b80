/** What an installation hands out or is told. None of it may be in a log. */
export type IssuedKind =
  | 'API key'
  | 'webhook secret'
  | 'password'
  | 'passphrase'
  | 'encryption key'
  | 'link token'
  | 'one-time code'
  | 'e-mail address'
  | 'name';

/** Everything that was issued or named during a run, for the search through logs and tables. */
export class Issued {
  private readonly kinds = new Map<string, IssuedKind>();

  add(kind: IssuedKind, ...values: string[]): void {
    for (const value of values) this.kinds.set(value, kind);
  }

  entries(...wanted: readonly IssuedKind[]): [value: string, kind: IssuedKind][] {
    return [...this.kinds].filter(([, kind]) => wanted.length === 0 || wanted.includes(kind));
  }
}
