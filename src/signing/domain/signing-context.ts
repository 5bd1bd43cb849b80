import { plainLine } from '../../common/plain-line.js';
import { type DocumentField } from '../../signatures/document-field.entity.js';
import { type Signature } from '../../signatures/signature.entity.js';
import { type LinkVoidReason } from '../../signatures/signer-link.entity.js';
import { type UploadedMark } from '../../signatures/signer-pictures.service.js';
import { type Signer } from '../../signatures/signer.entity.js';

/**
 * How far the signer's identity check has come. `failed` may be begun again, `exhausted` may not: the sender was told.
 * `in_review` waits for a human.
 */
export type IdentityState =
  'not_required' | 'to_begin' | 'under_way' | 'in_review' | 'passed' | 'failed' | 'exhausted';

/** Everything that decides what one signer may do now, read in one moment (under lock, where something follows). */
export interface SigningContext {
  token: string;
  linkVoidReason: LinkVoidReason | null;
  signature: Signature;
  signer: Signer;
  /** The signer's places on the document's pages, from top to bottom. */
  fields: DocumentField[];
  /** Everybody who signs this document, the signer included, in order. */
  signers: Signer[];
  organizationName: string;
  /** Of the PDF that signers read, lower-case hex; null before there is one. */
  documentSha256: string | null;
  isPastDeadline: boolean;
  /** The code that was mailed has been entered in this very browser, not long ago. */
  isCodeVerified: boolean;
  identity: IdentityState;
  verificationId: number | null;
  /** Where a check under way goes on; null otherwise. */
  sessionUrl: string | null;
  /** Checks that were begun by whoever holds the signer's present address. */
  verificationsBegun: number;
  /** As the verified document says it; null before. */
  verifiedName: string | null;
  /** The picture of a signature that the signer has uploaded. */
  picture: UploadedMark | null;
}

export const documentNameOf = ({ signature }: SigningContext) => plainLine(signature.originalDocumentName);
export const organizationOf = ({ organizationName }: SigningContext) => plainLine(organizationName);
