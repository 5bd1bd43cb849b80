import { DOCUMENT_SIDES, type DocumentSide, SIDES_OF } from './document-sides.js';
import { type DocumentType } from './document-type.js';
import { type VerificationMethod } from './verification-method.js';

/** The parts a reviewer can ask for again: the photo of a side, or the face in front of the camera. */
export const ASKABLE_PARTS = [...DOCUMENT_SIDES, 'face'] as const;
export type AskedPart = (typeof ASKABLE_PARTS)[number];

/** A reviewer's reasons for asking. Each has a sentence for the person in their own language. */
export const ASK_REASONS = {
  side: ['blurred', 'glare', 'cut_off', 'covered', 'not_the_original', 'another_document'],
  face: ['dark', 'covered', 'not_clear', 'another_person'],
} as const;
export type AskReason = (typeof ASK_REASONS)['side' | 'face'][number];

interface Askable {
  verificationMethod: VerificationMethod;
  documentType: DocumentType | null;
  /** Parts already asked for, in order. */
  askedParts: readonly AskedPart[];
}

/** The parts of this verification that have not been asked for again yet. */
export function askableParts({ verificationMethod, documentType, askedParts }: Askable): AskedPart[] {
  const sides: readonly DocumentSide[] = documentType ? SIDES_OF[documentType] : [];
  const parts: AskedPart[] = [
    ...(verificationMethod === 'liveness' ? [] : sides),
    ...(verificationMethod === 'document' ? [] : (['face'] as const)),
  ];
  return parts.filter((part) => !askedParts.includes(part));
}

const kindOf = (part: AskedPart) => (part === 'face' ? 'face' : 'side');

export const askReasonsFor = (part: AskedPart): readonly AskReason[] => ASK_REASONS[kindOf(part)];

/** The key of the sentence for the person. */
export const askText = (part: AskedPart, reason: AskReason) => `verification.asked.${kindOf(part)}.${reason}`;
