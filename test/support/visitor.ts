import { textsOf } from '../../scripts/simulate/page-forms.js';

/** What a visitor sees of a response. */
export interface Seen {
  status: number;
  /** The address of a redirect, relative to the visitor's starting address, or null. */
  location: string | null;
  html: string;
  /** The page's <h1>. */
  heading: string;
  headers: Headers;
}

export type Fields = Record<string, string>;

/** Visits pages over HTTP like a browser without scripts, with cookies. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  /** The IP address, as a proxy that the application trusts reports it; null without a proxy. */
  address: string | null = null;

  /** @param base the address below which all pages are */
  constructor(protected readonly base: string) {}

  /** @param page empty for the first page */
  get(page = '', headers: Fields = {}, method = 'GET'): Promise<Seen> {
    return this.fetch(page, { method, headers });
  }

  /** Like a browser, it posts the same again where a 307 leads. */
  async post(page: string, fields: Fields | [string, string][] = {}, headers: Fields = {}): Promise<Seen> {
    const seen = await this.fetch(page, { method: 'POST', body: new URLSearchParams(fields), headers });
    return seen.status === 307 ? this.post(seen.location!.slice(1), fields, headers) : seen;
  }

  /** As a form with files is sent. */
  postParts(page: string, body: FormData): Promise<Seen> {
    return this.fetch(page, { method: 'POST', body, headers: {} });
  }

  /** The value of a Cookie header. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A file below the address. */
  async bytes(page: string): Promise<Buffer> {
    const response = await fetch(`${this.base}/${page}`, { headers: { cookie: this.cookie } });
    return Buffer.from(await response.arrayBuffer());
  }

  protected async fetch(page: string, init: RequestInit & { headers: Fields }): Promise<Seen> {
    const response = await fetch(page === '' ? this.base : `${this.base}/${page}`, {
      ...init,
      headers: {
        cookie: this.cookie,
        ...(this.address !== null && { 'x-forwarded-for': this.address }),
        ...init.headers,
      },
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      this.cookies.set(name!, value!);
    }
    const html = await response.text();
    const { heading } = textsOf(html);
    const location = response.headers.get('location')?.replace(this.base, '') ?? null;
    const { status, headers } = response;
    return {
      status,
      location: location?.replace(new URL(this.base).pathname, '') ?? null,
      html,
      heading,
      headers,
    };
  }
}
