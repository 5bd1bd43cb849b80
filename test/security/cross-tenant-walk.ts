import { builtForm, widget } from '../support/built-forms.js';
import { textPdf } from '../support/pdf-samples.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { LEASE_TEMPLATE, TEMPLATES } from '../support/templates.js';
import { until } from '../support/until.js';
import { faultsOfError } from './answer-check.js';
import { formWith } from './form-with.js';
import { foreignTokens, PAGES, REFUSALS } from './hosted-tokens.js';
import { type Installation, type Tenant } from './installation.js';
import { OpenApi, type Operation } from './openapi.js';
import { SIGNATURES, VERIFICATIONS } from './paths.js';
import { changedTables, settledSnapshot } from './snapshot.js';
import { Tally } from './tally.js';
import { jsonOf, type WireAnswer, type WireRequest } from './wire.js';
import { type World, WorldBuilder } from './world.js';

/** An id that does not exist. */
const UNKNOWN = '9007199254740991';
/** The id of a delivery or replay that does not exist. */
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';
const CANCEL = `DELETE ${SIGNATURES}/{signatureId}`;
const FORBIDDEN = {
  statusCode: 403,
  message: 'The signature belongs to another organization',
  error: 'Forbidden',
};

const STRANGER = 'stranger@people.test';
const ROLES = { tenant: { email: STRANGER }, landlord: { email: 'other@people.test' } };

/** Valid bodies, so that validation never answers before the owner is checked. */
const BODIES: Record<string, object> = {
  [`POST ${SIGNATURES}/{signatureId}/send`]: { signers: [{ email: STRANGER }] },
  [`PATCH ${SIGNATURES}/{signatureId}/signers/{signerId}`]: { email: STRANGER },
  [`POST ${SIGNATURES}/{signatureId}/recipients`]: { email: STRANGER, action: 'copy' },
  [`PATCH ${SIGNATURES}/{signatureId}/recipients/{recipientId}`]: { email: STRANGER },
  [`PUT ${SIGNATURES}/{signatureId}/document/fields`]: { fields: [] },
  [`PUT ${SIGNATURES}/{signatureId}/documents/{n}/fields`]: { fields: [] },
  [`PATCH ${SIGNATURES}/{signatureId}/documents/{n}`]: { name: 'Mine.pdf' },
  [`PUT ${SIGNATURES}/{signatureId}/form`]: {
    roles: [{ key: 'tenant', order: 1 }],
    fields: [],
    signers: { tenant: STRANGER },
  },
  [`PUT ${SIGNATURES}/{signatureId}/form/values`]: { values: {} },
  [`POST ${SIGNATURES}/{signatureId}/template`]: { name: 'Mine' },
  [`PATCH ${TEMPLATES}/{templateId}`]: { name: 'Mine' },
  [`PUT ${TEMPLATES}/{templateId}/definition`]: { ...LEASE_TEMPLATE, revision: 1 },
  [`POST ${TEMPLATES}/{templateId}/documents/{n}/form/import`]: { revision: 1 },
  [`POST ${TEMPLATES}/{templateId}/duplicate`]: { name: 'Mine' },
  [`POST ${TEMPLATES}/{templateId}/publish`]: { note: 'Mine' },
  [`POST ${TEMPLATES}/{templateId}/send`]: { roles: ROLES },
  [`POST ${TEMPLATES}/{templateId}/drafts`]: { roles: ROLES },
};
/** Operations that take a PDF. */
const UPLOADS = [`PUT ${SIGNATURES}/{signatureId}/document`, `PUT ${TEMPLATES}/{templateId}/documents/{n}`];
const IMPORT = `POST ${SIGNATURES}/{signatureId}/form/import`;

/** What a path contains, by the names of its parameters. */
type PathValues = Record<string, string>;
/** Numbers of documents and versions of the owner's template. */
const NUMBERS: PathValues = { n: '1', version: '1', other: '1' };

/**
 * Tries every operation on another organization's requests and verifications, and tokens where they do not belong.
 */
export class CrossTenantWalk {
  readonly tally = new Tally('cross-tenant walk');
  private readonly api = new OpenApi();

  constructor(
    private readonly site: Installation,
    private readonly worlds: readonly World[],
  ) {}

  async run(): Promise<void> {
    const [owner] = this.worlds as [World];
    const stranger = await this.site.createTenant();
    const own = await new WorldBuilder(this.site, stranger).send('fast', 1);
    // Before the first snapshot, because it changes when the owner's key was last used.
    const email = await emailOfSigner(owner);
    const before = await settledSnapshot(this.site, owner.tenant.organizationId);
    const operations = this.api.operations.filter(({ path }) => path.includes('{'));
    for (const operation of operations)
      for (const ids of idsOf(owner, operation)) await this.tryOperation(operation, stranger, ids);
    await this.tryForeignSigner(stranger, own.id, owner);
    await this.tryForeignFile(stranger, own.id, owner);
    await this.tryLists(stranger, email);
    await this.tryTokens(owner);
    const after = await settledSnapshot(this.site, owner.tenant.organizationId);
    this.tally.record(
      "the owner's rows",
      changedTables(before, after).map((table) => `${table} changed`),
    );
    await this.tryIdempotencyKey(owner.tenant, stranger);
    await this.tryBrowserTrust(owner.tenant);
    console.log(`  ${operations.length} operations with ids`);
  }

