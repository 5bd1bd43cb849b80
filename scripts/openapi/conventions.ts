import {
  type ApiDocument,
  type Operation,
  placesIn,
  type Schema,
} from '../../src/api-reference/domain/api-document.js';

/** All other numbers of the interface are whole. */
const FRACTIONS = ['x', 'y', 'width', 'height', 'score', 'threshold', 'matchScore'];
const INSTANT = /(?:[a-z]At|^dateSent|^expiresDate)$/;
/** Formats of texts in responses, derived from their names because TypeScript's types do not state them. */
const FORMATS: readonly [RegExp, string][] = [
  [INSTANT, 'date-time'],
  [/^(?:dateOfBirth|expiryDate)$/, 'date'],
  [/^(?:e|signerE)mail$/, 'email'],
  [/^(?:signing|session|redirect)Url$/, 'uri'],
  [/^(?:webhookId|sessionId)$/, 'uuid'],
];
/** Schemas that can have further members. */
const OPEN = ['AuditEvent'];

/** Completes the schemas with what holds throughout the interface, and drops `Dto` from their names. */
export function applyConventions(document: ApiDocument): ApiDocument {
  const renamed = JSON.parse(
    JSON.stringify(document).replaceAll(/(#\/components\/schemas\/\w+?)Dto"/g, '$1"'),
  ) as ApiDocument;
  const { components } = renamed;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name.replace(/Dto$/, ''),
    schema,
  ]);
  components.schemas = Object.fromEntries(schemas) as Record<string, Schema>;
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (OPEN.includes(name)) schema.additionalProperties = true;
    const isAnswer = !/^(?:Create|Send|Change|Place|DocumentField)(?!d)/.test(name) || name === 'SentSigner';
    for (const [property, inner] of Object.entries(schema.properties ?? {}))
      complete(inner, property, isAnswer);
  }
  for (const { operation } of placesIn(renamed)) {
    splitSummary(operation);
    describeRawBodies(operation);
    for (const { name, in: place, schema } of operation.parameters)
      if (place === 'path') {
        complete(schema, name, false, { minimum: 1 });
        // An id that is not a number is a UUID.
        if (schema.type === 'string') schema.format = 'uuid';
      }
  }
  return renamed;
}

/** A comment's first sentence is the summary; the rest describes the operation. */
function splitSummary(operation: Operation): void {
  const [, first, rest] = /^(.+?\.)(?:\s+(.+))?$/s.exec(operation.summary) ?? [];
  if (first === undefined || rest === undefined) return;
  Object.assign(operation, { summary: first, description: rest.replaceAll('\n', ' ') });
}

/** A file is the whole body, unless the body is a form. */
function describeRawBodies({ requestBody }: Operation): void {
  for (const [type, content] of Object.entries(requestBody?.content ?? {}))
    if (type !== 'application/json' && type !== 'multipart/form-data')
      content.schema = { type: 'string', format: 'binary' };
}

function complete(schema: Schema, name: string, isAnswer: boolean, limits: Schema = {}): void {
  const types = [schema.type].flat();
  const withType = (type: string) => (Array.isArray(schema.type) ? [type, 'null'] : type);
  const [only, another] = schema.allOf ?? [];
  if (only && !another) {
    delete schema.allOf;
    schema.$ref = only.$ref;
  }
  if (schema.oneOf) delete schema.type;
  else if (types.includes('number') && !FRACTIONS.includes(name))
    Object.assign(schema, { type: withType('integer'), ...limits });
  else if (types.includes('string') && isAnswer && !schema.enum) {
    const format = FORMATS.find(([pattern]) => pattern.test(name))?.[1];
    if (format !== undefined) schema.format = format;
  }
}
