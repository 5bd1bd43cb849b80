import {
  either,
  isSafeInteger,
  isSha256,
  isTextUpTo,
  listOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
} from '../common/shapes.js';
import { type EvidenceDocument, type EvidenceSigner, isProof, type Proof } from './evidence-document.js';
import {
  EVIDENCE_FORMAT,
  isEvent,
  isInstant,
  isLine,
  isOrganization,
  isRequest,
  MAX_EVENTS,
  MAX_SIGNERS,
  SIGNER,
} from './evidence-shapes.js';

/** File name of the template's version, attached beside the evidence. */
export const TEMPLATE_FILE_NAME = 'template.json';
/** Size limit for reading it. */
export const MAX_TEMPLATE_BYTES = 8 * 1024 * 1024;

export const MAX_DOCUMENTS = 10;
const MAX_FIELDS = 1_000;
const MAX_ATTACHMENTS = 1_000;
const MAX_KEY = 200;

/** A document by its number, from 1, and its SHA-256. */
export interface DocumentDigest {
  n: number;
  sha256: string;
}

/** A document of a request: as received, as read by everyone, and as sealed. */
export interface EvidencePaper {
  n: number;
  name: string;
  originalSha256: string;
  presentedSha256: string;
  signedSha256: string;
  /** Pages of the completed PDF. */
  pages: number;
  seal: { level: string; certificateSha256: string };
}

/** The published version of a template from which a request was made. */
export interface EvidenceTemplate {
  id: number;
  version: number;
  /** Of `template.json`, which is canonical JSON. */
  sha256: string;
}

/** What a signer entered in a form; a value is only known by its salted digest. */
export interface FormEntries {
  /** Of visible fields, in the order of their keys. */
  values: { key: string; sha256: string }[];
  /** Keys of fields that were hidden, in order. */
  hidden: string[];
  attachments: { key: string; sha256: string; bytes: number; type: string }[];
}

export interface EvidenceForm {
  /** Of the form's definition, which is canonical JSON. */
  definitionSha256: string;
  /** In the order of the signers. */
  signers: ({ signerId: number } & FormEntries)[];
}

export type RecipientAction = 'approve' | 'view' | 'copy';

/** Someone who does not sign. */
export interface EvidenceRecipient {
  id: number;
  name: string | null;
  email: string;
  action: RecipientAction;
  /** When they approved or viewed the documents, or got their copy; null if they have not. */
  at: string | null;
  /** What they then saw or got. */
  documents: DocumentDigest[];
}

/** Where a page was embedded. Either a signer or another recipient was to act on it. */
export interface EvidenceFrame {
  signerId: number | null;
  recipientId: number | null;
  at: string;
  /** Of the page around it, such as `https://app.example.com`. */
  origin: string;
  /** Whether the browser saw the buttons uncovered; older browsers do not know. */
  visibility: 'visible' | 'obstructed' | 'unknown';
}

/** The sender's application states that it has authenticated the signer. */
export interface ApplicationProof {
  kind: 'application';
  at: string;
  verificationId: null;
  /** How, in the application's words. */
  method: string;
}

export interface EvidenceSigner2 extends Omit<EvidenceSigner, 'identifiedBy'> {
  identifiedBy: (Proof | ApplicationProof)[];
}

/**
 * Evidence of a request with several documents, a template, a form, recipients who do not sign, or embedded pages
 * (docs/evidence.md). Digests are SHA-256 in lower-case hex.
 */
export interface EvidenceDocument2 extends Omit<EvidenceDocument, 'version' | 'document' | 'signers'> {
  version: 2;
  documents: EvidencePaper[];
  template: EvidenceTemplate | null;
  form: EvidenceForm | null;
  signers: EvidenceSigner2[];
  recipients: EvidenceRecipient[];
  frames: EvidenceFrame[];
}

/** Evidence as this release writes it: no application states yet that it has authenticated a signer. */
export type WrittenEvidence =
  EvidenceDocument | (Omit<EvidenceDocument2, 'signers'> & Pick<EvidenceDocument, 'signers'>);

/** The first document, as version 1 states it. */
export function firstDocument(evidence: EvidenceDocument | EvidenceDocument2): EvidenceDocument['document'] {
  if (evidence.version === 1) return evidence.document;
  const { presentedSha256, signedSha256, pages, seal } = evidence.documents[0]!;
  const { level: sealLevel, certificateSha256: sealCertificateSha256 } = seal;
  return { presentedSha256, signedSha256, pages, sealLevel, sealCertificateSha256 };
}

