import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { resolve } from '../../pdf/pdf-comparison.js';
import { dictAt, formNodes, isSigned, kidsOf } from './form-fields.js';

/** Which changes are permitted after the signatures of a document (ISO 32000-2 §12.8.2.2 and §12.8.2.4). */
export interface Permissions {
  /**
   * As certified: nothing (1), signing and filling in fields (2), and also annotations (3); null without a
   * certification.
   */
  level: number | null;
  /** Whether a signature locked the field with this name. */
  isLocked(name: string): boolean;
}

/** The level of a certification that does not state one. */
const USUAL_LEVEL = 2;

/** What the signatures of a document permit afterwards. */
export function permissionsOf(pdf: PDF): Permissions {
  const levels: number[] = [];
  const locks: ((name: string) => boolean)[] = [];
  for (const node of formNodes(pdf).values()) {
    if (!isSigned(node)) continue;
    const lock = dictAt(pdf, node.dict, 'Lock');
    if (lock) locks.push(lockOf(pdf, lock));
    if (lock?.has('P')) levels.push(levelIn(pdf, lock));
    for (const reference of kidsOf(pdf, node.value as PdfDict, 'Reference')) {
      const transform = resolve(pdf, reference);
      if (!(transform instanceof PdfDict)) continue;
      const parameters = dictAt(pdf, transform, 'TransformParams') ?? PdfDict.of({});
      const method = nameAt(pdf, transform, 'TransformMethod');
      if (method === 'DocMDP') levels.push(levelIn(pdf, parameters));
      if (method === 'FieldMDP') {
        locks.push(lockOf(pdf, parameters));
        if (parameters.has('P')) levels.push(levelIn(pdf, parameters));
      }
    }
  }
  return {
    level: levels.length > 0 ? Math.min(...levels) : null,
    isLocked: (name) => locks.some((covers) => covers(name)),
  };
}

/** An invalid level counts as the strictest. */
function levelIn(pdf: PDF, parameters: PdfDict): number {
  const level = resolve(pdf, parameters.get('P'));
  if (level === null) return USUAL_LEVEL;
  return level instanceof PdfNumber && [2, 3].includes(level.value) ? level.value : 1;
}

/** A field's name also stands for its children. An unknown action locks all fields. */
function lockOf(pdf: PDF, lock: PdfDict): (name: string) => boolean {
  const action = nameAt(pdf, lock, 'Action');
  const names = new Set(
    kidsOf(pdf, lock, 'Fields').flatMap((item) => {
      const name = resolve(pdf, item);
      return name instanceof PdfString ? name.asString() : [];
    }),
  );
  const isNamed = (name: string) => {
    const parts = name.split('.');
    return parts.some((_part, index) => names.has(parts.slice(0, index + 1).join('.')));
  };
  if (action === 'Include') return isNamed;
  if (action === 'Exclude') return (name) => !isNamed(name);
  return () => true;
}

function nameAt(pdf: PDF, owner: PdfDict, key: string): string | undefined {
  const name = resolve(pdf, owner.get(key));
  return name instanceof PdfName ? name.value : undefined;
}

/** Whether the permissions of a document only name signatures in its form. */
export function namesSignatures(pdf: PDF): boolean {
  const permissions = dictAt(pdf, pdf.getCatalog(), 'Perms');
  const signatures = [...formNodes(pdf).values()].filter(isSigned).map(({ value }) => value as PdfDict);
  return [...(permissions ?? [])].every(([key, value]) => {
    const named = resolve(pdf, value);
    return key.value === 'DocMDP' && signatures.some((each) => isSameSignature(each, named));
  });
}

/** The byte ranges signed by usage rights, which are not a signature of the document (ISO 32000-1 §12.8.2.3). */
export function usageRightsRanges(pdf: PDF): string[] {
  const permissions = dictAt(pdf, pdf.getCatalog(), 'Perms');
  return ['UR', 'UR3'].flatMap((key) => {
    const rights = permissions && dictAt(pdf, permissions, key);
    const range = rights && resolve(pdf, rights.get('ByteRange'));
    return range instanceof PdfArray ? [numbersIn(pdf, range)] : [];
  });
}

/** As the offsets of the gap and the end. */
function numbersIn(pdf: PDF, range: PdfArray): string {
  const [, start = 0, end = 0, last = 0] = [...range].map((item) => {
    const value = resolve(pdf, item);
    return value instanceof PdfNumber ? value.value : 0;
  });
  return `${start} ${end} ${end + last}`;
}

export function isSameSignature(one: PdfDict, other: unknown): boolean {
  const [contents, others] = [one, other].map((each) =>
    each instanceof PdfDict ? each.get('Contents') : null,
  );
  return (
    contents instanceof PdfString &&
    others instanceof PdfString &&
    Buffer.compare(contents.bytes, others.bytes) === 0
  );
}
