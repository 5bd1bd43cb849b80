import {
  either,
  isBytes,
  isFlag,
  isNumber,
  isText,
  listOf,
  objectWith,
  oneOf,
  orNull,
  type Shape,
} from '../../common/shapes.js';
import { isRefusalCode } from '../document-inspection.js';
import { areChanges, isChildImport } from './form-answers.js';
import { type READING_TASKS } from './reading-tasks.js';
import { type WRITING_TASKS } from './writing-tasks.js';

const isBox = objectWith({ x: isNumber, y: isNumber, width: isNumber, height: isNumber });
const isLayout = objectWith({
  carriesSignatures: isFlag,
  isRedrawn: isFlag,
  pageSizes: listOf(listOf(isNumber)),
  tags: listOf(
    objectWith({
      kind: isText,
      signer: isNumber,
      page: isNumber,
      box: isBox,
      tagBox: isBox,
      label: isText,
    }),
  ),
});
const isDocument = objectWith({ pdf: isBytes, pages: isNumber });
const isPicture = objectWith({ ok: oneOf(true), png: isBytes, width: isNumber, height: isNumber });
const isFault = orNull(isText);

/** The valid answers of a child to each task; a child taken over by a file may send anything. */
export const TASK_ANSWERS: Record<keyof typeof READING_TASKS | keyof typeof WRITING_TASKS, Shape> = {
  'inspect-document': either(
    objectWith({
      ok: oneOf(true),
      kind: oneOf('pdf'),
      layout: isLayout,
      changes: areChanges,
      pdf: either(oneOf(undefined), isBytes),
    }),
    objectWith({
      ok: oneOf(true),
      kind: oneOf('png', 'jpeg'),
      layout: isLayout,
      changes: areChanges,
      pdf: isBytes,
    }),
    objectWith({ ok: oneOf(true), kind: oneOf('docx') }),
    objectWith({
      ok: oneOf(false),
      code: isRefusalCode,
      message: isText,
      fault: either(oneOf(undefined), isText),
    }),
  ),
  'import-form': isChildImport,
  'try-sealing': isFault,
  'extract-text': objectWith({ pages: listOf(isText), unread: listOf(isNumber), isCut: isFlag }),
  'read-attachment': orNull(isBytes),
  'clean-picture': either(
    isPicture,
    objectWith({ ok: oneOf(false), problem: oneOf('unreadable', 'unsupported') }),
  ),
  'clean-signature': either(
    isPicture,
    objectWith({ ok: oneOf(false), problem: oneOf('unreadable', 'unsupported', 'empty', 'unclear') }),
  ),
  'verify-completed': isFault,
  'verify-archived': orNull(oneOf('PAdES B-B', 'PAdES B-T', 'PAdES B-LT', 'PAdES B-LTA')),
  'typeset-request': isDocument,
  'typeset-certificate': isBytes,
  'sign-document': objectWith({ pdf: isBytes, pages: isNumber, fieldName: isText }),
  'draw-entries': objectWith({
    pdf: isBytes,
    pages: isNumber,
    paper: objectWith({ width: isNumber, height: isNumber }),
  }),
  'measure-entries': objectWith({ excess: listOf(isNumber) }),
  'first-page': isBytes,
  'mark-pages': isBytes,
  'archive-document': isBytes,
};
