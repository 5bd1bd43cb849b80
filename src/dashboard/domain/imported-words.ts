import { type ImportAccount } from '../../pdf/import-account.js';

/** How many fields were imported, and the names of those that were not, or that lack something. */
export function importedWords({ imported, notImported, warnings }: ImportAccount) {
  const names = (fields: readonly { name: string }[]) => [...new Set(fields.map(({ name }) => name))];
  return { count: imported.length, left: names(notImported), inPart: names(warnings) };
}
