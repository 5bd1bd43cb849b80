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

/** A page that films or takes photographs. Only these may use the camera. */
export class CameraPage extends Page {}

/** A page that frames other pages of this server. */
export class FramingPage extends Page {}

/** What the scripts of a framed page may do: nothing, run, or also fetch from this server. */
export type FramedScripts = 'none' | 'offline' | 'fetching';

/** A page shown inside a framing page. It submits no form, and scripts only run if they draw the page. */
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

/** Nothing to show: the page's script was served, and the page stays. */
export class NoContent {}

/** What the script of a page asked for, as JSON. */
export class Answer {
  constructor(
    readonly body: object,
    readonly status = 200,
  ) {}
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

/** A download that the browser may keep for its reader, if it asks each time whether that may still have it. */
export class KeptDownload {
  /** @param hash - SHA-256 of what `load` loads, or of what that is made of */
  constructor(
    readonly hash: Buffer,
    readonly load: () => Promise<Download>,
  ) {}
}

/** A download produced while it is sent, of any length. */
export class StreamedDownload {
  constructor(
    readonly stream: Readable,
    readonly mimeType: string,
    readonly fileName: string,
  ) {}
}

export type PageResult =
  Page | Answer | FramedMail | Redirect | Download | KeptDownload | StreamedDownload | NoContent;

/**
 * Content-Disposition with an ASCII fallback and the full name (RFC 6266 §4.3, RFC 8187). The name cannot lead to
 * another folder, and shows its real extension.
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
