import sharp from 'sharp';
import { type Random } from '../../../scripts/mrz/random.js';
import { textPdf } from '../../support/pdf-samples.js';
import { type Installation } from '../installation.js';
import { type OpenApi, type Operation } from '../openapi.js';
import { SIGNATURES } from '../paths.js';
import { type WireRequest } from '../wire.js';
import { idOfDeliveries, type KnownRequest, type World, WorldBuilder } from '../world.js';
import { type Draft, mutate, write } from './mutations.js';
import { ValidValues } from './valid-values.js';

/** The shares of valid requests, and of ids in a state in which the operation succeeds. */
const VALID = 0.55;
const FAVOURED = 0.75;
const WITH_KEY = 0.25;
/** A key used before, mostly for another request. */
const KEY_AGAIN = 0.1;

const SEND = `POST ${SIGNATURES}/{signatureId}/send`;
const UPLOAD = `PUT ${SIGNATURES}/{signatureId}/document`;

type Ids = { request: KnownRequest } | { verification: { id: number } };

/** The states in which an operation succeeds; any state if it is not listed. */
const FAVOURABLE: Record<string, (world: World, random: Random) => Ids> = {
  [UPLOAD]: ({ requests }, random) => ({ request: random.pick([requests.draft, requests.ready]) }),
  [`GET ${SIGNATURES}/{signatureId}/document`]: ({ requests }) => ({ request: requests.ready }),
  [`PUT ${SIGNATURES}/{signatureId}/document/fields`]: ({ requests }) => ({ request: requests.ready }),
  [`PUT ${SIGNATURES}/{signatureId}/form`]: ({ requests }) => ({ request: requests.ready }),
  [`GET ${SIGNATURES}/{signatureId}/document/signed`]: ({ requests }) => ({ request: requests.completed }),
  [`GET ${SIGNATURES}/{signatureId}/certificate`]: ({ requests }) => ({ request: requests.completed }),
  [`POST ${SIGNATURES}/{signatureId}/signers/{signerId}/notification`]: ({ requests }) => ({
    request: requests.created,
  }),
  [`PATCH ${SIGNATURES}/{signatureId}/signers/{signerId}`]: ({ requests }) => ({ request: requests.created }),
  'DELETE /api/v1/identity-verifications/{verificationId}/media': ({ verifications }, random) => ({
    verification: random.pick([verifications.failed, verifications.expired, verifications.completed]),
  }),
  'GET /api/v1/identity-verifications/{verificationId}/document-report': ({ verifications }, random) => ({
    verification: random.pick([verifications.failed, verifications.completed, verifications.manual_review]),
  }),
};

/** Composes requests to an operation, valid and invalid. */
export class FuzzRequests {
  private readonly usedKeys: string[] = [];
  private files: [type: string, bytes: Buffer][] = [];

  constructor(
    private readonly api: OpenApi,
    private readonly site: Installation,
  ) {}

  async prepare(): Promise<void> {
    const picture = sharp({ create: { width: 200, height: 100, channels: 3, background: '#d0d0ff' } });
    this.files = [
      ['application/pdf', await textPdf()],
      ['application/pdf', await textPdf(3)],
      ['image/png', await picture.clone().png().toBuffer()],
      ['image/jpeg', await picture.clone().jpeg().toBuffer()],
    ];
  }

  /** The same `random` gives the same request, except for ids, invented names and keys used before. */
  async next(operation: Operation, world: World, random: Random): Promise<WireRequest> {
    const values = new ValidValues(this.api, random, this.site);
    const isValid = random.chance(VALID);
    const headers = {
      authorization: `Bearer ${world.tenant.apiKey}`,
      ...this.idempotencyKey(operation, random),
    };
    const ids = await this.ids(operation, world, random, isValid);
    const draft: Draft = { method: operation.method, path: operation.path, ids, query: [], headers };
    draft.query = operation.parameters
      .filter((parameter) => parameter.in === 'query' && random.chance(0.3))
      .map(({ name, schema }) => [name, encodeURIComponent(String(values.of(schema, name)))]);
    const body = operation.requestBody?.content?.['application/json']?.schema;
    if (body) {
      draft.json = values.of(body);
      draft.headers['content-type'] = 'application/json';
    }
    if (operation.name === UPLOAD) this.addFile(draft, random);
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

  /** Ids of requests and verifications in every state, mostly one in which the operation succeeds. */
  private async ids(
    { name, path }: Operation,
    world: World,
    random: Random,
    isValid: boolean,
  ): Promise<string[]> {
    const isFavoured = random.chance(FAVOURED);
    if (name === SEND && isFavoured && isValid)
      return [String(await new WorldBuilder(this.site, world.tenant).draft('fast'))];
    const known = isFavoured ? FAVOURABLE[name]?.(world, random) : undefined;
    const ofDeliveries = idOfDeliveries(world, path);
    if (ofDeliveries !== undefined) return [ofDeliveries];
    if (path.includes('{verificationId}')) {
      const any = random.pick(Object.values(world.verifications));
      return [String(known && 'verification' in known ? known.verification.id : any.id)];
    }
    // A draft of the world that is sent would no longer be a draft.
    const { draft, ready, ...others } = world.requests;
    const all = name === SEND ? Object.values(others) : [draft, ready, ...Object.values(others)];
    const request = known && 'request' in known ? known.request : random.pick(all);
    const signer = request.signerIds.length > 0 ? random.pick(request.signerIds) : 1;
    return [String(request.id), String(signer)];
  }

  /** Adds a file as raw bytes or as a form. */
  private addFile(draft: Draft, random: Random): void {
    const [type, bytes] = random.pick(this.files);
    const boundary = 'b0undary';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ${type}\r\n\r\n`;
    const isForm = random.chance(0.5);
    draft.headers['content-type'] = isForm ? `multipart/form-data; boundary=${boundary}` : type;
    draft.raw = isForm
      ? Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
      : bytes;
  }
}
