import { PDF } from '@libpdf/core';
import { type ApiClient } from '../../test/support/api-client.js';
import { type Mailbox } from '../../test/support/mailbox.js';
import { type MarkedPlace } from '../../test/support/rendered-places.js';
import { SigningVisitor } from '../../test/support/signing-visitor.js';
import { until } from '../../test/support/until.js';

const SIGNATURES = '/api/v1/signatures';
const CODE = /^\s*(\d{6})\s*$/m;
const LINK = /https?:\/\/\S+\/sign\/[0-9a-f]{64}/;
/** Allows for a document of hundreds of pages on a busy machine. */
const LONGEST_SEAL_MS = 240_000;

export type JourneyType = 'fast' | 'advanced';

export type Journey = { refused: string } | { sealed: Buffer; places: MarkedPlace[] };

const NAME = 'Zoë Żółć';
/** On the first page, one below another. */
const ON_FIRST = ['signature', 'name', 'text', 'checkbox', 'date'].map((kind, index) => ({
  ...{ kind, page: 1, x: '8%', y: `${8 + 7 * index}%`, height: '4%' },
  ...(kind === 'checkbox' ? { width: '4%' } : { width: '40%' }),
  ...((kind === 'text' || kind === 'checkbox') && { label: kind, required: true }),
}));
/**
 * The fields for a document of so many pages: all kinds on the first page, and a signature on the middle and last one.
 * Nothing is placed if a document has no room or accepts no fields.
 */
function fieldsFor(pages: number) {
  const others = [...new Set([Math.ceil(pages / 2), pages])].filter((page) => page > 1);
  return [...ON_FIRST, ...others.map((page) => ({ ...ON_FIRST[0]!, page }))];
}

const ENTRIES: Readonly<Record<string, string>> = { text: NAME, checkbox: 'yes' };

/** 1 for a document that can only be opened in other ways. */
const pagesOf = (document: Buffer) =>
  PDF.load(document)
    .then((pdf) => pdf.getPageCount())
    .catch(() => 1);

type PlacedField = MarkedPlace['box'] & { id: number; kind: string; page: number };

/** Takes a document from upload to seal over HTTP and mail, as its sender and two signers would. */
export class SigningJourneys {
  private count = 0;

  constructor(
    private readonly api: ApiClient,
    private readonly mailbox: Mailbox,
  ) {}

  /** @throws Error if any step but the upload fails */
  async run(document: Buffer, type: JourneyType): Promise<Journey> {
    const number = ++this.count;
    const draft = await this.api.post(SIGNATURES, {
      type,
      originalDocumentName: `Document ${number}`,
      originalDocumentType: 'application/pdf',
      originalDocumentExtension: 'pdf',
    });
    const path = `${SIGNATURES}/${draft.body.id}`;
    const headers = { 'content-type': 'application/pdf' };
    const upload = await this.api.put(`${path}/document`, document, { headers });
    if ([400, 413].includes(upload.status)) return { refused: String(upload.body.code) };
    if (upload.status !== 200) throw new Error(`upload failed with status ${upload.status}`);
    const emails = [`ann${number}@corpus.test`, `bob${number}@corpus.test`];
    const signers = emails.map((email) => ({ email, name: NAME }));
    const fields = fieldsFor(await pagesOf(document)).map((field) => ({
      ...field,
      signerEmail: emails[0],
    }));
    const placed = await this.api.put(`${path}/document/fields`, { fields });
    const places = placed.status === 200 ? (placed.body.items as PlacedField[]) : [];
    const sent = await this.api.post(`${path}/send`, { signers });
    if (sent.status !== 200) throw new Error(`send failed with status ${sent.status}`);
    for (const [index, email] of emails.entries())
      await this.sign(email, type, number, index === 0 ? places : []);
    await until(
      'the document is sealed',
      async () => (await this.api.get(`${path}/status`)).body.status === 'completed',
      { longestMs: LONGEST_SEAL_MS, lookMs: 500 },
    );
    this.forgetAttachments();
    const signed = await this.api.get(`${path}/document/signed`);
    if (signed.status !== 200) throw new Error(`download failed with status ${signed.status}`);
    const marked = places.map(({ kind, page, x, y, width, height }) => ({
      ...{ name: kind, page, box: { x, y, width, height } },
    }));
    return { sealed: signed.body as Buffer, places: marked };
  }

  /** Drops the mails with completed documents, which would fill up memory. */
  private forgetAttachments(): void {
    const { mails } = this.mailbox;
    mails.splice(0, mails.length, ...mails.filter(({ attachments }) => attachments.length === 0));
  }

  private async sign(
    email: string,
    type: JourneyType,
    number: number,
    places: readonly PlacedField[],
  ): Promise<void> {
    const invitation = await this.mailbox.waitFor(
      ({ recipients, text }) => recipients.includes(email) && LINK.test(text ?? ''),
    );
    const visitor = new SigningVisitor(LINK.exec(invitation.text!)![0]);
    // Each document's signers get their own IP address, so rate limits by address do not interfere.
    const from = { 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` };
    if (type === 'advanced') await this.enterCode(visitor, email, from);
    const mark: Record<string, string> = type === 'advanced' ? { method: 'typed', typed: NAME } : {};
    const entries = places.flatMap(({ id, kind }) => (ENTRIES[kind] ? [[`field-${id}`, ENTRIES[kind]]] : []));
    const fields = { ...mark, ...Object.fromEntries(entries) };
    const { location, status } = await visitor.sign(fields, from);
    if (location !== '/done') throw new Error(`signing failed with status ${status}`);
  }

  private async enterCode(
    visitor: SigningVisitor,
    email: string,
    from: Record<string, string>,
  ): Promise<void> {
    await visitor.post('code/send', {}, from);
    const { text } = await this.mailbox.waitFor(
      ({ recipients, text: words }) => recipients.includes(email) && CODE.test(words ?? ''),
    );
    const { location } = await visitor.post('code', { code: CODE.exec(text!)![1]! }, from);
    if (location !== '/document') throw new Error('the one-time code was not accepted');
  }
}
