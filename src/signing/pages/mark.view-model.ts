import { handFaceFor } from '../../pdf/hand-faces.js';
import { strokesPath } from '../../pdf/mark-layout.js';
import { MARK_ASPECT_RATIO } from '../../pdf/mark-limits.js';
import { readStrokes } from '../domain/drawn-mark.js';
import { type PostedFields, textOf } from '../domain/posted-fields.js';
import { lineOf, MARKS_OF, pictureTag, type SignRequest } from '../domain/sign-form.js';
import { signerNameOf } from '../domain/signer-name.js';
import { type SigningContext } from '../domain/signing-context.js';
import { addressesOf } from '../signing-addresses.js';

/** Units of the drawing's own coordinates. */
const SHOWN_MARK = { width: 300, height: 300 / MARK_ASPECT_RATIO };

/** The signature's part of the form. */
export interface MarkModel {
  mayDraw: boolean;
  mayType: boolean;
  mustMark: boolean;
  /** Address of the uploaded picture, or null. Includes the tag, so browsers do not show an earlier one from their cache. */
  picture: string | null;
  pictureTag: string | null;
  entered: { method: string | null; typed: string; strokes: string | null };
}

/** @param fields as entered before, or null */
export function toMarkModel(context: SigningContext, fields: PostedFields | null): MarkModel {
  const marks = MARKS_OF[context.signature.type];
  const { picture } = context;
  const tag = picture && pictureTag(picture);
  const strokes = fields && readStrokes(textOf(fields, 'strokes'));
  return {
    mayDraw: marks.includes('drawn'),
    mayType: marks.includes('typed'),
    mustMark: !marks.includes('click'),
    picture: tag && `${addressesOf(context.token).picture}?v=${tag}`,
    pictureTag: tag,
    entered: {
      method: (fields && textOf(fields, 'method')) || usualMethod(context),
      typed: fields ? lineOf(fields, 'typed') : usualTyping(context),
      strokes: strokes && JSON.stringify(strokes),
    },
  };
}

function usualMethod({ signature, picture }: SigningContext): string | null {
  return picture ? 'uploaded' : (MARKS_OF[signature.type].find((kind) => kind !== 'click') ?? null);
}

function usualTyping(context: SigningContext): string {
  const name = signerNameOf(context);
  const isOptional = MARKS_OF[context.signature.type].includes('click');
  return isOptional || name === null || handFaceFor(name) === null ? '' : name;
}

/** A mark as it will be drawn, for pages without scripts. */
export interface ShownMark {
  /** A drawing, in a box of this size. */
  drawing: { path: string; line: number; width: number; height: number } | null;
  isPicture: boolean;
  /** The handwritten text, and its font: null if none has all the letters. */
  hand: string | null;
  face: string | null;
}

/** @param clicked the text that a click leaves */
export function toShownMark(mark: SignRequest['mark'], clicked: string): ShownMark {
  const hand = mark.kind === 'typed' ? mark.text : mark.kind === 'click' ? clicked : null;
  return {
    drawing: mark.kind === 'drawn' ? toDrawing(mark.strokes) : null,
    isPicture: mark.kind === 'uploaded',
    hand,
    face: hand && handFaceFor(hand),
  };
}

/** The mark that a click leaves of a known name; null if there is none, or if clicking is not allowed. */
export function toClickMark(context: SigningContext): ShownMark | null {
  const name = signerNameOf(context);
  const mayClick = MARKS_OF[context.signature.type].includes('click');
  return mayClick && name !== null ? toShownMark({ kind: 'click' }, name) : null;
}

function toDrawing(strokes: number[][]): ShownMark['drawing'] {
  const { path, width: line } = strokesPath(strokes, SHOWN_MARK);
  return { path, line, ...SHOWN_MARK };
}
