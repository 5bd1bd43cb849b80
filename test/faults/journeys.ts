import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOLDER } from '../../scripts/journeys.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { giveFiles, idsOfFiles, proof } from '../support/given-files.js';
import { formWith } from '../support/idempotent-calls.js';
import { type Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { Person, type SeenPage } from '../support/person.js';
import { signForm } from '../support/request-forms.js';
import { DRAFT, SIGNATURES } from '../support/samples.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { PROVEN_RENT_TEMPLATE, TEMPLATES } from '../support/templates.js';
import { type Seen } from '../support/visitor.js';
import { type CallLog, type PatientCaller } from './patient-caller.js';

const VERIFICATIONS = '/api/v1/identity-verifications';
const LOOK_MS = 400;
/** Longer than a run: the caller's signal gives up a journey that does not end. */
const LONGEST_MS = 24 * 3_600_000;
const PASSPORT = readFileSync(join(PROJECT_ROOT, 'docs/specimen/passport.jpg'));

const RENT = '950';

export type JourneyKind = 'signed by mail' | 'signed by link' | 'filled in' | 'cancelled' | 'verified';

/** Something that the service accepted, and that its caller saw completed. */
export interface Journey {
  kind: JourneyKind;
  organizationId: number;
  /** The id of the signature request or the verification. */
  id: number;
  /** The document's name and part of its signer's address; no other journey has it. */
  name: string;
  /** The digest of the uploaded document; null if there is none. */
  sha256: Buffer | null;
}

/** The journeys of one organization's callers, signers and verified people, who retry whatever fails. */
export class Journeys {
  private count = 0;

  constructor(
    private readonly organizationId: number,
    private readonly caller: PatientCaller,
    private readonly mailbox: Mailbox,
    private readonly log: CallLog,
  ) {}

  /** Runs from the first request until the caller sees it completed. @throws Error if it never is */
  run(kind: JourneyKind): Promise<Journey> {
    const name = `j${this.organizationId}-${++this.count}`;
    if (kind === 'verified') return this.verify(name);
    if (kind === 'filled in') return this.fillIn(name);
    return kind === 'cancelled' ? this.cancel(name) : this.sign(name, kind);
  }

  private async sign(name: string, kind: 'signed by mail' | 'signed by link'): Promise<Journey> {
    const id = await this.draft(name, kind === 'signed by mail' ? 'fast' : 'self_signed');
    const pdf = await textPdf(1, name);
    await this.upload(id, pdf);
    const email = addressOf(name);
    const sent = await this.caller.change('POST', `${SIGNATURES}/${id}/send`, {
      signers: [{ email, name: 'Ann Lee' }],
    });
    const link = sent.signers[0].signingUrl ?? (await this.mailbox.waitForSigningLink(email, LONGEST_MS));
    const visitor = new SigningVisitor(link);
    await this.untilSeen('signing', () => visitor.sign());
    await this.untilStatus(`${SIGNATURES}/${id}`, ['completed']);
    return { kind, organizationId: this.organizationId, id, name, sha256: sha256(pdf) };
  }

  /** Sends a template of its own, whose form the signer fills in. */
  private async fillIn(name: string): Promise<Journey> {
    const [pdf, payslip] = [await textPdf(1, name), await textPdf(1, `Payslip of ${name}`)];
    const template = await this.publishTemplate(name, pdf);
    const email = addressOf(name);
    const { id } = await this.caller.change('POST', `${template}/send`, {
      roles: { tenant: { email, name: 'Ann Lee' } },
      values: { rent: RENT },
    });
    const visitor = new SigningVisitor(await this.mailbox.waitForSigningLink(email, LONGEST_MS));
    const path = `${SIGNATURES}/${id}`;
    await this.untilSeen('attaching a file', async () => {
      // The answer to an earlier attempt may be what was lost.
      const page = await visitor.get('document');
      const isOpen = page.status < 400 && idsOfFiles(page).length === 0;
      return isOpen ? giveFiles(visitor, [proof(payslip)]) : page;
    });
    await this.untilSeen('signing a form', () => signForm(visitor, { 'entry-rent': RENT }));
    await this.untilStatus(path, ['completed']);
    await this.expectFilledIn(path, payslip);
    return { kind: 'filled in', organizationId: this.organizationId, id, name, sha256: sha256(pdf) };
  }

  /** @returns the path of the template */
  private async publishTemplate(name: string, pdf: Buffer): Promise<string> {
    const path = `${TEMPLATES}/${(await this.caller.change('POST', TEMPLATES, { name })).id}`;
    const file = new FormData();
    file.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), name);
    const { revision } = await this.caller.change('PUT', `${path}/documents/1`, file);
    await this.caller.change('PUT', `${path}/definition`, { ...PROVEN_RENT_TEMPLATE, revision });
    await this.caller.change('POST', `${path}/publish`, {});
    return path;
  }

  private async expectFilledIn(path: string, payslip: Buffer): Promise<void> {
    const { body: data } = await this.caller.read(`${path}/form-data`);
    const { body: attached } = await this.caller.read(`${path}/attachments`);
    const { value: rent } = (data.items as { key: string; value: unknown }[]).find(
      ({ key }) => key === 'rent',
    )!;
    const digests = (attached.items as { sha256: string }[]).map((file) => file.sha256);
    if (rent !== RENT) this.log.faults.push(`${path}: the rent is ${String(rent)}`);
    if (digests.join() !== sha256(payslip).toString('hex'))
      this.log.faults.push(`${path}: ${digests.length} files are attached, of which one was given`);
  }

  private async cancel(name: string): Promise<Journey> {
    const id = await this.draft(name, 'fast');
    await this.caller.change('DELETE', `${SIGNATURES}/${id}`);
    return { kind: 'cancelled', organizationId: this.organizationId, id, name, sha256: null };
  }

  private async verify(name: string): Promise<Journey> {
    const form = { ...HOLDER, email: addressOf(name), redirectUrl: 'https://example.com/back' };
    const { id, sessionUrl } = await this.caller.change('POST', VERIFICATIONS, form);
    const person = new Person(sessionUrl);
    await this.untilSeen('agreeing', () => person.agree());
    await this.untilSeen('the photo', () => person.upload('front', PASSPORT));
    await this.untilStatus(`${VERIFICATIONS}/${id}`, ['completed', 'failed']);
    return { kind: 'verified', organizationId: this.organizationId, id, name, sha256: null };
  }

  private async draft(name: string, type: string): Promise<number> {
    const draft = { ...DRAFT, type, originalDocumentName: name };
    return (await this.caller.change('POST', SIGNATURES, draft)).id;
  }

  private async upload(id: number, pdf: Buffer): Promise<void> {
    const path = `${SIGNATURES}/${id}/document`;
    if (id % 2 === 0) await this.caller.change('PUT', path, formWith(pdf));
    else await this.caller.change('PUT', path, pdf, { 'content-type': 'application/pdf' });
  }

  /** Repeats a visit while the browser shows no page, or one that asks to wait a minute. */
  private async untilSeen(what: string, look: () => Promise<Seen | SeenPage>): Promise<void> {
    for (;;) {
      const page = await look().catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        return null;
      });
      if (page && page.status < 400) return;
      if (page) this.mustSayTryAgain(what, page);
      else this.log.unanswered++;
      await this.pause();
    }
  }

  private mustSayTryAgain(what: string, { status, headers, heading }: Seen | SeenPage): void {
    const isLater = Number(headers.get('retry-after')) > 0 && (status === 503 || status === 429);
    if (isLater) return this.log.refused(`page ${status} to ${what} (“${heading}”)`);
    this.log.faults.push(`${what}: page ${status}, “${heading}”`);
    throw new Error(`${what} ended on a page with ${status}`);
  }

  private pause(): Promise<void> {
    return wait(LOOK_MS, undefined, { signal: this.caller.signal });
  }

  private async untilStatus(path: string, wanted: string[]): Promise<void> {
    for (;;) {
      const { body } = await this.caller.read(path);
      if (wanted.includes(body.status)) return;
      await this.pause();
    }
  }
}

export const addressOf = (name: string) => `${name}@faults.test`;
