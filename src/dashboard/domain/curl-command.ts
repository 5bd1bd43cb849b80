/** What to send again: without the signature, which is for the real deliveries only. */
export interface CurlRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * A command for POSIX shells that posts exactly these bytes to exactly this address: curl would read `[`, `{` and `@`
 * in its own way.
 */
export function curlCommand({ url, headers, body }: CurlRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`);
  return [`curl --globoff --request POST --url ${quoted(url)}`, ...lines, `--data-raw ${quoted(body)}`].join(
    ' \\\n  ',
  );
}

/** Between single quotes a shell takes everything as it is but the single quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
