import { STATUS_CODES } from 'node:http';
import {
  type ApiDocument,
  type Operation,
  type Place,
  placesIn,
  type Response,
  schemaRef,
} from '../../src/api-reference/domain/api-document.js';
import { KEY_HEADER, keyInUse, keyReused } from '../../src/auth/idempotency.interceptor.js';
import { REQUIRED_SCOPE } from '../../src/auth/scope.guard.js';
import {
  AppError,
  type FieldError,
  invalid,
  missingScope,
  notReady,
  tooManyRequests,
  unauthorized,
} from '../../src/common/errors.js';
import { malformedJson, unsupportedMediaType } from '../../src/common/http/body-parsing.js';
import { toAppError } from '../../src/common/http/error.filter.js';
import { type ErrorBody, errorBody } from '../../src/common/http/error-body.js';
import { notAnId } from '../../src/common/http/id.pipe.js';
import { REFUSALS } from '../../src/common/http/refuses.decorator.js';
import { notAUuid } from '../../src/common/http/uuid.pipe.js';
import { FILE_STORAGE_LOST, outageOf } from '../../src/common/outages.js';
import { PAGE_FAULT_CODES } from '../../src/forms/form-fault.js';
import { groupBy } from './group-by.js';

const failure = (code: string) => Object.assign(new Error(), { code, syscall: 'connect' });

/** Refusals of every operation. */
const EVERYWHERE = [
  unsupportedMediaType(),
  unauthorized(),
  unauthorized('Invalid API key format'),
  unauthorized('API key revoked'),
  tooManyRequests(),
  toAppError(new Error()),
  outageOf(failure('ECONNREFUSED'))!,
  outageOf(failure(FILE_STORAGE_LOST))!,
  outageOf(failure('ENOSPC'))!,
  notReady(),
];
/** Refusals of every operation that changes something. */
const CHANGING = [
  malformedJson('is not valid JSON'),
  toAppError(Object.assign(new Error(), { statusCode: 413 })),
  keyInUse(),
  keyReused(),
];
/** Example faults in the bodies of operations without other input, in the words of their validation. */
const WRONG_BODIES: Record<string, FieldError> = {
  signaturesCreate: {
    field: 'originalDocumentType',
    message: 'originalDocumentType must be a MIME type',
  },
  templatesCreate: { field: 'name', message: 'name must not be blank' },
  bulkSendsCreate: { field: 'name', message: 'name must not be blank' },
  identityVerificationsCreate: { field: 'email', message: 'email must be an email' },
};

const listed = (codes: readonly string[]) => {
  const named = codes.map((code) => `\`${code}\``);
  return `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
};

const ERROR_SCHEMAS = {
  Error: {
    type: 'object',
    description: 'An error. `code` is stable; `message` is for people and may change.',
    properties: {
      statusCode: { type: 'integer' },
      message: { type: 'string' },
      error: { type: 'string', description: 'The name of the status.' },
      code: { type: 'string', description: 'What a program can branch on.', pattern: '^[a-z0-9_]+$' },
      details: {
        type: 'array',
        description: 'Which fields are wrong, and how.',
        items: schemaRef('FieldError'),
      },
    },
    required: ['statusCode', 'message', 'error'],
  },
  FieldError: {
    type: 'object',
    properties: {
      field: { type: 'string', description: 'Its path, such as `signers[1].email`.' },
      message: { type: 'string' },
      code: {
        type: 'string',
        description: `What a program can branch on, for forms and their values. Only the pages of signers say ${listed(PAGE_FAULT_CODES)}.`,
        pattern: '^[a-z0-9_]+$',
      },
      rule: { type: 'string', description: 'The rule that a value breaks, such as `maxLength`.' },
      limit: { type: 'string', description: 'What the rule demands, such as `20`.' },
    },
    required: ['field', 'message'],
  },
};

/**
 * Adds a response for each status with which an operation refuses. A response that is the same everywhere becomes a
 * component.
 */
export function addRefusals(document: ApiDocument): void {
  Object.assign(document.components.schemas, ERROR_SCHEMAS);
  const variants = new Map<string, Set<string>>();
  for (const { method, path, operation } of placesIn(document)) {
    const refusals = refusalsOf({ method, path, operation });
    delete operation[REFUSALS];
    for (const [status, bodies] of groupBy(refusals, ({ statusCode }) => String(statusCode))) {
      const response = (operation.responses[status] = responseFor(bodies));
      variants.set(status, (variants.get(status) ?? new Set()).add(JSON.stringify(response)));
    }
  }
  for (const [status, [only, another]] of variants)
    if (another === undefined) share(document, status, JSON.parse(only!) as Response);
}

function refusalsOf({ method, operation }: Place): ErrorBody[] {
  const scope = operation[REQUIRED_SCOPE] as string | undefined;
  const takesKey = operation.parameters.some(({ name }) => name === KEY_HEADER);
  const derived = [
    ...wrongInput(operation),
    ...EVERYWHERE,
    ...(scope === undefined ? [] : [missingScope(scope)]),
    ...(takesKey ? CHANGING : []),
  ];
  if (!takesKey && method !== 'get') throw new AppError(500, `${operation.operationId} takes no key`);
  return [...derived.map(errorBody), ...((operation[REFUSALS] ?? []) as ErrorBody[])];
}

/** Examples of refusals of a wrong id, limit or body. Any other operation declares its own. */
function wrongInput({ operationId, parameters }: Operation): AppError[] {
  const id = parameters.find(({ in: place }) => place === 'path');
  if (id) return [id.schema.format === 'uuid' ? notAUuid(id.name) : notAnId(id.name)];
  const limit = parameters.find(({ name }) => name === 'limit');
  const problem = limit
    ? { field: 'limit', message: `limit must not be greater than ${limit.schema.maximum}` }
    : WRONG_BODIES[operationId];
  return problem ? [invalid(problem)] : [];
}

function responseFor(bodies: ErrorBody[]): Response {
  const [{ statusCode, error }] = bodies as [ErrorBody];
  const codes = [...new Set(bodies.flatMap(({ code }) => code ?? []))];
  const examples = bodies.map((value) => [value.code ?? nameOf(value.message), { value }] as const);
  const properties = {
    statusCode: { const: statusCode },
    ...(codes.length > 0 && { code: { enum: codes } }),
  };
  return {
    description: codes.length === 0 ? error : `${error}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    content: {
      'application/json': {
        schema: { allOf: [schemaRef('Error'), { properties }] },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function share(document: ApiDocument, status: string, response: Response): void {
  const name = STATUS_CODES[status]!.replaceAll(/[^A-Za-z]/g, '');
  document.components.responses[name] = response;
  for (const { operation } of placesIn(document))
    if (operation.responses[status]) operation.responses[status] = { $ref: `#/components/responses/${name}` };
}

/** `Signature not found` makes `signature_not_found`. */
const nameOf = (message: string) =>
  message
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_')
    .slice(0, 40);
