import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core';

/** Files that an operating system executes when they are opened. */
const PROGRAM_FILE =
  /\.(?:exe|com|scr|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|msi|msp|jar|lnk|reg|cpl|dll|sh|app|apk|command|desktop)$/i;
/** More than any document of 500 pages that we measured. */
const MAX_OBJECTS = 500_000;

/** Content that can be executed. */
export type ActiveContent = 'document_has_javascript' | 'document_has_launch_action' | 'document_has_program';

/**
 * Finds executable content in a document: what signers read must not change by itself, and a contract must not deliver a
 * program. Examines everything reachable from the catalog. @throws Error if there are too many objects
 */
export function activeContent(pdf: PDF): ActiveContent | null {
  const seen = new Set<string>();
  const left: PdfObject[] = [pdf.getCatalog()];
  let looked = 0;
  for (let object = left.pop(); object !== undefined; object = left.pop()) {
    if (++looked > MAX_OBJECTS) throw new Error(`The document has more than ${MAX_OBJECTS} objects`);
    if (object instanceof PdfRef) {
      const name = `${object.objectNumber} ${object.generation}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const found = pdf.getObject(object);
      if (found) left.push(found);
    } else if (object instanceof PdfArray) left.push(...object);
    else if (object instanceof PdfDict) {
      const found = activeIn(object, pdf);
      if (found) return found;
      for (const [, value] of object) left.push(value);
    }
  }
  return null;
}

/** Recognizes actions by type (ISO 32000-1 §12.6.4.5 and §12.6.4.16) and attached programs by name (§7.11.3). */
function activeIn(object: PdfDict, pdf: PDF): ActiveContent | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const type = object.get('S', resolve);
  const action = type instanceof PdfName ? type.value : '';
  if (object.has('JS') || action === 'JavaScript') return 'document_has_javascript';
  if (action === 'Launch') return 'document_has_launch_action';
  if (!object.has('EF')) return null;
  const isProgram = ['F', 'UF'].some((key) => {
    const name = object.get(key, resolve);
    return name instanceof PdfString && PROGRAM_FILE.test(name.asString());
  });
  return isProgram ? 'document_has_program' : null;
}
