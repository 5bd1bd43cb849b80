import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  type ApiDocument,
  type Operation,
  placesIn,
  type Response,
} from '../../src/api-reference/domain/api-document.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

/** An operation of docs/openapi.json. */
export interface DocumentedOperation extends Operation {
  /** Such as `GET /api/v1/signatures/{signatureId}`. */
  name: string;
  method: string;
  path: string;
}

/** The parts of an answer that the document describes. */
export interface DescribedAnswer {
  status: number;
  /** Null if there is no such header. */
  header: (name: string) => string | null | undefined;
  /** Its JSON, or undefined. */
  json: unknown;
}

/** Statuses with which the server may refuse before it knows the operation; those answers have no code. */
const BEFORE_ROUTING = [400, 408, 417, 431];
/** Headers that only some answers with a status have. */
const SOMETIMES = ['Idempotency-Replayed', 'Link'];
const FORMATS = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, date: /^\d{4}-\d\d-\d\d$/ };
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks answers against docs/openapi.json. Members that it does not name are faults, too. */
export class DocumentedApi {
  readonly document = JSON.parse(
    readFileSync(join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8'),
  ) as ApiDocument;

  readonly operations: readonly DocumentedOperation[] = placesIn(this.document).map(
    ({ method, path, operation }) => {
      const upper = method.toUpperCase();
      return { ...operation, name: `${upper} ${path}`, method: upper, path };
    },
  );

  private readonly patterns = this.operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor() {
    for (const [name, pattern] of Object.entries(FORMATS)) this.ajv.addFormat(name, pattern);
    this.ajv.addFormat('uuid', UUID).addFormat('email', /@/);
    this.ajv.addFormat('uri', (text: string) => URL.canParse(text)).addFormat('binary', true);
    this.ajv.addSchema(closed(this.document), 'api');
  }

  /** @param path - with its query */
  find(method: string, path: string): DocumentedOperation | undefined {
    const [plain] = path.split('?') as [string];
    return this.patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(plain))
      ?.operation;
  }

  /** The parts of an answer that the document does not describe. */
  faultsOf(operation: DocumentedOperation, { status, header, json }: DescribedAnswer): string[] {
    // Fastify itself answers for a server that is closing, without running the service's hooks.
    if (status === 503 && header('X-Request-Id') == null) return [];
    const response = this.responseOf(operation, status);
    const hasCode = typeof json === 'object' && json !== null && 'code' in json;
    if (BEFORE_ROUTING.includes(status) && !hasCode && !response?.content) return [];
    if (!response) return [`${status} is not in the document`];
    const missing = Object.keys(response.headers ?? {}).filter(
      (name) => !SOMETIMES.includes(name) && header(name) == null,
    );
    const faults = [
      ...missing.map((name) => `${status} without ${name}`),
      ...Object.keys(response.headers ?? {}).flatMap((name) => this.faultsOfHeader(name, header(name))),
    ];
    const type = header('content-type')?.split(';')[0] ?? '';
    if (!response.content) return type === '' ? faults : [...faults, `${status} with a body`];
    if (!(type in response.content)) return [...faults, `${status} of the type ${type || '(none)'}`];
    if (type !== 'application/json') return faults;
    const at = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(status)];
    const shared = operation.responses[status]!.$ref?.split('/').slice(1);
    const pointer = [...(shared ?? at), 'content', type, 'schema'];
    return [...faults, ...this.faultsOfValue(json, pointer).map((fault) => `${status}: ${fault}`)];
  }

  responseOf({ responses }: DocumentedOperation, status: number): Response | undefined {
    const found = responses[status];
    return found?.$ref === undefined
      ? found
      : this.document.components.responses[found.$ref.split('/').at(-1)!];
  }

  /** The faults of an answer's header; none if the header is missing. */
  private faultsOfHeader(name: string, value: string | null | undefined): string[] {
    if (value == null) return [];
    const { schema } = this.document.components.headers[name]!;
    const read = schema.type === 'integer' ? Number(value) : value;
    const faults = this.faultsOfValue(read, ['components', 'headers', name, 'schema']);
    return faults.map((fault) => `${name}: ${value}: ${fault}`);
  }

  /** The faults of a value that should match the schema at this place in the document. */
  faultsOfValue(value: unknown, place: readonly string[]): string[] {
    const pointer = place
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent);
    const reference = `api#/${pointer.join('/')}`;
    const validate = this.validators.get(reference) ?? this.ajv.compile({ $ref: reference });
    this.validators.set(reference, validate);
    if (validate(value)) return [];
    return validate.errors!.map(
      ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

/** Events of recipients add a member to this one. */
const EXTENDED = 'SignaturePayload';

/** The document with schemas that allow no other members, unless they say so. */
function closed(document: ApiDocument): ApiDocument {
  const copy = structuredClone(document);
  for (const [name, schema] of Object.entries(copy.components.schemas))
    if (schema.properties && name !== EXTENDED) schema.additionalProperties ??= false;
  return copy;
}

let shared: DocumentedApi | undefined;

/** Fails unless the document describes this answer of the API. */
export function assertDocumented(method: string, path: string, answer: DescribedAnswer): void {
  const api = (shared ??= new DocumentedApi());
  const operation = api.find(method, path);
  const faults = operation ? api.faultsOf(operation, answer) : [];
  if (faults.length > 0)
    throw new Error(
      `docs/openapi.json does not describe this answer to ${method} ${path}: ${faults.join('; ')}`,
    );
}
