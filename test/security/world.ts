import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  beginVerification,
  completedFiles,
  expectEqual,
  headingAfterChecking,
  HOLDER,
  sendAgreement,
} from '../../scripts/journeys.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { textPdf } from '../support/pdf-samples.js';
import { type Person } from '../support/person.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';
import { type Installation, type Invented, type Tenant } from './installation.js';
import { SIGNATURES, VERIFICATIONS } from './paths.js';
import { type KnownTemplates, TemplateBuilder } from './template-builder.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface KnownRequest {
  id: number;
  signerIds: number[];
  /** The links of the signers, in order. */
  links: string[];
}

export interface KnownVerification {
  id: number;
  sessionUrl: string;
}

export type RequestState =
  | 'draft'
  | 'ready'
  | 'scheduled'
  | 'created'
  | 'partially_signed'
  | 'completed'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'from_template'
  | 'with_file'
  | 'with_recipients';
export type VerificationState =
  'pending' | 'in_progress' | 'completed' | 'failed' | 'manual_review' | 'expired';

/** One organization's templates, requests and verifications, one in each state. */
export interface World {
  tenant: Tenant;
  requests: Record<RequestState, KnownRequest>;
  verifications: Record<VerificationState, KnownVerification>;
  templates: KnownTemplates;
  bulkSendId: number;
  /** The id of what the first signer of the request `with_file` has given and signed. */
  fileId: number;
  /** The ids of the approver and the copy of the request `with_recipients`. */
  recipientIds: number[];
  /** The token of the link of the approver among them. */
  readingToken: string;
  /** The token of a phone's pad that waits for a drawing. */
  padToken: string;
  /** The id of a delivery that has arrived. */
  deliveryId: string;
  /** The id of a replay of failed deliveries. */
  replayId: string;
}

/** What will expire when the clock is moved. */
interface Beginnings {
  tenant: Tenant;
  expiring: KnownRequest;
  lapsing: KnownVerification;
}

/** Fills organizations over HTTP and by mail. Moves the clock by an hour, once for all. */
export async function buildWorlds(site: Installation, count: number): Promise<World[]> {
  const begun: Beginnings[] = [];
  for (let made = 0; made < count; made++) {
    const tenant = await site.createTenant();
    const builder = new WorldBuilder(site, tenant);
    const soon = new Date(Date.now() + 30 * 60_000).toISOString();
    begun.push({
      tenant,
      expiring: await builder.send('fast', 1, { expiresDate: soon }),
      lapsing: await builder.begin(HOLDER),
    });
  }
  await site.moveClock('61 minutes');
  const worlds: World[] = [];
  for (const each of begun) worlds.push(await new WorldBuilder(site, each.tenant).build(each));
  return worlds;
}

/** Brings one organization's requests and verifications into their states. */
export class WorldBuilder {
  constructor(
    private readonly site: Installation,
    private readonly tenant: Tenant,
  ) {}

  async build({ tenant, expiring, lapsing }: Beginnings): Promise<World> {
    const later = new Date(Date.now() + 30 * DAY_MS).toISOString();
    const forms = new TemplateBuilder(this.site, this.tenant);
    const templates = await forms.templates();
    const { fileId, ...withFile } = await forms.sendProofs(await this.readyDraft());
    const recipients = this.readers();
    const requests = {
      draft: { id: await this.draft('advanced'), signerIds: [], links: [] },
      ready: { id: await this.readyDraft(), signerIds: [], links: [] },
      scheduled: await this.send('fast', 2, { scheduledDate: later }),
      created: await this.send('advanced', 2),
      partially_signed: await this.send('fast', 2),
      completed: await this.completed(),
      rejected: await this.send('fast', 1),
      expired: expiring,
      cancelled: await this.send('fast', 1),
      from_template: await forms.sendTemplate(templates.published),
      with_file: withFile,
      with_recipients: await this.send('fast', 1, { recipients }),
    };
    const [first] = requests.partially_signed.links;
    expectEqual('signing', (await new SigningVisitor(first!).sign()).location, '/done');
    await new SigningVisitor(requests.rejected.links[0]!).post('reject', { reason: 'No', confirmed: 'yes' });
    await tenant.api.delete(`${SIGNATURES}/${requests.cancelled.id}`);
    const verifications = await this.verifications(lapsing);
    await this.untilIn(`${SIGNATURES}/${expiring.id}/status`, 'expired');
    await this.untilIn(`${VERIFICATIONS}/${lapsing.id}`, 'expired');
    return {
      tenant,
      requests,
      verifications,
      templates,
      bulkSendId: await forms.bulkSend(templates.published),
      fileId,
      recipientIds: await this.recipientIds(requests.with_recipients.id),
      readingToken: await this.readingToken(recipients[0]!.email),
      padToken: await this.openPad(),
      deliveryId: await this.delivered(),
      replayId: await this.replayed(),
    };
  }

  private delivered(): Promise<string> {
    return until('a delivery has arrived', async () => {
      const { body } = await this.tenant.api.get('/api/v1/webhook-notifications?status=success&limit=1');
      return (body.items as { id: string }[])[0]?.id;
    }) as Promise<string>;
  }

