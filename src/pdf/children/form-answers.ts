import {
  either,
  isBytes,
  isFlag,
  isNumber,
  isSafeInteger,
  isText,
  isTextUpTo,
  listOf,
  objectWith,
  oneOf,
  type Shape,
} from '../../common/shapes.js';
import { MAX_FIELDS, MAX_OPTIONS, MAX_PLACES } from '../../forms/form-definition.js';
import { isRefusalCode } from '../document-inspection.js';
import { FORM_REFUSAL_CODES, IMPORT_WARNINGS, IMPORTED_KINDS, NOT_IMPORTED_REASONS } from '../form-import.js';
import { REMOVED_PARTS, RESTRICTIONS } from '../upload-changes.js';

/** Characters and warnings: more than any form that is read has. */
const LONGEST_TEXT = 20_000;
const MOST_WARNINGS = 100 * MAX_FIELDS;

const isLine = isTextUpTo(LONGEST_TEXT);
const optional = (shape: Shape): Shape => either(oneOf(undefined), shape);

const isPlace = objectWith({
  ...{ page: isSafeInteger, x: isNumber, y: isNumber, width: isNumber, height: isNumber },
  option: optional(isLine),
});
const isField = objectWith({
  ...{ key: isLine, label: isLine, help: isLine },
  kind: oneOf(...IMPORTED_KINDS),
  places: listOf(isPlace, MAX_PLACES),
  required: optional(isFlag),
  readOnly: optional(isFlag),
  value: optional(either(isLine, isFlag, listOf(isLine, MAX_OPTIONS))),
  options: optional(listOf(objectWith({ value: isLine, label: isLine }), MAX_OPTIONS)),
  other: optional(isFlag),
  formula: optional(isLine),
  validation: optional(
    objectWith({
      lines: optional(oneOf(1, 'many')),
      ...{ maxLength: optional(isSafeInteger), cells: optional(isSafeInteger) },
      ...{ min: optional(isLine), max: optional(isLine) },
      ...{ decimals: optional(isSafeInteger), unit: optional(isLine) },
    }),
  ),
});
const isImported = objectWith({
  pdfName: isLine,
  ...{ mappingName: optional(isLine), exportValue: optional(isLine), datePattern: optional(isLine) },
  alignment: optional(oneOf('center', 'right')),
  fontSize: optional(isNumber),
  field: isField,
});
const isCalculation = objectWith({
  ...{ name: isLine, key: isLine, formula: isLine },
  function: oneOf('SUM', 'AVG', 'PRD', 'MIN', 'MAX'),
  operands: listOf(isLine, MAX_FIELDS),
});

const isReport = objectWith({
  ok: oneOf(true),
  imported: listOf(isImported, MAX_FIELDS),
  notImported: listOf(objectWith({ name: isLine, reason: oneOf(...NOT_IMPORTED_REASONS) }), MAX_FIELDS),
  removed: objectWith({ scripts: isSafeInteger, actions: isSafeInteger, xfa: isFlag }),
  calculations: listOf(isCalculation, MAX_FIELDS),
  warnings: listOf(
    objectWith({ code: oneOf(...IMPORT_WARNINGS), name: isLine, detail: optional(isLine) }),
    MOST_WARNINGS,
  ),
});

export const areChanges: Shape = objectWith({
  forbidden: listOf(oneOf(...RESTRICTIONS)),
  removed: listOf(oneOf(...REMOVED_PARTS)),
});

/** A valid answer of a child that imported a form. */
export const isChildImport: Shape = either(
  objectWith({ ok: oneOf(true), report: isReport, pdf: isBytes, changes: areChanges }),
  objectWith({
    ok: oneOf(false),
    code: either(isRefusalCode, oneOf(...FORM_REFUSAL_CODES)),
    message: isText,
    fault: optional(isText),
  }),
);
