/** What a visitor sees of a response. */
export interface Seen {
  status: number;
  /** The path of a redirect, or null. */
  location: string | null;
  html: string;
  /** The page's <h1>. */
  heading: string;
  headers: Headers;
}

type Fields = Record<string, string>;

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Visits one signing link over HTTP like a browser without scripts, with cookies. */
export class SigningVisitor {
  private readonly cookies = new Map<string, string>();

  /** @param link the URL from the invitation */
  constructor(private readonly link: string) {}

  get token(): string {
    return this.link.split('/').at(-1)!;
  }

  /** @param page `document`, `consent` …; empty for the first page */
  get(page = '', headers: Fields = {}, method = 'GET'): Promise<Seen> {
    return this.fetch(page, { method, headers });
  }

  post(page: string, fields: Fields = {}, headers: Fields = {}): Promise<Seen> {
    return this.fetch(page, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Posts a form with a file field. An empty file means that none was chosen. */
  postForm(page: string, fields: Fields, picture: Buffer = Buffer.alloc(0)): Promise<Seen> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('picture', new Blob([new Uint8Array(picture)]), picture.length === 0 ? '' : 'photo.jpg');
    return this.fetch(page, { method: 'POST', body, headers: {} });
  }

  /** A file under the link. */
  async bytes(page: string): Promise<Buffer> {
    const response = await fetch(`${this.link}/${page}`, { headers: { cookie: this.cookie } });
    return Buffer.from(await response.arrayBuffer());
  }

  /** Agrees and signs, with the other fields that the type requires. */
  sign(fields: Fields = {}): Promise<Seen> {
    return this.post('consent', { agree: 'yes', ...fields });
  }

  private get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private async fetch(page: string, init: RequestInit & { headers: Fields }): Promise<Seen> {
    const response = await fetch(page === '' ? this.link : `${this.link}/${page}`, {
      ...init,
      headers: { cookie: this.cookie, ...init.headers },
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      this.cookies.set(name!, value!);
    }
    const html = await response.text();
    const heading = (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '')
      .replace(/<[^>]+>/g, '')
      .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity);
    const location = response.headers.get('location')?.replace(this.link, '') ?? null;
    const { status, headers } = response;
    return {
      status,
      location: location?.replace(new URL(this.link).pathname, '') ?? null,
      html,
      heading,
      headers,
    };
  }
}
