import { type HandOver, type Person } from '../../audit-chain/hand-over.js';
import { plainLine } from '../../common/plain-line.js';
import { type PageBrand } from '../../platform/pages/page-brand.js';
import { type DocumentField } from '../../signatures/documents/document-field.entity.js';
import { type FormFile, type RequestForm } from '../../signatures/form/request-forms.js';
import { type Recipient } from '../../signatures/recipients/recipient.entity.js';
import { type Signature } from '../../signatures/signature.entity.js';
import { type Signer } from '../../signatures/signers/signer.entity.js';
import { type LinkVoidReason } from '../../signatures/signers/signer-link.entity.js';
import { type UploadedMark } from '../../signatures/signers/signer-pictures.js';
import { type ReadDocument } from './sheets.js';

/** How long a browser stays trusted after entering the code. */
export const BROWSER_TRUST_HOURS = 12;

/** The first attempt and two more; then the sender is notified. */
export const MAX_VERIFICATIONS = 3;

/**
 * The state of the signer's identity check. A `failed` check can be started again; an `exhausted` one cannot, and the
 * sender has been notified. `in_review` waits for a reviewer.
 */
export type IdentityState =
  'not_required' | 'to_begin' | 'under_way' | 'in_review' | 'passed' | 'failed' | 'exhausted';

/** Someone who has already signed, with their entries in the document. */
export interface EarlierSigner {
  signer: Signer;
  /** All their fields, in page order. */
  fields: DocumentField[];
  /** Digest of their entries (docs/evidence.md). */
  entriesSha256: string;
}

/** Everything that determines what a signer can do now, read at one moment (under lock before an action). */
export interface SigningContext {
  token: string;
  linkVoidReason: LinkVoidReason | null;
  signature: Signature;
  signer: Signer;
  /** The signer's fields on the documents' pages, from top to bottom. */
  fields: DocumentField[];
  /** The form that signers fill in; null if there is none. */
  form: RequestForm | null;
  /** The files that the signer gave into the form, if this browser may use them, and they are not signed yet. */
  files: readonly FormFile[];
  /** Everyone who signs this document, including this signer, in order. */
  signers: Signer[];
  /** Those who approve or read it, or get a copy. */
  recipients: Recipient[];
  /** Those whose entries and marks in the document are shown to the signer. */
  earlier: EarlierSigner[];
  organizationName: string;
  /** The look of the organization's pages. */
  brand: PageBrand;
  /** SHA-256 of the first PDF that signers read, lowercase hex; null before there is one. */
  documentSha256: string | null;
  /** What they read, in order; none before there is any. */
  documents: ReadDocument[];
  now: Date;
  isPastDeadline: boolean;
  /** The emailed code was entered in this browser less than BROWSER_TRUST_HOURS ago. */
  isCodeVerified: boolean;
  /** A person has opened the link; a fetch alone does not show that. */
  isOpened: boolean;
  identity: IdentityState;
  /** Whether members can decide the check; false unless it is `in_review`. */
  hasReviewers: boolean;
  verificationId: number | null;
  /** Where a check in progress continues; null otherwise. */
  sessionUrl: string | null;
  /** Checks started since the signer's address last changed. */
  verificationsBegun: number;
  /** The name on the verified document; null until verified. */
  verifiedName: string | null;
  /** The signature uploaded as a picture, if this browser may use it. */
  picture: UploadedMark | null;
  /** The hand-overs that led to this signer, in order. */
  handOvers: HandOver[];
  /** The person that the holder of this link has handed over to; null if they have not. */
  handedOverTo: Person | null;
}

/** The name of the document, or of the first one with how many follow: `Lease + 2`. */
export function documentNameOf({ signature, documents }: SigningContext): string {
  const name = plainLine(signature.originalDocumentName);
  return documents.length > 1 ? `${name} + ${documents.length - 1}` : name;
}
export const organizationOf = ({ organizationName }: SigningContext) => plainLine(organizationName);
