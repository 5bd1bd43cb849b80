import {
  type ApiDocument,
  type Parameter,
  placesIn,
  type Schema,
} from '../../src/api-reference/domain/api-document.js';
import { TAG_EXAMPLE } from './headers.js';

const UUID = '6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e';
const REQUESTS = /^Signature(?!List)|^(?:SentSignature|CancelledSignature)$/;
const SIGNERS = /Signer/;
const VERIFICATIONS = /Verification(?!Event|List)|^ErasedMedia$/;

/** What a member means in schemas whose names match, before what it means everywhere. */
const OF_SCHEMAS: readonly [RegExp, Record<string, string>][] = [
  [/^SignatureStatus$/, { signers: 'All signers with where each of them stands.' }],
  [
    /^SignerSummary$|^Signer$|^SignerStatus$|^SentSigner$/,
    {
      id: 'The number of the signer, which addresses below the request use.',
      status: 'Where the signer stands: has not signed yet, has signed, or has rejected.',
      name: 'As the sender gave it; empty if none was given.',
    },
  ],
  [/^ChangeSignerEmail$/, { email: 'The new address; the old link stops working.' }],
  [
    SIGNERS,
    {
      email: 'Where the signer gets the link and, for `advanced`, the code.',
      name: 'Shown to the signer and on the certificate of completion.',
    },
  ],
  [
    REQUESTS,
    {
      id: 'The number of the request, which its address uses.',
      status: 'Where the request stands, from `draft` to `completed`, `rejected` or `expired`.',
      type: 'How people sign: by a link, with a code as well, by the sender, or on one device in a room.',
      createdAt: 'When the draft was made.',
      signers: 'All signers, in the order in which they were given.',
    },
  ],
  [
    /^CreateDraft$/,
    {
      type: 'How people sign: `fast` by a link, `advanced` with a code by email as well, `self_signed` by one signer, `in_person` on the device of a host.',
      originalDocumentName: 'Shown to signers and used for the names of files.',
      originalDocumentType: 'The media type of the document that will be uploaded.',
      originalDocumentExtension: 'The ending of its file name, without the dot.',
    },
  ],
  [/^SendSignature$/, { signers: 'Who signs, 1 to 100 people with different addresses.' }],
  [
    /Page$|List$|^AuditTrail$|^PlacedFields$/,
    {
      items: 'The entries of this page.',
      total: 'How many match in all, on every page together.',
      limit: 'How many entries the page has at most.',
    },
  ],
  [
    VERIFICATIONS,
    {
      id: 'The number of the verification, which its address uses.',
      email: 'Where the person is written to.',
      status:
        'Where the session stands; `completed` says that a report is there, not that the person was approved.',
      createdAt: 'When the verification was begun.',
      expiresAt: 'When the session ends unless the person is through.',
      firstName: 'As you gave it; compared with the document.',
      lastName: 'As you gave it; compared with the document.',
      name: 'First and last names; compared with the document.',
    },
  ],
  [
    /^VerificationEvent$/,
    {
      id: 'The number of the event, which grows with time.',
      type: 'What happened.',
      createdAt: 'When it happened.',
    },
  ],
  [/^ExtractedData$/, { firstName: 'As the document has it.', lastName: 'As the document has it.' }],
  [/^Check$/, { id: 'Which check it is.', message: 'What it found, in one sentence for people.' }],
  [/^LivenessResult$/, { passed: 'Whether a live person did what was asked.' }],
  [
    /^WebhookNotification$/,
    {
      id: 'Of this record. It is what a replay is asked for with.',
      event: 'The type of the event that is delivered.',
      status: '`pending` as long as another attempt is due, `failed` after the last one.',
    },
  ],
  [
    /^Replay/,
    {
      id: 'Of the replay: ask with it how far it is.',
      from: 'As you gave it.',
      until: 'As you gave it.',
    },
  ],
  [
    /^(?:Placed|Document)Field$/,
    {
      kind: 'What the signer enters there.',
      id: 'The number of the field.',
      label: 'Shown with text fields and checkboxes; empty for none.',
      required: 'Whether the signer must fill it in or tick it.',
    },
  ],
  [/^PlaceFields$/, { fields: 'All fields of the document; they replace those that were there.' }],
  [/^AuditEvent$/, { type: 'What happened.', createdAt: 'When it happened.' }],
  [
    /^Event$/,
    {
      webhookId:
        'Of the event: the same in the feed and in its first delivery, and what duplicates are told by.',
      event: 'The type of the event.',
      createdAt: 'When it happened.',
      data: 'The resource as GET showed it when the event happened.',
    },
  ],
  [
    /^(?:Error|FieldError)$/,
    { message: 'What is wrong and what would be right, in one sentence for people.' },
  ],
  [/^Message$/, { message: 'What was done, in one sentence for people.' }],
];