  /** Expects the same answer as for an id that does not exist; only cancelling says that it belongs to another. */
  private async tryOperation(operation: Operation, stranger: Tenant, ids: PathValues): Promise<void> {
    const answer = await this.call(operation, stranger, ids);
    const unknown = await this.call(operation, stranger, unknownIn(ids));
    const expected = operation.name === CANCEL ? FORBIDDEN : jsonOf(unknown);
    const status = operation.name === CANCEL ? 403 : 404;
    this.tally.record(operation.name, faultsOfRefusal(answer, status, expected));
  }

  private async call(
    { name, method, path }: Operation,
    { apiKey }: Tenant,
    ids: PathValues,
  ): Promise<WireAnswer> {
    const request: WireRequest = {
      method,
      path: path.replace(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter]!),
      headers: { authorization: `Bearer ${apiKey}` },
    };
    const body = BODIES[name];
    if (body) {
      request.headers!['content-type'] = 'application/json';
      request.body = JSON.stringify(body);
    } else if (UPLOADS.includes(name)) {
      request.headers!['content-type'] = 'application/pdf';
      request.body = await textPdf();
    } else if (name === IMPORT) {
      const form = JSON.stringify({ roles: [{ key: 'tenant', order: 1 }], signers: { tenant: STRANGER } });
      const pdf = builtForm([widget('/FT /Tx /T (Rent)')]);
      const { headers, body: parts } = formWith(pdf, { type: 'application/pdf', texts: { form } });
      Object.assign(request.headers!, headers);
      request.body = parts;
    }
    return permitted(() => this.site.wire.send(request));
  }

  /** The stranger's own request with a signer of the owner's. */
  private async tryForeignSigner(stranger: Tenant, ownId: number, owner: World): Promise<void> {
    const expected = { statusCode: 404, message: 'Signer not found', error: 'Not Found' };
    const operations = this.api.operations.filter(({ path }) => path.includes('{signerId}'));
    for (const operation of operations)
      for (const { signerIds } of Object.values(owner.requests))
        for (const signerId of signerIds) {
          const ids = { signatureId: String(ownId), signerId: String(signerId) };
          const answer = await this.call(operation, stranger, ids);
          this.tally.record(`${operation.name} on a foreign signer`, faultsOfRefusal(answer, 404, expected));
        }
  }

  /** The stranger's own request, and the link of another signer, with a file that a signer of the owner's has given. */
  private async tryForeignFile(stranger: Tenant, ownId: number, { fileId, requests }: World): Promise<void> {
    const { status } = await new SigningVisitor(requests.from_template.links[0]!).get(`files/${fileId}`);
    this.tally.expect("/files with another signer's file", status === 404, `answered ${status}`);
    for (const operation of this.api.operations.filter(({ path }) => path.includes('{fileId}'))) {
      const signatureId = String(ownId);
      const answer = await this.call(operation, stranger, { signatureId, fileId: String(fileId) });
      const unknown = await this.call(operation, stranger, { signatureId, fileId: UNKNOWN });
      this.tally.record(`${operation.name} on a foreign file`, faultsOfRefusal(answer, 404, jsonOf(unknown)));
    }
  }

  /** Searches lists for what the owner has. */
  private async tryLists(stranger: Tenant, email: string): Promise<void> {
    const queries = [
      `${SIGNATURES}?recipients=${email}`,
      `${VERIFICATIONS}?limit=100`,
      `${SIGNATURES}?status=completed`,
      `${TEMPLATES}?limit=100`,
      `${TEMPLATES}?q=Lease&state=published`,
      '/api/v1/webhook-notifications?event=signature.completed',
      '/api/v1/events?types=signature.completed',
    ];
    for (const path of queries) {
      const { status, body: page } = await permitted(() => stranger.api.get(path));
      const isEmpty = status === 200 && page.items.length === 0;
      this.tally.expect(`GET ${path}`, isEmpty, 'shows something of the owner');
    }
  }

  /** Tries link tokens on the pages of the other kind, slightly changed, and as API keys. */
  private async tryTokens(owner: World): Promise<void> {
    const pad = await this.site.wire.send({ method: 'GET', path: `/draw/${owner.padToken}` });
    this.tally.expect('the pad at its own address', pad.status === 200, `answered ${pad.status}`);
    for (const { kind, token, how } of foreignTokens(owner)) {
      for (const [method, page] of PAGES[kind]) {
        const path = `/${kind}/${token}${page}`;
        const answer = await this.site.wire.send({ method, path });
        // A stream may begin before its session is looked up; it then ends without a step.
        const isRefused =
          REFUSALS[kind].includes(answer.status) || (page === '/events' && !answer.bytes.includes('"step"'));
        const isHidden = isRefused && !answer.bytes.includes('Quorvexum');
        this.tally.expect(`${method} /${kind}/…${page} with ${how}`, isHidden, `answered ${answer.status}`);
      }
      const asKey = await this.site.wire.send({
        method: 'GET',
        path: SIGNATURES,
        headers: { 'x-api-key': token.replaceAll('/', '') },
      });
      this.tally.expect(`${how} as an API key`, asKey.status === 401, `answered ${asKey.status}`);
    }
  }

  /** A key belongs to its organization, so the stranger's request with it creates one of its own. */
  private async tryIdempotencyKey(owner: Tenant, stranger: Tenant): Promise<void> {
    const draft = {
      type: 'fast',
      originalDocumentName: 'Secret plan',
      originalDocumentType: 'application/pdf',
      originalDocumentExtension: 'pdf',
    };
    const headers = { 'idempotency-key': 'the-same-for-both' };
    const post = ({ api }: Tenant) => permitted(() => api.post(SIGNATURES, draft, { headers }));
    const [first, second] = [await post(owner), await post(stranger)];
    const isOwn = second.status === 201 && second.body.id !== first.body.id;
    const isReplayed = second.headers.has('idempotency-replayed');
    this.tally.expect("another organization's Idempotency-Key", isOwn && !isReplayed, 'was replayed');
  }

  /** The cookie of a browser that has entered one signer's code opens no other signer's document. */
  private async tryBrowserTrust(owner: Tenant): Promise<void> {
    const request = await new WorldBuilder(this.site, owner).send('advanced', 2);
    const [ann, bob] = request.links as [string, string];
    const signers = (await owner.api.get(`${SIGNATURES}/${request.id}`)).body.signers as { email: string }[];
    const visitor = new SigningVisitor(ann);
    await visitor.post('code/send');
    const code = await this.site.mailbox.waitForCode(signers[0]!.email);
    const entered = await visitor.post('code', { code });
    const cookie = /^[^;]+/.exec(entered.headers.getSetCookie()[0] ?? '')?.[0] ?? '';
    this.tally.expect('a right one-time code', entered.location === '/document' && cookie !== '');
    for (const page of ['document', 'file', 'text', 'consent']) {
      const seen = await new SigningVisitor(bob).get(page, { cookie });
      const isShut = seen.location === '/code' || seen.status === 404;
      this.tally.expect(`/${page} with another signer's cookie`, isShut, `answered ${seen.status}`);
    }
  }
}

