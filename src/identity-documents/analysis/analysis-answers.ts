import {
  either,
  isFlag,
  isNumber,
  isText,
  listOf,
  objectWith,
  oneOf,
  orNull,
  type Shape,
} from '../../common/shapes.js';
import { type DocumentTask, type FaceTask } from './analysis-task.js';
const isObject = objectWith({});
const isImage = objectWith({ width: isNumber, height: isNumber, format: isText });
const isPoint = objectWith({ x: isNumber, y: isNumber });

/** The expected answers of a child to each task. Checked, since a hostile picture may have taken over the child. */
const DOCUMENT_ANSWERS: Record<DocumentTask['kind'], Shape> = {
  inspect: either(
    objectWith({ ok: oneOf(true), image: isImage }),
    objectWith({ ok: oneOf(false), reason: isText, image: orNull(isImage) }),
  ),
  analyze: objectWith({
    readable: isFlag,
    unreadableReason: orNull(isText),
    image: orNull(isImage),
    quality: orNull(
      objectWith({
        isBlurred: isFlag,
        isCutOff: isFlag,
        isFromScreen: isFlag,
        isMonochrome: isFlag,
        mayBeCopy: isFlag,
      }),
    ),
    mrz: orNull(objectWith({ accepted: isFlag, format: isText, lines: listOf(isText) })),
    barcode: orNull(isObject),
    printed: orNull(isObject),
    rotation: orNull(oneOf(0, 90, 180, 270)),
    engineVersion: isText,
  }),
};

const FACE_ANSWERS: Record<FaceTask['kind'], Shape> = {
  portrait: objectWith({
    found: isFlag,
    tooSmall: isFlag,
    isCertain: isFlag,
    widthPx: orNull(isNumber),
    descriptor: orNull(listOf(isNumber)),
  }),
  frame: orNull(
    objectWith({
      width: isNumber,
      height: isNumber,
      faces: listOf(
        objectWith({
          box: objectWith({ x: isNumber, y: isNumber, width: isNumber, height: isNumber }),
          score: isNumber,
          landmarks: listOf(isPoint),
          descriptor: listOf(isNumber),
          eyeDistance: isNumber,
        }),
      ),
      brightness: isNumber,
      fingerprint: isText,
    }),
  ),
};

const isReading: Shape = objectWith({
  words: listOf(
    objectWith({ text: isText, confidence: isNumber, x: isNumber, y: isNumber, w: isNumber, h: isNumber }),
  ),
  meanConfidence: isNumber,
});

export const isDocumentAnswer = (answer: unknown, { kind }: DocumentTask) => DOCUMENT_ANSWERS[kind](answer);
export const isRereadAnswer = (answer: unknown) => isReading(answer);
export const isFaceAnswer = (answer: unknown, { kind }: FaceTask) => FACE_ANSWERS[kind](answer);
