import {
  type ApiDocument,
  type Parameter,
  placesIn,
  type Schema,
} from '../../src/api-reference/domain/api-document.js';
import { TAG_EXAMPLE } from './headers.js';
import { MEANINGS_OF_FORMS } from './meanings-of-forms.js';

const UUID = '6f1d2c1e-8a54-4f0e-b7f5-3f1b6a0c2d4e';
const REQUESTS = /^Signature(?!List)|^(?:SentSignature|CancelledSignature)$/;
const SIGNERS = /Signer/;
const VERIFICATIONS = /Verification(?!Event|List)|^ErasedMedia$/;

/** Meanings of members in schemas with matching names; they take precedence over the general ones. */
const OF_SCHEMAS: readonly [RegExp, Record<string, string>][] = [
  [/^SignatureStatus$/, { signers: 'All signers, each with a status.' }],
  [
    /^SignerSummary$|^Signer$|^SignerStatus$|^SentSigner$/,
    {
      id: 'The number of the signer, used in paths below the request.',
      status: 'Whether the signer has not signed yet, has signed, or has rejected.',
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
      id: 'The number of the request, used in its path.',
      status: 'The status of the request, from `draft` to `completed`, `rejected` or `expired`.',
      type: 'How people sign: by a link, with a code as well, by the sender, or on one device in a room.',
      createdAt: 'When the draft was created.',
      signers: 'All signers, in the order in which they were given.',
    },
  ],
  [
    /^CreateDraft$/,
    {
      type: 'How people sign: `fast` by a link, `advanced` with an emailed code as well, `self_signed` by one signer, `in_person` on the device of a host.',
      originalDocumentName: 'Shown to signers and used in file names.',
      originalDocumentType: 'The media type of the document that will be uploaded.',
      originalDocumentExtension: 'The extension of its file name, without the dot.',
    },
  ],
  [
    /^Recipient$|^SendRecipient$/,
    {
      id: 'The number of the recipient, used in paths below the request.',
      email: 'Where the recipient gets the link.',
      name: 'Shown on pages and on the certificate of completion.',
      action: 'What they do: `approve`, `view` or `copy`.',
      when: 'When they are told: at sending, at their turn, or with the completed document.',
      separateApprover: 'Whether this approver may not be one of the signers.',
      status:
        'Whether they have not acted yet, have approved, declined or read the document, or have got their copy.',
    },
  ],
  [
    /^RequestDocument$|^RenameDocument$/,
    {
      name: 'Shown to signers and used in file names. A number is added if another document has the name.',
      pages: 'Number of pages, as signers read it.',
    },
  ],
  [/^SendSignature$/, { signers: 'Who signs, 1 to 100 people with different addresses.' }],
  [
    /Page$|List$|^AuditTrail$|^PlacedFields$/,
    {
      items: 'The entries of this page.',
      total: 'How many entries match, on all pages together.',
      limit: 'The maximum number of entries on a page.',
    },
  ],
  [
    VERIFICATIONS,
    {
      id: 'The number of the verification, used in its path.',
      email: 'The address at which the person gets emails.',
      status:
        'The status of the session; `completed` means that a report is available, not that the person was approved.',
      createdAt: 'When the verification was created.',
      expiresAt: 'When the session ends, unless the person finishes earlier.',
      firstName: 'As you gave it; compared with the document.',
      lastName: 'As you gave it; compared with the document.',
      name: 'First and last names; compared with the document.',
    },
  ],
  [
    /^VerificationEvent$/,
    {
      id: 'The number of the event; later events have higher numbers.',
      type: 'What happened.',
      createdAt: 'When it happened.',
    },
  ],
  [/^ExtractedData$/, { firstName: 'As stated on the document.', lastName: 'As stated on the document.' }],
  [/^Check$/, { id: 'Which check it is.', message: 'What the check found, in one sentence for people.' }],
  [/^LivenessResult$/, { passed: 'Whether a live person did what was asked.' }],
  [
    /^WebhookNotification$/,
    {
      id: 'The id of this record; a replay is requested with it.',
      event: 'The type of the delivered event.',
      status: '`pending` as long as another attempt is due, `failed` after the last one.',
    },
  ],
  [
    /^Replay/,
    {
      id: 'The id of the replay, for requesting its progress.',
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
  [
    /^(?:Put)?Form$/,
    {
      roles: 'Who fills the form in, in which order.',
      fields: 'All fields of the form, with the values of the sender.',
      signers: 'The email address of the signer of each role, by its key.',
      sha256: 'The SHA-256 of the canonical JSON of the definition without the values of the sender.',
    },
  ],
  ...MEANINGS_OF_FORMS,
  [/^PlaceFields$/, { fields: 'All fields of the document; they replace the previous ones.' }],
  [/^AuditEvent$/, { type: 'What happened.', createdAt: 'When it happened.' }],
  [
    /^Event$/,
    {
      webhookId:
        'The id of the event, the same in the feed and in its first delivery; detect duplicates by it.',
      event: 'The type of the event.',
      createdAt: 'When it happened.',
      data: 'The resource as GET returned it when the event happened.',
    },
  ],
  [
    /^(?:Error|FieldError)$/,
    { message: 'What is wrong and what would be right, in one sentence for people.' },
  ],
  [/^Message$/, { message: 'What was done, in one sentence for people.' }],
];

/** Meanings of members in all other schemas. */
const MEMBERS: Record<string, string> = {
  documentStatus: '`ready` once a document has been uploaded, `draft` before.',
  senderName: 'The name that signers see as the sender.',
  subject: 'The subject of the email to the signers; empty if none was given.',
  messageContent: 'The message from the sender to the signers.',
  originalDocumentName: 'As given for the draft.',
  originalDocumentType: 'The media type of the document as given for the draft.',
  originalDocumentExtension: 'As given for the draft.',
  organizationId: 'The organization that it belongs to.',
  createdByUserId: 'The member who created it, or whose key did.',
  dateSent: 'When it was sent to the signers; null before.',
  expiresDate: 'After this moment nobody can sign; null for no deadline.',
  requireVerification: 'Whether signers verify their identity before they sign.',
  ccOnComplete: 'Addresses that get the signed document when all have signed.',
  categoryId: 'A number of your own, which is stored and has no effect.',
  updatedAt: 'When it last changed.',
  deletedAt: 'When the request was cancelled.',
  signedAt: 'When the person signed; null before.',
  skip: 'How many entries come before this page.',
  offset: 'How many entries come before this page.',
  page: 'The number of the page, from 1.',
  x: 'From the left edge of the page, in points.',
  y: 'From the top edge of the page, in points or as a share of its height.',
  width: 'In points, or as a share of the width of the page.',
  height: 'In points, or as a share of the height of the page.',
  documentType: 'Which document the person shows; null if the person chooses.',
  verificationMethod:
    '`document`, `liveness` (a face that turns) or `combined` (both, compared with each other).',
  redirectUrl: 'Where the browser returns at the end; null if it does not.',
  callbackUrl: 'Where the browser returns at the end.',
  metadata: 'Values of your own, which are returned in responses and events.',
  documentNumber: 'As stated on the document.',
  spoofDetected: 'Whether the camera seems to have seen a picture or a mask instead of a person.',
  outcome: 'The outcome of the check; `uncertain` leads to a review.',
  engineVersion: 'The program that measured it, with its version; null if none did.',
  verificationId: 'The verification that it is about.',
  result: '`manual_review` until a reviewer has decided.',
  completedAt: 'When the result was last decided.',
  responseBody: "The beginning of the endpoint's response body.",
  responseHeaders: "The headers of the endpoint's response.",
  nextRetryAt: 'When the next attempt is due; null if none is.',
  failureReason: 'Why the latest attempt failed; null if it did not.',
  attempts: 'How many attempts have been made.',
  statusCode: 'The status of the response.',
};

type Meaning = [description: string, example: unknown];

/** Parameters by name, with examples; a comment that describes one takes precedence. */
const PARAMETERS: Record<string, Meaning> = {
  signatureId: ['The `id` of the request.', 4711],
  signerId: ['The `id` of the signer.', 9042],
  recipientId: ['The `id` of the recipient.', 61],
  verificationId: ['The `id` of the verification.', 815],
  replayId: ['The `id` in the response that began the replay.', UUID],
  deliveryId: ["The `id` of the delivery's record, not its `webhookId`.", UUID],
  skip: ['How many entries to skip before the page.', 20],
  offset: ['How many entries to skip before the page.', 50],
  page: ['The number of the page, from 1.', 2],
  limit: ['The maximum number of entries on a page.', 50],
  status: ['Only those with this status.', 'completed'],
  type: ['Only those of this type.', 'advanced'],
  format: ['How the values are written: `json`, `csv` or `xfdf`.', 'csv'],
  fileName: ['Only requests whose document name contains this, in upper or lower case.', 'lease'],
  subject: ['Only requests whose subject contains this, in upper or lower case.', 'flat 7'],
  date: ['Only requests sent on this day, in UTC.', '2026-03-02'],
  dateFrom: ['Only requests sent on this day or later, in UTC.', '2026-03-01'],
  dateTo: ['Only requests sent on this day or earlier, in UTC.', '2026-03-31'],
  recipients: ['', 'ada@example.com,charles@example.com'],
  sortBy: ['The time by which the list is sorted.', 'dateSent'],
  sortOrder: ['`desc` lists the latest first.', 'asc'],
  event: ['', 'signature.completed'],
  endpointId: ['', 2],
  after: ['', 'MS4zLjA'],
  types: ['', 'signature.completed,signature.rejected'],
  wait: ['', 20],
  fileId: ['The `id` of the file.', 77],
  templateId: ['The `id` of the template.', 12],
  bulkSendId: ['The `id` of the bulk send.', 5],
  rowState: ['', 'invalid'],
  encoding: ['', 'windows-1252'],
  delimiter: ['', ';'],
  decimalMark: ['', ','],
  dateOrder: ['', 'dmy'],
  replaces: ['', 'all'],
  columns: ['', '{"E-Mail":"tenant.email"}'],
  n: ['The number of the document, from 1.', 1],
  version: ['The number of a published version; where it can be left out, the latest by default.', 1],
  other: ['The number of the later version.', 2],
  q: ['', 'lease'],
  state: ['', 'published'],
  fields: ['', 'remove'],
  file: ['', 'presented'],
  'Idempotency-Key': ['', UUID],
  'If-None-Match': ['', TAG_EXAMPLE],
  Range: ['', 'bytes=0-1023'],
  'If-Range': ['', TAG_EXAMPLE],
};

/**
 * Describes every member and parameter, and gives each parameter an example. Comments in the code take precedence.
 * Self-explanatory names are no exception: each gets a sentence about its meaning to the reader.
 * @throws Error naming what lacks a description or an example
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
  // The same name can have other values in another list.
  parameter.example ??= values && !values.includes(example) ? values[0] : example;
  if (!parameter.description || parameter.example === undefined)
    throw new Error(`scripts/openapi/meanings.ts has no description or no example of ${parameter.name}`);
}
