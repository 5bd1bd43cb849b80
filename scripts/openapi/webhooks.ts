import { type ApiDocument, type Schema, schemaRef } from '../../src/api-reference/domain/api-document.js';
import { EVENT_TYPES, TEST_EVENT } from '../../src/webhooks/domain/event-types.js';
import { exampleOf } from './examples.js';

/** Descriptions of when each event is sent. */
const MEANINGS: Record<string, string> = {
  'signature.created': 'A request was sent to its signers.',
  'signature.partially_signed': 'A signer has signed, but not all have.',
  'signature.completed': 'All signers have signed; the signed PDF and the certificate are available.',
  'signature.rejected': 'A signer has rejected the request.',
  'signature.expired': 'The deadline passed before all signers had signed.',
  'signature.cancelled': 'The request was cancelled; `deletedAt` says when.',
  'signature.recipient_approved':
    'Somebody has approved the request. Sent only to endpoints that subscribe to it.',
  'signature.recipient_viewed':
    'Somebody has confirmed having read the document. Sent only to endpoints that subscribe to it.',
  'signature.recipient_rejected':
    'Somebody has declined to approve, which also rejects the request. Sent only to endpoints that subscribe to it.',
  'identity_verification.created': 'A verification was created. Sent only to endpoints that subscribe to it.',
  'identity_verification.started':
    'The person has opened the session. Sent only to endpoints that subscribe to it.',
  'identity_verification.document_uploaded':
    'The person has sent a picture of the document. Sent only to endpoints that subscribe to it.',
  'identity_verification.completed': 'The person is verified; the document report is available.',
  'identity_verification.failed': 'The person is not verified; the document report says why.',
  'identity_verification.expired':
    'The session ended before the person had finished. Sent only to endpoints that subscribe to it.',
  'template.published': 'A version of a template was published. Sent only to endpoints that subscribe to it.',
  'template.archived': 'A template was archived. Sent only to endpoints that subscribe to it.',
  'bulk_send.finished':
    'Every row of a bulk send was sent or has failed. Sent only to endpoints that subscribe to it.',
  'bulk_send.paused':
    'A bulk send was paused by what keeps its rows from being sent. Sent only to endpoints that subscribe to it.',
  [TEST_EVENT]: 'A member requested a test event. Nothing has happened.',
};

const EVENT_ID = '6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e';

const header = (name: string, description: string, example: string, schema: Schema) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string', ...schema },
  example,
});

const HEADERS = [
  header(
    'X-Service-Webhook-Id',
    'The id of the delivery, the same in every attempt: the `webhookId` of the body.',
    EVENT_ID,
    { format: 'uuid' },
  ),
  header(
    'X-Service-Signature',
    'The lower-case hexadecimal HMAC-SHA256 of the raw body, with the whole webhook secret as the key.',
    '3f1c0e5d9a7b2c4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6',
    { pattern: '^[0-9a-f]{64}$' },
  ),
  header('webhook-id', 'As in Standard Webhooks: the same as X-Service-Webhook-Id.', EVENT_ID, {
    format: 'uuid',
  }),
  header(
    'webhook-timestamp',
    'As in Standard Webhooks: the time of this attempt, in seconds since 1970.',
    '1772443800',
    { pattern: '^\\d+$' },
  ),
  header(
    'webhook-signature',
    'As in Standard Webhooks: a `v1` signature by each current secret and a `v1a` signature, separated by spaces.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
    { pattern: '^(?:v1,[A-Za-z0-9+/]{43}= )+v1a,[A-Za-z0-9+/]{86}==$' },
  ),
];

