import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

const BOUNDARY = 'part';
const END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** What a browser sends for a form: its fields, and a file, but only these bytes of it ever arrive. */
export interface BrokenForm {
  fields?: Record<string, string>;
  /** The name of the file's field. */
  field?: string;
  bytes: Buffer;
  /** The announced size of the whole file. */
  size?: number;
  headers?: Record<string, string>;
}

/** A client that sends a form with a file, and may disconnect at any time. */
export class BrokenUpload {
  private readonly request: ClientRequest;

  constructor(
    address: string,
    { fields = {}, field = 'file', bytes, size = bytes.length, headers = {} }: BrokenForm,
  ) {
    const parts = Object.entries(fields).map(([name, value]) => `${partOf(name)}\r\n\r\n${value}\r\n`);
    const file = `${partOf(field)}; filename="photo.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    const head = Buffer.from(parts.join('') + file);
    this.request = request(address, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': head.length + size + END.length,
      },
    });
    this.request.on('error', () => undefined);
    this.request.write(head);
    this.request.write(bytes);
    if (bytes.length === size) this.request.end(END);
  }

  async answer(): Promise<{ status: number; headers: IncomingMessage['headers']; html: string }> {
    const [response] = (await once(this.request, 'response')) as [IncomingMessage];
    return { status: response.statusCode!, headers: response.headers, html: await text(response) };
  }

  breakOff(): void {
    this.request.destroy();
  }
}

const partOf = (name: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`;
