import { readQrCode } from './qr-code.js';
import { type Fields, type Seen, Visitor } from './visitor.js';

/** Visits one signing link, whose pages are `document`, `consent` … */
export class SigningVisitor extends Visitor {
  get token(): string {
    return this.base.split('/').at(-1)!;
  }

  /** Posts a form with a file field. An empty file means that none was chosen. */
  postForm(page: string, fields: Fields, picture: Buffer = Buffer.alloc(0)): Promise<Seen> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('picture', new Blob([new Uint8Array(picture)]), picture.length === 0 ? '' : 'photo.jpg');
    return this.fetch(page, { method: 'POST', body, headers: {} });
  }

  /** Shows the code for a pad on a phone. @returns the token in it */
  async showPhoneCode(): Promise<string> {
    const { status, html } = await this.post('phone');
    if (status !== 200) throw new Error(`The code was answered with ${status}`);
    const address = await readQrCode((JSON.parse(html) as { code: string }).code);
    return new URL(address).pathname.replace('/draw/', '');
  }

  /** Acts on the page, as its script reports it. */
  open(act = 'pointer', headers: Fields = {}): Promise<Seen> {
    return this.post('opened', { act }, headers);
  }

  /**
   * Agrees and signs, with the other fields that the type requires; once more if the last screen is repeated because
   * others have signed.
   */
  async sign(fields: Fields = {}, headers: Fields = {}): Promise<Seen> {
    const form = { agree: 'yes', ...fields };
    const answer = await this.post('consent', form, headers);
    return isRepeated(answer) ? this.post('consent', { ...form, shown: shownOn(answer) }, headers) : answer;
  }
}

/** Whether it is the last screen with something new on it. */
export const isRepeated = ({ html }: Seen): boolean => html.includes('class="earlier-new"');

/** What was shown, according to the form of the last screen. */
export const shownOn = ({ html }: Seen): string => / name="shown" value="([^"]*)"/.exec(html)![1]!;