async function emailOfSigner({ tenant, requests }: World): Promise<string> {
  const { body } = await tenant.api.get(`${SIGNATURES}/${requests.created.id}`);
  return (body.signers as [{ email: string }])[0].email;
}

/** The owner's ids for the operation's path: one for each of the things that it may name. */
function idsOf(world: World, { path }: Operation): PathValues[] {
  const { requests, verifications, templates, bulkSendId, fileId, recipientIds, deliveryId, replayId } =
    world;
  if (path.includes('{deliveryId}')) return [{ deliveryId }];
  if (path.includes('{replayId}')) return [{ replayId }];
  if (path.includes('{verificationId}'))
    return Object.values(verifications).map(({ id }) => ({ verificationId: String(id) }));
  if (path.includes('{bulkSendId}')) return [{ bulkSendId: String(bulkSendId) }];
  if (path.includes('{templateId}'))
    return Object.values(templates).map((id) => ({ templateId: String(id), ...NUMBERS }));
  return Object.values(requests).map(({ id, signerIds }) => ({
    signatureId: String(id),
    signerId: String(signerIds[0] ?? 1),
    fileId: String(fileId),
    recipientId: String(recipientIds[0]),
    n: '1',
  }));
}

/** The same with ids that do not exist. */
const unknownIn = (ids: PathValues): PathValues =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [
      name,
      name in NUMBERS ? id : id.includes('-') ? UNKNOWN_UUID : UNKNOWN,
    ]),
  );

function faultsOfRefusal(answer: WireAnswer, status: number, expected: unknown): string[] {
  const isSame = answer.status === status && JSON.stringify(jsonOf(answer)) === JSON.stringify(expected);
  if (!isSame) return [`answered ${answer.status} ${answer.bytes.toString().slice(0, 200)}`];
  return faultsOfError(answer);
}

/** Waits for the limit of a key, which a walk of more than a thousand requests reaches. */
function permitted<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  const look = async () => {
    const answer = await ask();
    return answer.status === 429 ? null : answer;
  };
  return until('the key is permitted more requests', look, {
    longestMs: 120_000,
    lookMs: 2_000,
  }) as Promise<Answer>;
}
