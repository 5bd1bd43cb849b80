import {
  type ApiDocument,
  type Content,
  type Example,
  placesIn,
  type Schema,
} from '../../src/api-reference/domain/api-document.js';
import {
  ANSWERS_OF_DOCUMENTS,
  MEMBERS_OF_DOCUMENTS,
  REQUESTS_OF_DOCUMENTS,
} from './examples-of-documents.js';
import { ANSWERS_OF_FORMS, FORM, IMPORT_UPLOAD, MEMBERS_OF_FORMS } from './examples-of-forms.js';
import {
  ANSWERS_OF_RECIPIENTS,
  MEMBERS_OF_RECIPIENTS,
  REQUESTS_OF_RECIPIENTS,
  WITH_RECIPIENTS,
} from './examples-of-recipients.js';
import {
  ANSWERS_OF_TEMPLATES,
  MEMBERS_OF_TEMPLATES,
  REQUESTS_OF_TEMPLATES,
} from './examples-of-templates.js';
import { REQUESTS_OF_VERIFICATIONS } from './examples-of-verifications.js';

const UUID = '6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e';
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Values of members by name, which means the same throughout the interface. */
const BY_NAME: Record<string, unknown> = {
  id: 4711,
  signatureId: 4711,
  signerId: 9042,
  verificationId: 815,
  organizationId: 7,
  createdByUserId: 3,
  endpointId: 2,
  email: 'ada@example.com',
  signerEmail: 'ada@example.com',
  name: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  senderName: 'Acme Rentals',
  subject: 'Lease for flat 7',
  messageContent: 'Please sign by Friday.',
  originalDocumentName: 'Lease.pdf',
  originalDocumentType: 'application/pdf',
  originalDocumentExtension: 'pdf',
  ccOnComplete: ['office@example.com'],
  requireVerification: false,
  documentStatus: 'ready',
  type: 'advanced',
  dateSent: '2026-03-02T09:30:00.000Z',
  expiresDate: '2026-04-01T23:59:59.999Z',
  sessionUrl: `https://sign.example.com/verify/${HASH}`,
  redirectUrl: 'https://shop.example.com/verified',
  metadata: { order: 1815 },
  sessionId: UUID,
  webhookId: UUID,
  replayOf: null,
  from: '2026-03-01T00:00:00.000Z',
  until: '2026-03-02T00:00:00.000Z',
  found: 12,
  replayed: 8,
  finished: false,
  token: HASH,
  total: 1,
  filesLeft: 0,
  skip: 0,
  offset: 0,
  page: 1,
  limit: 20,
  key: 'rent',
  sha256: HASH,
  number: 1,
  previous: null,
  hash: HASH,
  message: 'Reminder sent to ada@example.com',
  documentType: 'passport',
  verificationMethod: 'combined',
  dateOfBirth: '1985-12-10',
  documentNumber: 'P1234567',
  expiryDate: '2031-07-14',
  nationality: 'GB',
  issuingCountry: 'GBR',
  result: 'approved',
  reasons: [],
  matchScore: 0.93,
  matchedBy: 'face',
  passed: true,
  score: 0.93,
  threshold: 0.6,
  spoofDetected: false,
  outcome: 'clear',
  engineVersion: 'face-api 1.7.15',
  kind: 'signature',
  x: 72,
  y: 640,
  width: 180,
  height: 40,
  label: '',
  required: true,
  signerNumber: null,
  event: 'signature.completed',
  requestBody: {},
  responseCode: 200,
  responseBody: 'ok',
  responseHeaders: { 'content-type': 'text/plain' },
  nextRetryAt: null,
  failureReason: null,
  attempts: 1,
  data: { id: 4711 },
  next: 'MS4zLjA',
  hasMore: false,
  ...MEMBERS_OF_FORMS,
  ...MEMBERS_OF_RECIPIENTS,
  ...MEMBERS_OF_DOCUMENTS,
  ...MEMBERS_OF_TEMPLATES,
};

