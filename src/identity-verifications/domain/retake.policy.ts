import { type DocumentFindings } from '../../identity-documents/document-findings.js';
import { type SideEvidence } from './decision-evidence.js';
import { factsOf } from './document-facts.js';
import { type DocumentSide } from './document-sides.js';
import { type DocumentType } from './document-type.js';
import { type RetakeReason } from './retake-reasons.js';

/** A photo and what it should show. */
export interface PhotoOfSide extends SideEvidence {
  findings: DocumentFindings;
  side: DocumentSide;
  documentType: DocumentType;
  /** ISO 3166-1 alpha-2, or null if unknown. */
  country: string | null;
  /** The other side has already been read with certainty. */
  otherSideIsRead: boolean;
}

/** Doubts that a better photo can resolve. The others concern the document itself. */
const DOUBTS_OF_THE_PHOTO = ['check_digit', 'substitution', 'low_confidence'] as const;

/** Driving licences of these countries have an AAMVA barcode on the back. */
const COUNTRIES_WITH_BARCODE = ['US', 'CA'];

/**
 * Why a photo should be taken again, or null to decide on it as it is. A document that was read with certainty and
 * contradicts itself never gets a retake.
 */
export function retakeReason(photo: PhotoOfSide): RetakeReason | null {
  const { findings, portrait, side, documentType } = photo;
  const [facts] = factsOf({ front: null, back: null, [side]: photo });
  if (facts && !facts.kinds.includes(documentType))
    return facts.mayBe === documentType ? 'barcode_unread' : 'wrong_document';
  if (findings.mrz?.contradictory) return null;
  if (!findings.quality) return 'blurred';
  if (findings.quality.isCutOff) return 'cut_off';
  if (findings.quality.isMonochrome || findings.quality.isFromScreen) return 'not_the_original';
  const unread = facts ? null : whyUnread(photo);
  if (unread) return findings.quality.isBlurred ? 'blurred' : unread;
  if (side !== 'front' || !portrait) return null;
  if (!portrait.found) return 'no_portrait';
  return portrait.tooSmall ? 'portrait_too_small' : null;
}

/** Why nothing machine-readable was read, if this side should have it. */
function whyUnread(photo: PhotoOfSide): RetakeReason | null {
  const { findings, side, documentType, otherSideIsRead } = photo;
  if (findings.mrz) {
    const { doubts } = findings.mrz;
    return DOUBTS_OF_THE_PHOTO.some((doubt) => doubts.includes(doubt)) ? 'unclear' : null;
  }
  if (documentType === 'passport') return 'no_document_found';
  // A decoded but incomplete barcode is incomplete on the card.
  if (otherSideIsRead || findings.barcode) return null;
  if (side === 'back' && expectsBarcode(photo)) return 'barcode_unread';
  if (side === 'back' && documentType === 'id_card') return 'no_document_found';
  return findings.readable ? null : 'no_document_found';
}

function expectsBarcode({ documentType, country }: PhotoOfSide): boolean {
  return documentType === 'drivers_license' && country !== null && COUNTRIES_WITH_BARCODE.includes(country);
}
