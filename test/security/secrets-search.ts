import { ONE_TIME_CODE } from '../support/mailbox.js';
import { type Installation } from './installation.js';
import { type IssuedKind, SECRETS } from './issued.js';
import { Tally } from './tally.js';

/** The number of leading characters by which a value is looked up; only a one-time code is shorter. */
const HEAD = 8;
const CODE = /\b\d{6}\b/g;
const SHOWN = 60;

/** Searches the service's log and tables for what was issued during the run. Comes last. */
export class SecretsSearch {
  readonly tally = new Tally('secrets in log and tables');

  constructor(private readonly site: Installation) {}

  async run(): Promise<void> {
    const { issued, mailbox, server } = this.site;
    for (const { text = '' } of mailbox.mails) {
      issued.collect(text);
      const code = ONE_TIME_CODE.exec(text)?.[1];
      if (code !== undefined) issued.add('one-time code', code);
    }
    const log = [...server.log, ...server.output].join('\n');
    this.report('the log', issued.entries(), search(log, issued.entries()));
    const secrets = issued.entries(...SECRETS);
    const hidden = new Set<string>();
    let bytes = 0;
    for (const table of await this.tables()) {
      const rows = await this.site.query<{ row: string }>(`select t::text as row from ${table} t`);
      const text = rows.map(({ row }) => row).join('\n');
      bytes += text.length;
      for (const value of search(text, withHex(secrets)).keys()) hidden.add(`${table}\0${value}`);
    }
    const found = new Map([...hidden].map((each) => each.split('\0').reverse() as [string, string]));
    for (const [value, table] of [...found]) found.set(fromHex(value, secrets), table);
    this.report('the database', secrets, found);
    console.log(`  log: ${server.log.length} lines, ${log.length} characters; tables: ${bytes} characters`);
  }

  private async tables(): Promise<string[]> {
    const rows = await this.site.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    );
    return rows.map(({ name }) => name);
  }

  /** @param found where each value was found */
  private report(place: string, values: [string, IssuedKind][], found: Map<string, string>): void {
    const counts = new Map<IssuedKind, number>();
    for (const [value, kind] of values) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const where = found.get(value);
      this.tally.record(`${kind} in ${place}`, where === undefined ? [] : [`found: ${where}`]);
    }
    const counted = [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
    console.log(`  searched ${place} for: ${counted}`);
  }
}

/** The values that occur in the text, with the place of the first occurrence. */
function search(text: string, values: [string, IssuedKind][]): Map<string, string> {
  const found = new Map<string, string>();
  const codes = new Set(values.filter(([, kind]) => kind === 'one-time code').map(([value]) => value));
  for (const match of text.matchAll(CODE))
    if (codes.has(match[0])) found.set(match[0], around(text, match.index, match[0].length));
  const byHead = new Map<string, string[]>();
  for (const [value] of values) {
    const head = value.slice(0, HEAD);
    byHead.set(head, [...(byHead.get(head) ?? []), value]);
  }
  for (let at = 0; at <= text.length - HEAD; at++)
    for (const value of byHead.get(text.slice(at, at + HEAD)) ?? [])
      if (text.startsWith(value, at)) found.set(value, around(text, at, value.length));
  return found;
}

/** The text around a secret, without the secret. */
const around = (text: string, at: number, length: number) =>
  `${text.slice(Math.max(0, at - SHOWN), at)}[…]${text.slice(at + length, at + length + SHOWN)}`;

const hexOf = (value: string) => Buffer.from(value).toString('hex');

/** With the values in hexadecimal, in which columns of bytes are shown. */
const withHex = (values: [string, IssuedKind][]) =>
  values.flatMap(([value, kind]): [string, IssuedKind][] => [
    [value, kind],
    [hexOf(value), kind],
  ]);

const fromHex = (found: string, values: [string, IssuedKind][]) =>
  values.find(([value]) => value === found || hexOf(value) === found)![0];
