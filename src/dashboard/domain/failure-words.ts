import { type Statement } from '../../platform/templates/statement.js';

/** Statuses with their own text. */
const EXPLAINED_CODES = new Set(['401', '403', '404', '405', '408', '410', '413', '429']);

/**
 * The reasons recorded with attempts, now or by earlier versions, and the key of each one's meaning. Named groups
 * become the text's values, a time as `at`: an instant or, from earlier versions, a day in UTC.
 */
const MEANINGS: readonly [reason: RegExp, key: string][] = [
  [/^HTTP (?<code>5\d\d)$/, 'server'],
  [/^HTTP (?<code>\d+)$/, 'status'],
  [/^answered (?<code>\d+), which is not followed$/, 'redirect'],
  [/^redirects are not followed \((?<code>\d+)\)$/, 'redirect'],
  [/^no (?:complete )?answer in (?<seconds>[\d.]+) s$/, 'timeout'],
  [/^timeout after (?<seconds>[\d.]+) seconds$/, 'timeout'],
  [/^no connection: |^connection timeout$|^the (?:host|network) cannot be reached$/, 'noConnection'],
  [/^connection refused$/, 'refused'],
  [
    /^answer cut off$|^connection closed without an answer$|^the receiver closed the connection early$/,
    'cut',
  ],
  [/^name not found$/, 'noName'],
  [/^name not found: (?<detail>.+)$/, 'name'],
  [/^DNS failure: (?<detail>.+)$/s, 'name'],
  [/^TLS too old/, 'oldTls'],
  [/^certificate expired on (?:(?<instant>\S+Z)|(?<day>\S+))$/, 'expired'],
  [/^certificate not valid before (?:(?<instant>\S+Z)|(?<day>\S+))$/, 'notValidYet'],
  [/^(?<detail>(?:self-signed )?certificate.*)$/, 'certificate'],
  [/^TLS error: (?<detail>.+)$/s, 'certificate'],
  [/^(?:private address|address not allowed): (?<detail>.+)$/s, 'address'],
  [/^proxy: (?<detail>.+)$/, 'proxy'],
  [/^the headers of the answer are too large$/, 'headers'],
  [/^the answer is not valid HTTP$/, 'notHttp'],
  [/^no webhook address set$/, 'noAddress'],
  [/^the endpoint is disabled$/, 'disabled'],
  [/^the endpoint was deleted$/, 'deleted'],
  [/^worker lost$/, 'lost'],
  [/^the service was /, 'service'],
];

interface Meaning {
  kind: string;
  /** The HTTP status, where the endpoint answered with one. */
  code?: string;
  values: NonNullable<Statement['values']>;
}

/** @param reason - as recorded with the attempt */
function meaningOf(reason: string): Meaning {
  for (const [pattern, kind] of MEANINGS) {
    const values = pattern.exec(reason);
    if (!values) continue;
    const { code, instant, day } = values.groups ?? {};
    const at = instant === undefined ? day && { day } : { instant };
    return { kind, code, values: at ? { at } : { ...values.groups } };
  }
  return { kind: 'other', values: { detail: reason } };
}

/** Explains a failure and what to do about it. @param reason - as recorded with the attempt */
export function failureInWords(reason: string): Statement {
  const { kind, code, values } = meaningOf(reason);
  const key = code !== undefined && EXPLAINED_CODES.has(code) ? code : kind;
  return { key: `dashboard.failures.${key}`, values };
}

/** A failure in a few words, for lists. @param reason - as recorded with the attempt */
export function failureInShort(reason: string): Statement {
  const { kind, code, values } = meaningOf(reason);
  const key = code === undefined ? (SHORTER[kind] ?? kind) : 'http';
  return { key: `dashboard.failures.short.${key}`, values };
}

/** Kinds that are one and the same in short. */
const SHORTER: Readonly<Record<string, string>> = { lost: 'interrupted', service: 'interrupted' };
