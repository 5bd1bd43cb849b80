import { importForm } from '../../src/pdf/acroform/import-form.js';
import { type FormImport, type ImportedField } from '../../src/pdf/form-import.js';
import { builtForm, widget } from './built-forms.js';

/** What the import makes of a form. @throws Error with the code of a refusal */
export async function imported(pdf: Buffer): Promise<FormImport> {
  const found = await importForm(pdf);
  if (!found.ok) throw new Error(found.code);
  return found;
}

/** The only field, named `a`, of a form, with its warnings as `code detail`. */
export async function one(
  entries: string,
  rectangle?: string,
): Promise<ImportedField & { warnings: string[] }> {
  const {
    imported: fields,
    notImported,
    warnings,
  } = await imported(builtForm([widget(`/T (a) ${entries}`, rectangle)]));
  if (!fields[0]) throw new Error(notImported[0]!.reason);
  return {
    ...fields[0],
    warnings: warnings.map(({ code, detail }) => [code, detail].filter(Boolean).join(' ')),
  };
}

/** Its definition. */
export const definition = async (entries: string, rectangle?: string) =>
  (await one(entries, rectangle)).field;
