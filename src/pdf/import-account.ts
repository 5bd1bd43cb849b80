import { canonicalJson } from '../audit-chain/canonical-json.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { type FormImport, type ImportedField } from './form-import.js';

/** An imported field's facts for which a definition has no member, by its key in the definition. */
export type ImportedFacts = Omit<ImportedField, 'field'> & { key: string };

/** Every field of the source is in exactly one of `imported` and `notImported`. */
export interface ImportAccount extends Omit<FormImport, 'ok' | 'imported'> {
  imported: ImportedFacts[];
}

/** What became of every field of a PDF form. */
export interface AccountedImport {
  report: ImportAccount;
  /** Of the report's canonical JSON, in lower-case hex. */
  reportSha256: string;
}

/** The report without the fields' definitions, which are the form's. */
export function accountOf(found: FormImport): AccountedImport {
  const { imported, notImported, removed, calculations, warnings } = found;
  const report = {
    imported: imported.map(({ field, ...facts }) => ({ key: field.key, ...facts })),
    ...{ notImported, removed, calculations, warnings },
  };
  return { report, reportSha256: sha256(canonicalJson(report)).toString('hex') };
}
