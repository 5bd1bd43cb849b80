import sharp from 'sharp';
import { type Random } from '../../../scripts/mrz/random.js';
import { textPdf } from '../../support/pdf-samples.js';
import { TEMPLATES } from '../../support/templates.js';
import { formWith } from '../form-with.js';
import { type Installation } from '../installation.js';
import { type OpenApi, type Operation } from '../openapi.js';
import { SIGNATURES } from '../paths.js';
import { type WireRequest } from '../wire.js';
import { type KnownRequest, type World, WorldBuilder } from '../world.js';
import { changesTemplate, FormRequests, SETS_FORM, type Subject } from './form-requests.js';
import { DOCUMENT, DOCUMENTS } from './made-subjects.js';
import { type Draft, mutate, write } from './mutations.js';
import { ValidValues } from './valid-values.js';

/** The shares of valid requests, and of ids in a state in which the operation succeeds. */
const VALID = 0.55;
const FAVOURED = 0.75;
const WITH_KEY = 0.25;
/** A key used before, mostly for another request. */
const KEY_AGAIN = 0.1;

const JSON_TYPE = { 'content-type': 'application/json' };
const SEND = `POST ${SIGNATURES}/{signatureId}/send`;
/** Operations that take a document. */
const UPLOAD = `PUT ${SIGNATURES}/{signatureId}/document`;
const UPLOADS = [UPLOAD, `PUT ${TEMPLATES}/{templateId}/documents/{n}`, `PUT ${DOCUMENT}`];

/** Other parts of a form with a file; operations that take none of them ignore them. */
const BESIDE_A_FILE: readonly Record<string, string>[] = [
  {},
  { name: 'Annex \u202efdp.exe' },
  { name: 'Lease.pdf', fields: '[]' },
  {
    fields: '[{"kind":"signature","page":1,"x":72,"y":72,"width":180,"height":48,"signerEmail":"a@b.test"}]',
  },
];

/** How often a parameter of the query is given; without `fields`, documents with fields stay where they are. */
const QUERIED = 0.3;
const QUERIED_FIELDS = 0.8;

const request = ({ id, signerIds }: KnownRequest, random: Random): Subject => ({
  signatureId: id,
  signerId: signerIds.length > 0 ? random.pick(signerIds) : 1,
});

/** The states in which an operation succeeds; any state if it is not listed. */
const FAVOURABLE: Record<string, (world: World, random: Random) => Subject> = {
  [UPLOAD]: ({ requests: { draft, ready } }, random) => request(random.pick([draft, ready]), random),
  [`GET ${SIGNATURES}/{signatureId}/document`]: ({ requests }, random) => request(requests.ready, random),
  [`PUT ${SIGNATURES}/{signatureId}/document/fields`]: ({ requests }, random) =>
    request(requests.ready, random),
  [`GET ${SIGNATURES}/{signatureId}/document/signed`]: ({ requests }, random) =>
    request(requests.completed, random),
  [`GET ${SIGNATURES}/{signatureId}/certificate`]: ({ requests }, random) =>
    request(requests.completed, random),
  [`GET ${DOCUMENTS}/archive`]: ({ requests }, random) => request(requests.completed, random),
  [`GET ${DOCUMENT}/signed`]: ({ requests }, random) => ({ ...request(requests.completed, random), n: 1 }),
  [`POST ${SIGNATURES}/{signatureId}/signers/{signerId}/notification`]: ({ requests }, random) =>
    request(requests.created, random),
  [`PATCH ${SIGNATURES}/{signatureId}/signers/{signerId}`]: ({ requests }, random) =>
    request(requests.created, random),
  [`POST ${SIGNATURES}/{signatureId}/recipients`]: ({ requests }, random) =>
    request(random.pick([requests.created, requests.from_template, requests.with_recipients]), random),
  [`POST ${SIGNATURES}/{signatureId}/recipients/{recipientId}/remind`]: (world, random) => ({
    ...request(world.requests.with_recipients, random),
    recipientId: world.recipientIds[0]!,
  }),
  // The copy has been sent.
  [`PATCH ${SIGNATURES}/{signatureId}/recipients/{recipientId}`]: ({ requests, recipientIds }, random) => ({
    ...request(requests.with_recipients, random),
    recipientId: recipientIds[0]!,
  }),
  'DELETE /api/v1/identity-verifications/{verificationId}/media': ({ verifications }, random) => ({
    verificationId: random.pick([verifications.failed, verifications.expired, verifications.completed]).id,
  }),
  'GET /api/v1/identity-verifications/{verificationId}/document-report': ({ verifications }, random) => ({
    verificationId: random.pick([verifications.failed, verifications.completed, verifications.manual_review])
      .id,
  }),
};

/** Composes requests to an operation, valid and invalid. */
export class FuzzRequests {
  private readonly usedKeys: string[] = [];
  private readonly forms: FormRequests;
  private files: [type: string, bytes: Buffer][] = [];