const SIGNERS = ['Signer', 'SignerSummary', 'SentSigner', 'SignerStatus'];

/** Values that differ in the responses of an operation. */
const BY_OPERATION: Record<string, Record<string, unknown>> = {
  signaturesCreate: {
    status: 'draft',
    documentStatus: 'draft',
    subject: '',
    messageContent: '',
    dateSent: null,
    expiresDate: null,
    ccOnComplete: [],
  },
  signatureDocumentsUpload: {
    status: 'draft',
    subject: '',
    messageContent: '',
    dateSent: null,
    expiresDate: null,
    ccOnComplete: [],
  },
  signaturesAuditTrail: { type: 'created' },
  ...ANSWERS_OF_FORMS,
  ...ANSWERS_OF_RECIPIENTS,
  ...ANSWERS_OF_DOCUMENTS,
  identityVerificationsCreate: { id: 815, status: 'pending' },
  identityVerificationsList: { id: 815, status: 'completed' },
  identityVerificationsGet: { id: 815, status: 'pending', type: 'identity_verification.created' },
  identityVerificationsEraseMedia: { id: 815 },
  documentReportsGet: { id: 'face_match', message: 'The face matches the portrait' },
  webhookReplaysReplay: { id: UUID },
  webhookReplaysReplayFailed: { id: UUID, endpointId: null },
  webhookReplaysProgress: { id: UUID, endpointId: null },
  webhookNotificationsList: { id: UUID, organizationId: '7', status: 'success' },
  ...ANSWERS_OF_TEMPLATES,
};

/** Requests that the service accepts, in the state required by a path with these parameters. */
export const REQUESTS: Record<string, Record<string, Example>> = {
  ...REQUESTS_OF_TEMPLATES,
  ...REQUESTS_OF_RECIPIENTS,
  ...REQUESTS_OF_DOCUMENTS,
  signaturesCreate: {
    draft: {
      summary: 'A draft, whose document is uploaded next',
      value: {
        type: 'advanced',
        originalDocumentName: 'Lease.pdf',
        originalDocumentType: 'application/pdf',
        originalDocumentExtension: 'pdf',
      },
    },
  },
  signaturesSend: {
    one_signer: { summary: 'The required minimum', value: { signers: [{ email: 'ada@example.com' }] } },
    in_order: {
      summary: 'Two signers in turn, a copy to the office, weekly reminders',
      value: {
        signers: [
          { email: 'ada@example.com', name: 'Ada Lovelace', order: 1, locale: 'en' },
          { email: 'charles@example.com', name: 'Charles Babbage', order: 2, locale: 'de' },
        ],
        subject: 'Lease for flat 7',
        messageContent: 'Please sign by Friday.',
        senderName: 'Acme Rentals',
        expiresDate: '2099-04-01',
        ccOnComplete: ['office@example.com'],
        remindEvery: 7,
      },
    },
    with_recipients: WITH_RECIPIENTS,
  },
  webhookReplaysReplayFailed: {
    a_day: {
      summary: 'Deliveries of a day that failed for good',
      value: { from: '2026-03-01T00:00:00Z', until: '2026-03-02T00:00:00Z' },
    },
  },
  signatureFormsDefine: { lease: { summary: 'A number and a signature', value: FORM } },
  signatureFormsFill: { suggestion: { value: { values: { rent: '950.00' } } } },
  signersChangeEmail: { corrected: { value: { email: 'ada.lovelace@example.com' } } },
  signatureDocumentsPlaceFields: {
    signature_and_date: {
      summary: 'In points, and as shares of the page',
      value: {
        fields: [
          {
            kind: 'signature',
            signerEmail: 'ada@example.com',
            page: 1,
            x: 72,
            y: 640,
            width: 180,
            height: 40,
          },
          {
            kind: 'date',
            signerEmail: 'ada@example.com',
            page: 1,
            x: '60%',
            y: '80%',
            width: '20%',
            height: '4%',
          },
        ],
      },
    },
  },
  ...REQUESTS_OF_VERIFICATIONS,
};

