import { type TemplateDefinition } from './template-content.js';

type Imports = TemplateDefinition['imports'];

/** The imports once the fields are others: those that stay keep their names in the PDF. */
export function importsFor(imports: Imports, fields: TemplateDefinition['fields']): Imports {
  const keys = new Set(fields.map(({ key }) => key));
  return changed(imports, (n, names) => {
    const kept = Object.entries(names).filter(([key]) => keys.has(key));
    return [n, Object.fromEntries(kept)];
  });
}

/** The imports once document `n` is another one, whose form was not imported. */
export const importsBeside = (imports: Imports, n: number): Imports =>
  changed(imports, (each, names) => (each === n ? null : [each, names]));

/** The imports once document `n` is gone, and the later ones have moved up. */
export const importsWithout = (imports: Imports, n: number): Imports =>
  changed(imports, (each, names) => (each === n ? null : [each > n ? each - 1 : each, names]));

type Entry = [n: number, names: NonNullable<Imports>[number]];

/** @returns nothing if no import is left, so that a template without any has no such member */
function changed(imports: Imports, change: (...entry: Entry) => Entry | null): Imports {
  const entries = Object.entries(imports ?? {}).flatMap(([n, names]) => {
    const entry = change(Number(n), names);
    return entry ? [entry] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
