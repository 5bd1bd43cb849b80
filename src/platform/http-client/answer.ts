import { isUtf8 } from 'node:buffer';
import { type IncomingHttpHeaders } from 'undici/types/header.js';

/** How much of a response is read and stored. */
export const MAX_RESPONSE_BYTES = 64 * 1024;

/** Reads a limited number of bytes into `chunks` and then abandons the stream, which closes the connection. */
export async function readCapped(
  body: AsyncIterable<Buffer>,
  chunks: Buffer[],
  maxBytes = MAX_RESPONSE_BYTES,
): Promise<void> {
  let left = maxBytes;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** Untrusted bytes as text that PostgreSQL can store: invalid UTF-8 and NUL become U+FFFD. */
export function storableText(bytes: Buffer): string {
  // Creating a decoder is slow. With `stream`, a character cut off by the limit is dropped.
  const text = isUtf8(bytes)
    ? bytes.toString()
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  return withoutNul(text);
}

/** Response headers by lower-case name; repeated ones are joined. undici refuses more than 16 KiB of them. */
export function storableHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      withoutNul(name),
      withoutNul(Array.isArray(value) ? value.join(', ') : (value ?? '')),
    ]),
  );
}

const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD');

/** Why a response is a failure; null for any 2xx. */
export function refusalOf(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  return statusCode >= 300 && statusCode < 400
    ? `answered ${statusCode}, which is not followed`
    : `HTTP ${statusCode}`;
}