/** A document of either version. */
export type StatedDocument = EvidenceDocument['document'] & Pick<EvidencePaper, 'n' | 'name'>;

/** Every document in order, as version 1 states its only one. */
export function documentsIn(evidence: WrittenEvidence | EvidenceDocument2): StatedDocument[] {
  if (evidence.version === 1) return [{ n: 1, name: evidence.request.documentName, ...evidence.document }];
  return evidence.documents.map(({ n, name, presentedSha256, signedSha256, pages, seal }) => {
    const { level: sealLevel, certificateSha256: sealCertificateSha256 } = seal;
    return { n, name, presentedSha256, signedSha256, pages, sealLevel, sealCertificateSha256 };
  });
}

/** Those who do not sign; none in version 1. */
export const recipientsIn = (evidence: WrittenEvidence | EvidenceDocument2): readonly EvidenceRecipient[] =>
  evidence.version === 1 ? [] : evidence.recipients;

const isKey: Shape = (value) => isTextUpTo(MAX_KEY)(value) && value !== '';
const isCount: Shape = (value) => isSafeInteger(value) && (value as number) > 0;
const isOrigin: Shape = (value) =>
  isLine(value) && URL.canParse(value as string) && new URL(value as string).origin === value;

/** Each once, by their UTF-16 code units. */
const isAscending = (keys: readonly string[]) => keys.every((key, at) => at === 0 || keys[at - 1]! < key);

const isEntered = listOf(objectOf({ key: isKey, sha256: isSha256 }), MAX_FIELDS);
const isHidden = listOf(isKey, MAX_FIELDS);
const ENTRIES = {
  values: (value: unknown) =>
    isEntered(value) && isAscending((value as { key: string }[]).map(({ key }) => key)),
  hidden: (value: unknown) => isHidden(value) && isAscending(value as string[]),
  attachments: listOf(
    objectOf({ key: isKey, sha256: isSha256, bytes: isSafeInteger, type: isLine }),
    MAX_ATTACHMENTS,
  ),
};
const hasFormShape = objectOf({ signerId: isSafeInteger, ...ENTRIES });

/** Nothing hidden has a value or an attachment. */
function isFormOfSigner(value: unknown): boolean {
  if (!hasFormShape(value)) return false;
  const { values, hidden, attachments } = value as FormEntries;
  const given = new Set([...values, ...attachments].map(({ key }) => key));
  return !hidden.some((key) => given.has(key));
}

const isDigest = objectOf({ n: isCount, sha256: isSha256 });
export const isDigestList = listOf(isDigest, MAX_DOCUMENTS);

const isPaper = objectOf({
  n: isCount,
  name: isLine,
  originalSha256: isSha256,
  presentedSha256: isSha256,
  signedSha256: isSha256,
  pages: isCount,
  seal: objectOf({ level: isLine, certificateSha256: isSha256 }),
});
const isApplicationProof = objectOf({
  kind: oneOf('application'),
  at: isInstant,
  verificationId: oneOf(null),
  method: isLine,
});
const isRecipient = objectOf({
  id: isSafeInteger,
  name: orNull(isLine),
  email: isLine,
  action: oneOf('approve', 'view', 'copy'),
  at: orNull(isInstant),
  documents: isDigestList,
});
const isFrame = objectOf({
  signerId: orNull(isSafeInteger),
  recipientId: orNull(isSafeInteger),
  at: isInstant,
  origin: isOrigin,
  visibility: oneOf('visible', 'obstructed', 'unknown'),
});

const hasPapers: Shape = (value) => listOf(isPaper, MAX_DOCUMENTS)(value) && (value as unknown[]).length > 0;

export const isEvidence2 = objectOf({
  format: oneOf(EVIDENCE_FORMAT),
  version: oneOf(2),
  madeAt: isInstant,
  request: isRequest,
  organization: isOrganization,
  documents: hasPapers,
  template: orNull(objectOf({ id: isCount, version: isCount, sha256: isSha256 })),
  form: orNull(objectOf({ definitionSha256: isSha256, signers: listOf(isFormOfSigner, MAX_SIGNERS) })),
  signers: listOf(
    objectOf({ ...SIGNER, identifiedBy: listOf(either(isProof, isApplicationProof), MAX_EVENTS) }),
    MAX_SIGNERS,
  ),
  recipients: listOf(isRecipient, MAX_SIGNERS),
  frames: listOf(isFrame, MAX_EVENTS),
  events: listOf(isEvent, MAX_EVENTS),
  chainHead: isSha256,
});