/** What a member means in all other schemas. */
const MEMBERS: Record<string, string> = {
  documentStatus: 'Whether a document is there: `draft` without, `ready` with one.',
  senderName: 'Who asks, as signers see it.',
  subject: 'What the email to the signers is about; empty if nothing was given.',
  messageContent: 'What the sender writes to the signers.',
  originalDocumentName: 'As given for the draft.',
  originalDocumentType: 'The media type of the document as given for the draft.',
  originalDocumentExtension: 'As given for the draft.',
  organizationId: 'The organization whose key it is.',
  createdByUserId: 'The member by whom, or by whose key, it was made.',
  dateSent: 'When it was sent to the signers; null before.',
  expiresDate: 'After this moment nobody can sign; null for no deadline.',
  requireVerification: 'Whether signers verify their identity before they sign.',
  ccOnComplete: 'Addresses that get the signed document when all have signed.',
  categoryId: 'A number of your own. It is kept and has no effect.',
  updatedAt: 'When it last changed.',
  deletedAt: 'When the request was cancelled.',
  signedAt: 'When the person signed; null before.',
  skip: 'How many entries come before this page.',
  offset: 'How many entries come before this page.',
  page: 'The number of the page, from 1.',
  x: 'From the left edge of the page, in points.',
  y: 'From the top edge of the page, in points; or a share of its height.',
  width: 'In points, or a share of the width of the page.',
  height: 'In points, or a share of the height of the page.',
  documentType: 'Which document the person shows; null where the person chooses.',
  verificationMethod:
    '`document`, `liveness` (a face that turns) or `combined` (both, compared with each other).',
  redirectUrl: 'Where the browser returns to in the end; null for nowhere.',
  callbackUrl: 'Where the browser returns to in the end.',
  metadata: 'Values of your own, which come back in answers and events.',
  documentNumber: 'As the document has it.',
  spoofDetected: 'Whether what was in front of the camera was taken for a picture or a mask.',
  outcome: 'What the check found; `uncertain` leads to a reviewer.',
  engineVersion: 'Which program measured it, in which version; null if none did.',
  verificationId: 'The verification that it reports about.',
  result: '`manual_review` until a reviewer has decided.',
  completedAt: 'When the result was last decided.',
  responseBody: 'The beginning of what the endpoint answered.',
  responseHeaders: 'What the endpoint answered.',
  nextRetryAt: 'When the next attempt is due; null if none is.',
  failureReason: 'Why the latest attempt failed; null if it did not.',
  attempts: 'How many attempts have been made.',
  statusCode: 'The status of the answer, once more.',
};

type Meaning = [description: string, example: unknown];

/** Parameters by name, with examples; where a comment describes one, the comment stands. */
const PARAMETERS: Record<string, Meaning> = {
  signatureId: ['The `id` of the request.', 4711],
  signerId: ['The `id` of the signer.', 9042],
  verificationId: ['The `id` of the verification.', 815],
  replayId: ['The `id` in the answer that began the replay.', UUID],
  deliveryId: ['The `id` of the record of the delivery, not its `webhookId`.', UUID],
  skip: ['How many entries to leave out before the page.', 20],
  offset: ['How many entries to leave out before the page.', 50],
  page: ['The number of the page, from 1.', 2],
  limit: ['How many entries the page has at most.', 50],
  status: ['Only those with this status.', 'completed'],
  type: ['Only those of this type.', 'advanced'],
  fileName: ['Only requests whose document name contains this, in capital or small letters.', 'lease'],
  subject: ['Only requests whose subject contains this, in capital or small letters.', 'flat 7'],
  date: ['Only requests sent on this day, in UTC.', '2026-03-02'],
  dateFrom: ['Only requests sent on this day or later, in UTC.', '2026-03-01'],
  dateTo: ['Only requests sent on this day or earlier, in UTC.', '2026-03-31'],
  recipients: ['', 'ada@example.com,charles@example.com'],
  sortBy: ['The time by which the list is sorted.', 'dateSent'],
  sortOrder: ['`desc` begins with the latest.', 'asc'],
  event: ['', 'signature.completed'],
  endpointId: ['', 2],
  after: ['', 'MS4zLjA'],
  types: ['', 'signature.completed,signature.rejected'],
  wait: ['', 20],
  'Idempotency-Key': ['', UUID],
  'If-None-Match': ['', TAG_EXAMPLE],
  Range: ['', 'bytes=0-1023'],
  'If-Range': ['', TAG_EXAMPLE],
};

/**
 * Describes every member and every parameter, and gives each parameter an example. A comment in the code comes first.
 * There is no exception for names that speak for themselves: what one means to its reader is said in a sentence.
 * @throws Error that names what has no description, or no example
 */
export function addMeanings(document: ApiDocument): void {
  for (const [name, schema] of Object.entries(document.components.schemas))
    for (const [member, inner] of Object.entries(schema.properties ?? {}))
      describeMember(name, member, inner);
  for (const { operation } of placesIn(document)) operation.parameters.forEach(describeParameter);
}

function describeMember(name: string, member: string, schema: Schema): void {
  const [, ofSchema] =
    OF_SCHEMAS.find(([pattern, meanings]) => pattern.test(name) && meanings[member] !== undefined) ?? [];
  schema.description ??= ofSchema?.[member] ?? MEMBERS[member];
  if (!schema.description)
    throw new Error(`scripts/openapi/meanings.ts does not say what ${name}.${member} is`);
}

function describeParameter(parameter: Parameter): void {
  const [description, example] = PARAMETERS[parameter.name] ?? [];
  parameter.description ||= description;
  const { enum: values } = parameter.schema;
  // The same name has other values in another list.
  parameter.example ??= values && !values.includes(example) ? values[0] : example;
  if (!parameter.description || parameter.example === undefined)
    throw new Error(`scripts/openapi/meanings.ts has no description or no example of ${parameter.name}`);
}
