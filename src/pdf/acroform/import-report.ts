import {
  type ImportedPlace,
  type ImportWarning,
  type ImportWarningCode,
  type NotImportedReason,
} from '../form-import.js';
import { type SourceField } from './source-field.js';

/** Of a name or detail in a report. */
const LONGEST_SHOWN = 200;

/** Thrown for a field that is left out. */
export class NotImported extends Error {
  constructor(readonly reason: NotImportedReason) {
    super(reason);
  }
}

/** Collects what imported fields lack of their sources. */
export class ImportReport {
  readonly warnings: ImportWarning[] = [];

  /** @param places - of the fields before, which those that follow may not overlap */
  constructor(readonly places: ImportedPlace[] = []) {}

  warn(code: ImportWarningCode, { name }: Pick<SourceField, 'name'>, detail?: string): void {
    const shown = detail === undefined ? {} : { detail: cut(detail) };
    const warning = { code, name: cut(name), ...shown };
    const isKnown = this.warnings.some(
      (each) => each.code === code && each.name === warning.name && each.detail === shown.detail,
    );
    if (!isKnown) this.warnings.push(warning);
  }
}

export const cut = (text: string) => text.slice(0, LONGEST_SHOWN).toWellFormed();
