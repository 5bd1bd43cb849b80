import { until } from './until.js';

/** A page as a browser without scripts receives it. */
export interface SeenPage {
  status: number;
  headers: Headers;
  html: string;
  /** The visible heading, without tags. */
  heading: string;
}

const BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1';

/** The person verified on the hosted pages: a browser without scripts, one request at a time. */
export class Person {
  /** @param isChecking whether, according to the database, a photo of this session is still being checked */
  constructor(
    readonly sessionUrl: string,
    private readonly isChecking: () => Promise<boolean> = async () => false,
  ) {}

  look(path = '', headers: Record<string, string> = {}): Promise<SeenPage> {
    return this.fetch(path, { headers });
  }

  /** @returns the page after all redirects */
  post(path: string, fields: Record<string, string> = {}): Promise<SeenPage> {
    return this.fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  upload(side: 'front' | 'back', bytes: Buffer | null, type = 'image/jpeg'): Promise<SeenPage> {
    const form = new FormData();
    const name = bytes === null ? '' : 'photo';
    form.append('file', new Blob(bytes === null ? [] : [new Uint8Array(bytes)], { type }), name);
    return this.fetch(`/${side}`, { method: 'POST', body: form });
  }

  /** Opens the session and agrees. */
  async agree(): Promise<SeenPage> {
    await this.look();
    return this.post('/start');
  }

  /** Asks for a human reviewer instead of the camera. */
  askHuman(): Promise<SeenPage> {
    return this.post('/human');
  }

  async step(): Promise<string> {
    const response = await fetch(`${this.sessionUrl}/state`);
    return ((await response.json()) as { step: string }).step;
  }

  /** Waits until the checks are over. @returns the page that follows */
  async afterChecking(): Promise<SeenPage> {
    await until('the check is over', async () => !(await this.isChecking()));
    return this.look();
  }

  private async fetch(path: string, init: RequestInit): Promise<SeenPage> {
    const headers = { 'user-agent': BROWSER, 'accept-language': 'en', ...(init.headers as object) };
    const response = await fetch(this.sessionUrl + path, { ...init, headers });
    const html = await response.text();
    const heading = /<h1[^>]*>([^<]*)/.exec(html)?.[1]?.trim() ?? '';
    return { status: response.status, headers: response.headers, html, heading };
  }
}
