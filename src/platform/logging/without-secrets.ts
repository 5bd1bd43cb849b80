/** Members of logged objects whose values are never written, whatever the case and dashes of their names. */
const PRIVATE = new Set([
  ...['accesskeyid', 'address', 'apikey', 'authorization', 'body', 'code', 'cookie', 'credentials', 'email'],
  ...['firstname', 'fullname', 'headers', 'ip', 'key', 'lastname', 'pass', 'passphrase', 'password'],
  ...['recipients', 'remoteaddress', 'secret', 'secretaccesskey', 'setcookie', 'signature', 'to', 'token'],
  ...['useragent', 'xapikey', 'xforwardedfor'],
]);

/** API keys, webhook secrets, link tokens, credentials in addresses, and addresses of people. */
const SECRETS =
  /\b(?:sk_|whsec_|whsk_)[\w+/=-]{20,}|\b[0-9a-f]{64}\b|(?<=:\/\/)[^\s/@]{1,1000}@|[\p{L}\p{N}._%+-]{1,255}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

const CENSORED = '[redacted]';
const MAX_DEPTH = 4;
const MAX_MEMBERS = 50;
const MAX_NAME = 200;
const MAX_CHARACTERS = 10_000;

/**
 * @returns the text without secrets; if it is longer than `most` characters, only the whole words at its beginning
 */
export function textWithoutSecrets(text: string, most = MAX_CHARACTERS): string {
  if (text.length <= most) return text.replace(SECRETS, CENSORED);
  // Half a key at the cut would no longer be recognized.
  const kept = text.slice(0, most).split(/(?<=\s)/);
  return `${kept.slice(0, -1).join('').replace(SECRETS, CENSORED)}… (${text.length} characters)`;
}

/**
 * @returns the loggable form of a value: texts without secrets at any depth, no members with private names, the
 * stacks of errors, no bytes; at most four levels deep, 50 members per object, and 10,000 characters of text in total
 */
export function withoutSecrets(value: unknown): unknown {
  return new Censor().of(value, MAX_DEPTH);
}

class Censor {
  private room = MAX_CHARACTERS;

  of(value: unknown, depth: number): unknown {
    this.take(1);
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    if (value instanceof Error) return this.text(value.stack ?? value.message);
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (depth === 0 || this.room === 0) return '[…]';
    if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((each) => this.of(each, depth - 1));
    const members = Object.entries(value).slice(0, MAX_MEMBERS);
    return Object.fromEntries(
      members.map(([name, inner]) => [
        textWithoutSecrets(name, MAX_NAME),
        isPrivate(name) ? CENSORED : this.of(inner, depth - 1),
      ]),
    );
  }

  private text(text: string): string {
    const kept = textWithoutSecrets(text, this.room);
    this.take(kept.length);
    return kept;
  }

  private take(characters: number): void {
    this.room = Math.max(0, this.room - characters);
  }
}

const isPrivate = (name: string) => PRIVATE.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
