/** The headers and the body of a form with one file, after its other parts. */
export function formWith(
  file: Buffer,
  { type = 'image/jpeg', texts = {} }: { type?: string; texts?: Record<string, string> } = {},
): { headers: Record<string, string>; body: Buffer } {
  const boundary = 'b0undary';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`;
  const others = Object.entries(texts).map(([name, text]) => `${part(`name="${name}"`)}\r\n${text}\r\n`);
  const head = `${others.join('')}${part('name="file"; filename="a"')}Content-Type: ${type}\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
