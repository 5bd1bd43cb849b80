import { type HandOver, type Person } from '../../audit-chain/hand-over.js';
import { plainLine } from '../../common/plain-line.js';
import { type PageBrand } from '../../platform/pages/page-brand.js';
import { type DocumentField } from '../../signatures/document-field.entity.js';
import { type Signature } from '../../signatures/signature.entity.js';
import { type LinkVoidReason } from '../../signatures/signer-link.entity.js';
import { type UploadedMark } from '../../signatures/signer-pictures.service.js';
import { type Signer } from '../../signatures/signer.entity.js';
import { type EarlierSigner } from './earlier-signer.js';
import { type Sheet } from './sheets.js';

/**
 * The state of the signer's identity check. A `failed` check can be started again, an `exhausted` one cannot: the sender
 * has been told. `in_review` waits for a person.
 */
export type IdentityState =
  'not_required' | 'to_begin' | 'under_way' | 'in_review' | 'passed' | 'failed' | 'exhausted';

/** Everything that decides what one signer can do now, read at one moment (under lock before an action). */
export interface SigningContext {
  token: string;
  linkVoidReason: LinkVoidReason | null;
  signature: Signature;
  signer: Signer;
  /** The signer's fields on the document's pages, from top to bottom. */
  fields: DocumentField[];
  /** Everyone who signs this document, the signer included, in order. */
  signers: Signer[];
  /** Those whose entries and marks the signer is shown in the document. */
  earlier: EarlierSigner[];
  organizationName: string;
  /** How the organization's pages look. */
  brand: PageBrand;
  /** SHA-256 of the PDF that signers read, lowercase hex; null before there is one. */
  documentSha256: string | null;
  /** The pages of that PDF. */
  sheets: Sheet[];
  /** Whether it carried signatures when it was uploaded, so that nothing is added to its pages but signature fields. */
  carriesSignatures: boolean;
  now: Date;
  isPastDeadline: boolean;
  /** The emailed code was entered in this browser less than BROWSER_TRUST_HOURS ago. */
  isCodeVerified: boolean;
  /** A person has opened the link: a fetch alone does not show that. */
  isOpened: boolean;
  identity: IdentityState;
  verificationId: number | null;
  /** Where a check in progress continues; null otherwise. */
  sessionUrl: string | null;
  /** Checks started since the signer has had the current address. */
  verificationsBegun: number;
  /** The name on the verified document; null before. */
  verifiedName: string | null;
  /** The signature that was uploaded as a picture, if this browser may use it. */
  picture: UploadedMark | null;
  /** By which the signer has taken the place of others, in order. */
  handOvers: HandOver[];
  /** To whom the holder of this link has handed over; null if they have not. */
  handedOverTo: Person | null;
}

export const documentNameOf = ({ signature }: SigningContext) => plainLine(signature.originalDocumentName);
export const organizationOf = ({ organizationName }: SigningContext) => plainLine(organizationName);
