import { quotedForShell } from '../../common/shell-quoting.js';

/** A request to repeat, without the signature, which only real deliveries carry. */
export interface CurlRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * A command for POSIX shells that posts exactly these bytes to exactly this address. By default, curl would interpret
 * `[`, `{` and `@`.
 */
export function curlCommand({ url, headers, body }: CurlRequest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `--header ${quotedForShell(`${name}: ${value}`)}`,
  );
  return [
    `curl --globoff --request POST --url ${quotedForShell(url)}`,
    ...lines,
    `--data-raw ${quotedForShell(body)}`,
  ].join(' \\\n  ');
}
