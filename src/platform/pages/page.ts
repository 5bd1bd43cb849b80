import { type Readable } from 'node:stream';
import { plainLine } from '../../common/plain-line.js';

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

/** A page that frames other pages of this server. */
export class FramingPage extends Page {}

/** What the scripts of a framed page may do: run at all, and fetch from this server. */
export type FramedScripts = 'none' | 'offline' | 'fetching';

/** What a framing page shows inside itself, where no form is sent, and no script runs unless the page is drawn by it. */
export class FramedPage extends Page {
  constructor(
    view: string,
    model: object,
    readonly locale: string,
    readonly scripts: FramedScripts = 'none',
  ) {
    super(view, model);
  }
}

/** A mail as HTML inside a framing page. Its styles are attributes of its elements, which only this kind of page allows. */
export class FramedMail {
  constructor(readonly html: string) {}
}

/**
 * Redirects with 303 See Other, so that a reload does not repeat a POST; or with 307 Temporary Redirect, which posts the same
 * to another address.
 */
export class Redirect {
  constructor(
    readonly location: string,
    readonly status: 303 | 307 = 303,
  ) {}
}

/** Nothing to show: what a page's script sent was done, and the page stays. */
export class NoContent {}

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

export type PageResult = Page | FramedMail | Redirect | Download | StreamedDownload | NoContent;

/**
 * Content-Disposition with an ASCII fallback and the full name (RFC 6266 §4.3, RFC 8187), which leads to no other folder and
 * shows its ending where it is.
 */
export function contentDisposition(disposition: string, fileName: string): string {
  const name = plainLine(fileName).replace(/[/\\]/g, '_');
  const ascii = name.replace(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
