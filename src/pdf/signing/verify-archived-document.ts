import { PDF, PdfDict, type PdfObject, type PdfRef } from '@libpdf/core';
import { DOCUMENT_TIME_STAMP, readLevel } from '../../pdf-signatures/read-level.js';
import { readSignatures } from '../../pdf-signatures/read-signatures.js';
import { type SealLevel } from '../../pdf-signatures/seal-level.js';
import { isSound, verifyTimeStamp } from '../../pdf-signatures/verify-time-stamp.js';
import { catalogReference, PdfComparison } from '../pdf-comparison.js';
import { isComplete } from '../structure/is-complete.js';

export interface ArchivedFile {
  /** The document before it was archived. */
  sealed: Uint8Array;
  archived: Uint8Array;
  expected: {
    /** Name of the seal's field. */
    sealName: string;
    /** Name of the document time stamp's field. */
    stampName: string;
    /** DER of the certificates in TSA_CA_FILE. */
    anchors: Uint8Array[];
  };
}

/**
 * The level of the seal in an archived document. The document must begin with the exact bytes of the sealed one, open
 * without recovery, end with a valid document time stamp over the whole file, and add nothing else but validation
 * material.
 * @returns null if it does not
 */
export async function verifyArchivedDocument(file: ArchivedFile): Promise<SealLevel | null> {
  const { sealName, stampName, anchors } = file.expected;
  const [sealed, archived] = [Buffer.from(file.sealed), Buffer.from(file.archived)];
  if (!archived.subarray(0, sealed.length).equals(sealed)) return null;
  const [before, after] = [await PDF.load(sealed), await PDF.load(archived)];
  if (!isComplete(after, before.getPageCount())) return null;
  const [seal, stamp, ...others] = readSignatures(after, archived)
    .filter(({ isWhole }) => isWhole)
    .slice(-2);
  const areLast =
    others.length === 0 && seal?.fieldName === sealName && seal.gap.coveredBytes === sealed.length;
  const isStamp = stamp?.fieldName === stampName && stamp.subFilter === DOCUMENT_TIME_STAMP && stamp.isLast;
  if (!areLast || !isStamp || !isSound(verifyTimeStamp(stamp.contents, stamp.digest))) return null;
  if (!onlyStampAdded(before, after, stampName)) return null;
  return readLevel(
    archived,
    sealName,
    anchors.map((anchor) => Buffer.from(anchor)),
  );
}

/** Whether catalog, form and pages are unchanged apart from validation material and one field after all others. */
export function onlyStampAdded(before: PDF, after: PDF, stampName: string): boolean {
  const comparison = new PdfComparison(before, after, catalogReference(after));
  const [old, now] = [before.getCatalog(), after.getCatalog()];
  const [oldForm, form] = [formOf(before), formOf(after)];
  const hasOneMore = (had: PdfObject[], has: PdfObject[], more: number) =>
    has.length === had.length + more &&
    had.every((each, index) => comparison.same(each, has[index])) &&
    has.slice(had.length).every((added) => isField(after, added, stampName));
  const pages = after.getPages();
  const samePages = before.getPages().every((page, index) => {
    const other = pages[index]!;
    const more = index === pages.length - 1 ? 1 : 0;
    const annotations = [listOf(before, page.dict, 'Annots'), listOf(after, other.dict, 'Annots')] as const;
    return comparison.samePage(page, other) && hasOneMore(...annotations, more);
  });
  return (
    samePages &&
    oldForm !== undefined &&
    form !== undefined &&
    comparison.sameEntries(old, now, new Set(['AcroForm', 'DSS'])) &&
    comparison.sameEntries(oldForm, form, new Set(['Fields'])) &&
    hasOneMore(listOf(before, oldForm, 'Fields'), listOf(after, form, 'Fields'), 1)
  );
}

function isField(pdf: PDF, object: PdfObject, name: string): boolean {
  const field = object.type === 'ref' ? pdf.getObject(object) : object;
  return field instanceof PdfDict && field.getString('T')?.asString() === name;
}

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
const formOf = (pdf: PDF) => pdf.getCatalog().getDict('AcroForm', resolverOf(pdf));
const listOf = (pdf: PDF, owner: PdfDict, key: string): PdfObject[] => [
  ...(owner.getArray(key, resolverOf(pdf)) ?? []),
];