/** A form with a file and, as text, the fields for signing in it. */
const UPLOAD = {
  file: '(the bytes of Lease.pdf)',
  fields: JSON.stringify([
    { kind: 'signature', signerEmail: 'ada@example.com', page: 1, x: 72, y: 640, width: 180, height: 40 },
  ]),
};

/** Adds an example to each JSON body and form, for requests and successful responses. */
export function addExamples(document: ApiDocument): void {
  for (const { operation } of placesIn(document)) {
    const { operationId, requestBody, responses } = operation;
    const request = requestBody?.content['application/json'];
    if (request && REQUESTS[operationId]) request.examples = REQUESTS[operationId];
    else if (request) throw new Error(`scripts/openapi/examples.ts has no request for ${operationId}`);
    const form = requestBody?.content['multipart/form-data'];
    if (form) form.example = exampleOfForm(form.schema);
    const others = BY_OPERATION[operationId];
    for (const [status, { content }] of Object.entries(responses))
      if (status.startsWith('2')) addExample(document, content?.['application/json'], others);
  }
}

/** Of the usual form, or of one with other texts. */
function exampleOfForm({ properties = {} }: Schema): object {
  if ('fields' in properties) return UPLOAD;
  if ('form' in properties) return IMPORT_UPLOAD;
  return { file: '(the bytes of the file)', ...('name' in properties && { name: 'Lease.pdf' }) };
}

function addExample(
  document: ApiDocument,
  content: Content | undefined,
  others?: Record<string, unknown>,
): void {
  if (!content) return;
  const { oneOf } = content.schema;
  if (!oneOf) content.example = exampleOf(document, content.schema, others);
  else {
    const examples = oneOf.map(
      (form) => [nameOf(form), { value: exampleOf(document, form, others) }] as const,
    );
    content.examples = Object.fromEntries(examples);
  }
}

/** An example value of this schema. @param others - members whose values differ from the usual ones */
export function exampleOf(
  document: ApiDocument,
  schema: Schema,
  others: Record<string, unknown> = {},
): unknown {
  return new Examples(document, { status: 'created', ...others }).of(schema, '');
}

class Examples {
  constructor(
    private readonly document: ApiDocument,
    private readonly others: Record<string, unknown>,
  ) {}

  of(schema: Schema, name: string, holder = ''): unknown {
    const signer = SIGNERS.includes(holder);
    if (schema.$ref !== undefined)
      return this.of(this.document.components.schemas[nameOf(schema)]!, name, nameOf(schema));
    if (schema.anyOf) return this.of(schema.anyOf[0]!, name);
    if (schema.properties) {
      const members = Object.entries(schema.properties).filter(([key]) => schema.required?.includes(key));
      return Object.fromEntries(members.map(([key, inner]) => [key, this.of(inner, key, holder)]));
    }
    if (signer && name === 'id') return 9042;
    if (signer && name === 'status') return 'pending';
    if (name in this.others) return this.fitting(schema, this.others[name]);
    if (schema.items && schema.items.$ref !== undefined) return [this.of(schema.items, name)];
    if (name in BY_NAME) return this.fitting(schema, BY_NAME[name]);
    if (schema.format === 'date-time')
      return [schema.type].flat().includes('null') && name === 'signedAt' ? null : '2026-03-02T09:30:00.000Z';
    throw new Error(`scripts/openapi/examples.ts knows no value of ${name} (${JSON.stringify(schema)})`);
  }

  /** The usual value, or the first of an enumeration that lacks it. */
  private fitting({ enum: values }: Schema, value: unknown): unknown {
    return values && !values.includes(value) ? values[0] : value;
  }
}

const nameOf = ({ $ref = '' }: Schema) => $ref.split('/').at(-1)!;
