import { textsOf } from './page-forms.js';

/** A page after all redirects. */
export interface VisitedPage {
  status: number;
  /** The absolute address of the page. */
  url: string;
  html: string;
  heading: string;
  errors: string[];
}

/** More than any page of the service needs. */
const MAX_REDIRECTS = 10;
const ANSWER_TIMEOUT_MS = 60_000;

/** A browser without scripts that visits one link and the pages below it, and never leaves the site. */
export class LinkVisitor {
  private readonly base: URL;
  private readonly cookies = new Map<string, string>();

  /** @param kind - the first path segment of such links @throws Error for any other address */
  constructor(link: string, kind: 'sign' | 'verify') {
    const base = URL.canParse(link) ? new URL(link) : null;
    if (!base || !['http:', 'https:'].includes(base.protocol) || !base.pathname.includes(`/${kind}/`))
      throw new Error(`${link} is not a link of this kind: it should look like https://…/${kind}/…`);
    base.pathname = base.pathname.replace(/\/+$/, '');
    this.base = base;
  }

  /** @param page - below the link, such as `consent`; empty for the link itself */
  open(page = ''): Promise<VisitedPage> {
    return this.visit(this.addressOf(page), { method: 'GET' });
  }

  /** Sends a form, and follows redirects. */
  send(page: string, form: Record<string, string> | FormData = {}): Promise<VisitedPage> {
    const body = form instanceof FormData ? form : new URLSearchParams(form);
    return this.visit(this.addressOf(page), { method: 'POST', body });
  }

  /** The state that scripts poll. */
  async state(): Promise<{ step: string }> {
    const { status, html } = await this.open('state');
    if (status !== 200) throw new Error(`The link was answered with ${status}: ${textsOf(html).heading}`);
    return JSON.parse(html) as { step: string };
  }

  private addressOf(page: string): URL {
    return new URL(page === '' ? this.base : `${this.base.href}/${page}`);
  }

  private async visit(address: URL, init: RequestInit, redirects = 0): Promise<VisitedPage> {
    const { response, html } = await this.fetch(address, init);
    this.keepCookies(response.headers);
    const location = response.headers.get('location');
    const next = location === null ? null : new URL(location, address);
    if (!next || next.origin !== address.origin)
      return { status: response.status, url: (next ?? address).href, html, ...textsOf(html) };
    if (redirects === MAX_REDIRECTS) throw new Error(`The pages redirect in a circle at ${next.pathname}`);
    const isSame = response.status === 307 || response.status === 308;
    return this.visit(next, isSame ? init : { method: 'GET' }, redirects + 1);
  }

  private async fetch(address: URL, init: RequestInit): Promise<{ response: Response; html: string }> {
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(new Error('The service did not answer')), ANSWER_TIMEOUT_MS);
    try {
      const response = await fetch(address, {
        ...init,
        redirect: 'manual',
        headers: { cookie: this.cookieHeader(), 'accept-language': 'en', accept: 'text/html' },
        signal: end.signal,
      });
      return { response, html: await response.text() };
    } finally {
      clearTimeout(timer);
    }
  }

  private cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keepCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined) this.cookies.set(name, value ?? '');
    }
  }
}