  private async replayed(): Promise<string> {
    const range = { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' };
    const { status, body } = await this.tenant.api.post('/api/v1/webhook-notifications/replays', range);
    expectEqual('replaying what has failed', status, 201);
    return body.id as string;
  }

  private async verifications(expired: KnownVerification): Promise<World['verifications']> {
    const known = {
      pending: await this.begin(HOLDER),
      in_progress: await this.begin({ ...HOLDER, verificationMethod: 'combined' }),
      completed: await this.begin(HOLDER),
      failed: await this.begin(HOLDER),
      manual_review: await this.begin({ ...HOLDER, firstName: 'John', lastName: 'Smith' }),
    };
    await known.in_progress.person.agree();
    await known.failed.person.agree();
    await known.failed.person.post('/cancel');
    const passport = await readFile(join(PROJECT_ROOT, 'docs/specimen/passport.jpg'));
    for (const { person } of [known.completed, known.manual_review]) {
      await person.agree();
      await person.upload('front', passport);
      await headingAfterChecking(person);
    }
    await this.untilIn(`${VERIFICATIONS}/${known.completed.id}`, 'completed');
    await this.untilIn(`${VERIFICATIONS}/${known.manual_review.id}`, 'failed');
    return { ...known, expired };
  }

  /** @returns the id of a draft without a document */
  async draft(type: string): Promise<number> {
    const { status, body } = await this.tenant.api.post(SIGNATURES, {
      type,
      originalDocumentName: 'Lease agreement',
      originalDocumentType: 'application/pdf',
      originalDocumentExtension: 'pdf',
    });
    expectEqual('creating a draft', status, 201);
    return body.id as number;
  }

  async readyDraft(): Promise<number> {
    const id = await this.draft('fast');
    const headers = { 'content-type': 'application/pdf' };
    const { status } = await this.tenant.api.put(`${SIGNATURES}/${id}/document`, await textPdf(), {
      headers,
    });
    expectEqual('uploading a document', status, 200);
    return id;
  }

  /** Sends a request to invented signers, whose links come by mail unless it is scheduled. */
  async send(type: string, signerCount: number, options: object = {}): Promise<KnownRequest> {
    const signers = Array.from({ length: signerCount }, () => this.site.invent('Signer'));
    const id = await this.draft(type);
    const sent = await this.tenant.api.post(`${SIGNATURES}/${id}/send`, { signers, ...options });
    expectEqual('sending a request', sent.status, 200);
    const signerIds = (sent.body.signers as { id: number }[]).map((signer) => signer.id);
    const links = sent.body.status === 'created' ? await this.linksOf(signers) : [];
    return { id, signerIds, links };
  }

  private async readingToken(email: string): Promise<string> {
    const { text = '' } = await this.site.mailbox.waitForMailTo(email);
    const token = /\/read\/([0-9a-f]{64})/.exec(text)![1]!;
    this.site.issued.add('link token', token);
    return token;
  }

  private readers(): { email: string; name: string; action: string }[] {
    return [
      { ...this.site.invent('Approver'), action: 'approve' },
      { ...this.site.invent('Copy'), action: 'copy' },
    ];
  }

  private async recipientIds(signatureId: number): Promise<number[]> {
    const { body } = await this.tenant.api.get(`${SIGNATURES}/${signatureId}/recipients`);
    return (body.items as { id: number }[]).map(({ id }) => id);
  }

  /** @returns the token */
  private async openPad(): Promise<string> {
    const { links } = await this.send('in_person', 1);
    const token = await new SigningVisitor(links[0]!).showPhoneCode();
    this.site.issued.add('link token', token);
    return token;
  }

  private linksOf(signers: Invented[]): Promise<string[]> {
    return Promise.all(signers.map(({ email }) => this.site.mailbox.waitForSigningLink(email)));
  }

  /** @param form the fields of the full form without an address */
  async begin(form: object): Promise<KnownVerification & { person: Person }> {
    const { email } = this.site.invent('Person');
    const { path, person } = await beginVerification(this.tenant.api, { ...form, email });
    this.site.issued.collect(person.sessionUrl);
    return { id: Number(path.split('/').at(-1)), sessionUrl: person.sessionUrl, person };
  }

  private async completed(): Promise<KnownRequest> {
    const { api } = this.tenant;
    const { request, signingUrl } = await sendAgreement(api);
    this.site.issued.collect(signingUrl);
    expectEqual('signing', (await new SigningVisitor(signingUrl).sign()).location, '/done');
    await completedFiles(api, request);
    const { body } = await api.get(request);
    const signerIds = (body.signers as { id: number }[]).map((signer) => signer.id);
    return { id: body.id as number, signerIds, links: [signingUrl] };
  }

  private async untilIn(path: string, status: string): Promise<void> {
    await until(
      `${path} is ${status}`,
      async () => (await this.tenant.api.get(path)).body.status === status,
      { lookMs: 500, longestMs: 60_000 },
    );
  }
}
