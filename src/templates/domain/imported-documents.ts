import { type FormOrigin, fromStored, NO_ORIGIN, toStored } from '../../pdf/form-origin.js';
import { type DocumentImport, type TemplateDefinition } from './template-content.js';

/** The members of a definition that say which documents' forms were imported. */
export type Imports = Pick<TemplateDefinition, 'imports' | 'importFacts'>;

export const importsIn = ({ imports, importFacts }: Imports): Imports => ({ imports, importFacts });

/** What was imported with document `n`; null if nothing was. */
export function importOf({ imports = {}, importFacts = {} }: Imports, n: number): DocumentImport | null {
  const pdfNames = imports[n];
  return pdfNames ? { pdfNames, ...importFacts[n] } : null;
}

/** The imports of documents, by their numbers; without members if there are none, as in templates without any. */
export function importsOf(found: Iterable<readonly [n: number, found: DocumentImport | null]>): Imports {
  const entries = [...found].flatMap(([n, each]) => (each ? [[n, each] as const] : []));
  const facts = entries.flatMap(([n, found]) => {
    const others = Object.entries(found).filter(([name]) => name !== 'pdfNames');
    return others.length > 0 ? [[n, Object.fromEntries(others)] as const] : [];
  });
  return {
    imports:
      entries.length > 0 ? Object.fromEntries(entries.map(([n, each]) => [n, each.pdfNames])) : undefined,
    importFacts: facts.length > 0 ? Object.fromEntries(facts) : undefined,
  };
}

/** The imports once document `n` is another one: with a form that was imported, or else with the names of the earlier one. */
export const importsBeside = (definition: Imports, n: number, found: DocumentImport | null): Imports =>
  importsOf([
    ...entriesOf(definition).filter(([each]) => each !== n),
    [n, found ?? replaced(importOf(definition, n))],
  ]);

/** The imports once document `n` is gone, and the later ones have moved up. */
export const importsWithout = (definition: Imports, n: number): Imports =>
  importsOf(
    entriesOf(definition)
      .filter(([each]) => each !== n)
      .map(([each, found]) => [each > n ? each - 1 : each, found]),
  );

/** An imported field that a draft no longer has. */
export interface LeftOutField {
  /** The number of the document with which it was imported. */
  n: number;
  key: string;
  pdfName: string;
}

export function leftOutOf({ imports = {}, fields }: TemplateDefinition): LeftOutField[] {
  const kept = new Set(fields.map(({ key }) => key));
  return Object.entries(imports).flatMap(([n, names]) =>
    Object.entries(names)
      .filter(([key]) => !kept.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, pdfName]) => ({ n: Number(n), key, pdfName })),
  );
}

export function toImport(origin: FormOrigin): DocumentImport | null {
  if (origin.fields.size === 0) return null;
  const { pdfNames, pdfFacts } = toStored(origin);
  return {
    pdfNames,
    ...(Object.keys(pdfFacts).length > 0 && { pdfFacts }),
    ...(origin.isReplaced && { isReplaced: true as const }),
  };
}

/** The PDF form that a document's fields come from. */
export function originOf(found: Partial<DocumentImport> | null | undefined): FormOrigin {
  if (!found?.pdfNames) return NO_ORIGIN;
  const { pdfNames, pdfFacts = {}, isReplaced = false } = found;
  return fromStored({ pdfNames, pdfFacts }, isReplaced);
}

const replaced = (found: DocumentImport | null): DocumentImport | null =>
  found && { ...found, isReplaced: true };

const entriesOf = (definition: Imports) =>
  Object.keys(definition.imports ?? {}).map((n) => [Number(n), importOf(definition, Number(n))] as const);