const COUNT = (description: string): Schema => ({ type: 'integer', description });
const BULK_SEND_DATA: Schema = {
  type: 'object',
  description: 'A bulk send, as it is when the event is recorded.',
  properties: {
    id: COUNT('The number of the bulk send.'),
    name: { type: 'string', description: 'Shown to members only.' },
    templateId: COUNT('The template from which the requests are made.'),
    version: COUNT('Of the template.'),
    rows: COUNT('All rows of the file.'),
    created: COUNT('Rows whose requests were made.'),
    failed: COUNT('Rows whose requests could not be made.'),
    invalid: COUNT('Rows with faults.'),
    reason: { type: ['string', 'null'], description: 'The code of what paused it; null if it finished.' },
  },
  required: ['id', 'name', 'templateId', 'version', 'rows', 'created', 'failed', 'invalid', 'reason'],
};
const RECIPIENT_DATA: Schema = {
  type: 'object',
  properties: {
    recipient: {
      type: 'object',
      description: 'Who did it.',
      properties: {
        id: { type: 'integer' },
        email: { type: 'string' },
        name: { type: ['string', 'null'] },
        action: { enum: ['approve', 'view', 'copy'] },
        status: { enum: ['pending', 'approved', 'rejected', 'viewed', 'told'] },
        actedAt: { type: ['string', 'null'], format: 'date-time' },
        reason: { type: ['string', 'null'], description: 'Why an approver declined, in their own words.' },
      },
      required: ['id', 'email', 'name', 'action', 'status', 'actedAt', 'reason'],
    },
  },
  required: ['recipient'],
};
const TEMPLATE_DATA: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    version: { type: ['integer', 'null'], description: 'The latest published version.' },
    sha256: { type: ['string', 'null'], description: 'Its digest, in hexadecimal digits.' },
  },
  required: ['id', 'name', 'version', 'sha256'],
};

const TEST_DATA: Schema = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

/** The data left once a person's data was erased. */
const ERASED_DATA: Schema = {
  type: 'object',
  description: 'The person’s data was erased before the event was delivered or read.',
  properties: {
    id: { type: 'integer' },
    erased: { const: true },
    erasedAt: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'erased', 'erasedAt'],
  additionalProperties: false,
};

/** Describes the request sent to a receiver for each event. */
export function describeWebhooks(document: ApiDocument): void {
  document.webhooks = Object.fromEntries(
    [...EVENT_TYPES, TEST_EVENT].map((event) => [event, { post: receiving(document, event) }]),
  );
}

function receiving(document: ApiDocument, event: string) {
  const summary = MEANINGS[event];
  if (summary === undefined)
    throw new Error(`scripts/openapi/webhooks.ts does not say when ${event} is sent`);
  const schema = {
    allOf: [schemaRef('Event'), { properties: { event: { const: event }, data: dataOf(event) } }],
  };
  const example = {
    ...(exampleOf(document, schemaRef('Event')) as object),
    event,
    data: exampleData(document, event),
  };
  return {
    operationId: event.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    tags: ['webhooks'],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': {
        description:
          'Received. After any other response, or none within 30 seconds, the delivery is attempted again, five times in all.',
      },
    },
  };
}

function exampleData(document: ApiDocument, event: string): unknown {
  if (!event.startsWith('signature.recipient_'))
    return exampleOf(document, dataOf(event), statusAfter(event));
  const request = exampleOf(document, schemaRef('SignaturePayload'), statusAfter(event)) as object;
  const status = event.replace('signature.recipient_', '');
  const recipient = {
    ...{ id: 61, email: 'emmy@example.com', name: 'Emmy Noether', status },
    action: status === 'viewed' ? 'view' : 'approve',
    actedAt: '2026-03-02T09:30:00.000Z',
    reason: status === 'rejected' ? 'The rent is wrong' : null,
  };
  return { ...request, recipient };
}

function dataOf(event: string): Schema {
  if (event === TEST_EVENT) return TEST_DATA;
  if (event.startsWith('signature.recipient_'))
    return { allOf: [schemaRef('SignaturePayload'), RECIPIENT_DATA] };
  if (event.startsWith('signature.')) return schemaRef('SignaturePayload');
  if (event.startsWith('template.')) return TEMPLATE_DATA;
  if (event.startsWith('bulk_send.')) return BULK_SEND_DATA;
  return { anyOf: [schemaRef('VerificationPayload'), ERASED_DATA] };
}

/** The status of the resource when the event is recorded. */
function statusAfter(event: string): Record<string, unknown> {
  const [resource, happened] = event.split('.') as [string, string];
  if (resource === 'template') return { id: 12, name: 'Lease' };
  if (resource === 'bulk_send')
    return { id: 5, name: 'Leases in May', reason: happened === 'paused' ? 'template_archived' : null };
  if (happened.startsWith('recipient_')) {
    const status = happened.replace('recipient_', '');
    return { status: status === 'rejected' ? 'rejected' : 'created' };
  }
  if (resource === 'signature') return { status: happened === 'cancelled' ? 'created' : happened };
  const states: Record<string, string> = {
    created: 'pending',
    started: 'in_progress',
    document_uploaded: 'in_progress',
  };
  return { status: states[happened] ?? happened };
}
