import { type Readable } from 'node:stream';

/** A page: a view and its model, rendered by the page interceptor. */
export class Page {
  constructor(
    readonly view: string,
    readonly model: object,
    readonly status = 200,
  ) {}
}

/** A page that films or photographs. Only these may use the camera. */
export class CameraPage extends Page {}

/** Redirects with 303 See Other, so that a reload does not repeat a POST. */
export class Redirect {
  constructor(readonly location: string) {}
}

/** Bytes that the browser shows or saves, such as the document. */
export class Download {
  constructor(
    readonly bytes: Buffer,
    readonly mimeType: string,
    readonly fileName: string,
    readonly disposition: 'inline' | 'attachment' = 'attachment',
  ) {}
}

/** The same, produced while it is sent, however long it becomes. */
export class StreamedDownload {
  constructor(
    readonly stream: Readable,
    readonly mimeType: string,
    readonly fileName: string,
  ) {}
}

export type PageResult = Page | Redirect | Download | StreamedDownload;

/** Content-Disposition with an ASCII fallback and the full name (RFC 6266 §4.3, RFC 8187). */
export function contentDisposition(disposition: string, fileName: string): string {
  const ascii = fileName.replace(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