  constructor(
    private readonly api: OpenApi,
    private readonly site: Installation,
  ) {
    this.forms = new FormRequests(api, site);
  }

  async prepare(): Promise<void> {
    const picture = sharp({ create: { width: 200, height: 100, channels: 3, background: '#d0d0ff' } });
    this.files = [
      ['application/pdf', await textPdf()],
      ['application/pdf', await textPdf(3)],
      ['image/png', await picture.clone().png().toBuffer()],
      ['image/jpeg', await picture.clone().jpeg().toBuffer()],
    ];
  }

  /** The most requests that one to the operation takes, with what is made for it. */
  callsFor(operation: Operation): number {
    return operation.name === SEND || this.forms.makesSubject(operation) ? 4 : 1;
  }

  /** The same `random` gives the same request, except for ids, invented names and keys used before. */
  async next(operation: Operation, world: World, random: Random): Promise<WireRequest> {
    const values = new ValidValues(this.api, random, this.site);
    const isValid = random.chance(VALID);
    const headers = {
      authorization: `Bearer ${world.tenant.apiKey}`,
      ...this.idempotencyKey(operation, random),
    };
    const subject = await this.subject(operation, world, random, isValid);
    const ids = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(subject[name!]));
    const draft: Draft = { method: operation.method, path: operation.path, ids, query: [], headers };
    draft.query = operation.parameters
      .filter(({ in: place }) => place === 'query')
      .filter(({ name }) => random.chance(name === 'fields' ? QUERIED_FIELDS : QUERIED))
      .map(({ name, schema }) => [name, encodeURIComponent(String(values.of(schema, name)))]);
    const body = operation.requestBody?.content?.['application/json']?.schema;
    const made = await this.forms.body(operation, { world, subject, random, values });
    if (made) {
      Object.assign(draft, { json: made.json, wrap: made.wrap });
      Object.assign(draft.headers, made.headers ?? JSON_TYPE);
    } else if (body) {
      draft.json = values.of(body);
      Object.assign(draft.headers, JSON_TYPE);
    }
    if (UPLOADS.includes(operation.name)) this.addFile(draft, random);
    if (!isValid) mutate(draft, random);
    return write(draft, random);
  }

  private idempotencyKey({ method }: Operation, random: Random): Record<string, string> {
    const { usedKeys } = this;
    if (method === 'GET' || !random.chance(WITH_KEY)) return {};
    const isAgain = usedKeys.length > 0 && random.chance(KEY_AGAIN);
    const key = isAgain ? random.pick(usedKeys) : `key-${usedKeys.length}-${random.below(1e9)}`;
    if (!isAgain) usedKeys.push(key);
    return { 'idempotency-key': key };
  }

  /** What is in every state, mostly one in which the operation succeeds. */
  private async subject(
    operation: Operation,
    world: World,
    random: Random,
    isValid: boolean,
  ): Promise<Subject> {
    const { name } = operation;
    const isFavoured = random.chance(FAVOURED);
    const any = anySubject(operation, world, random);
    if (!isFavoured) return any;
    if (name === SEND && isValid)
      return { signatureId: await new WorldBuilder(this.site, world.tenant).draft('fast') };
    return {
      ...any,
      ...FAVOURABLE[name]?.(world, random),
      ...(await this.forms.subject(operation, world, random)),
    };
  }

  /** Adds a file as raw bytes or as a form. */
  private addFile(draft: Draft, random: Random): void {
    const [type, bytes] = random.pick(this.files);
    const { headers, body } = formWith(bytes, { type, texts: random.pick(BESIDE_A_FILE) });
    const isForm = random.chance(0.5);
    Object.assign(draft.headers, isForm ? headers : { 'content-type': type });
    draft.raw = isForm ? body : bytes;
  }
}

/** A value for every parameter of a path, of what is in any state. */
function anySubject(operation: Operation, world: World, random: Random): Subject {
  const { requests, verifications, templates, bulkSendId, fileId, recipientIds, deliveryId, replayId } =
    world;
  // A draft of the world that is sent would no longer be a draft, and one with a form takes no other fields.
  const { draft, ready, ...others } = requests;
  const changesDraft = operation.name === SEND || SETS_FORM.includes(operation.name);
  const all = changesDraft ? Object.values(others) : [draft, ready, ...Object.values(others)];
  const isOthers = !changesTemplate(operation) && random.chance(0.5);
  return {
    ...request(random.pick(all), random),
    verificationId: random.pick(Object.values(verifications)).id,
    templateId: isOthers ? templates.published : templates.archived,
    ...{ bulkSendId, fileId, recipientId: recipientIds[0]!, deliveryId, replayId },
    ...{ n: 1 + random.below(3), version: 1 + random.below(2), other: 1 + random.below(2) },
  };
}
