import { createHash } from 'node:crypto';
import { PDF, PdfArray, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { settleContents } from '../contents/settle-contents.js';
import { DocumentRefusal } from '../document-inspection.js';
import { ExactNames, UNREADABLE } from '../structure/exact-names.js';
import { settleStreams } from '../structure/stream-keys.js';
import { type RemovedPart } from '../upload-changes.js';
import { removeFormActions } from './form-actions.js';
import { drawingFault } from './same-drawing.js';
import { secondReadingFault } from './second-reading.js';
import { settleAnnotations } from './settle-annotations.js';
import { settleDefaultColors } from './settle-default-colors.js';
import { type FontFinder, settleForm } from './settle-form.js';
import { settleGlyphNames } from './settle-glyph-names.js';
import { settleLayers } from './settle-layers.js';
import { settlePages } from './settle-pages.js';
import { type PlainFile, writePlain } from './write-plain.js';

/** Bytes of a file identifier (ISO 32000-2 §14.4). */
const ID_BYTES = 16;

const FOREIGN_NAMES =
  'The PDF names parts of itself, such as the states of check boxes, in an encoding other than UTF-8, so changing it could break them. Print it to a new PDF and upload that.';

/** What signers read, and what was removed from the upload. */
export interface Presented {
  bytes: Uint8Array;
  /** The same document, opened. */
  pdf: PDF;
  removed: RemovedPart[];
}

/**
 * Turns an uploaded document into what its signers will read and what will be sealed: a plain file, which every
 * program reads alike, whose form can no longer be filled in or changed by scripts. A second reader must find the
 * same content in the plain file as in the upload, and again after the form was settled.
 * @param upload the bytes that `pdf` was opened from
 * @throws DocumentRefusal `document_ambiguous` if it does not, `document_field_undrawable`, or
 * `document_has_javascript` for a script where none belongs
 */
export async function presentDocument(
  pdf: PDF,
  upload: Uint8Array,
  findFonts: FontFinder,
): Promise<Presented> {
  settlePages(pdf);
  const plain = await plainCopy(pdf, upload);
  let settled = await PDF.load(plain.bytes);
  const actions = removeFormActions(settled);
  if (actions === null) throw new DocumentRefusal('document_has_javascript');
  const hadXfa = dropXfa(settled);
  const hadShortKeys = settleStreams(settled);
  const hadNames = settleGlyphNames(settled);
  const hadColors = settleDefaultColors(settled);
  // Its colours are read with those definitions.
  const hadMalformed = settleContents(settled);
  if (hadShortKeys || hadNames || hadColors || hadMalformed) settled = await drawnAs(plain.bytes, settled);
  const hadLayers = settleLayers(settled);
  // What annotations hide is no field to be drawn.
  const isSettled = settleAnnotations(settled);
  const hadForm = await settleForm(settled, findFonts);
  const isChanged = [
    hadXfa,
    hadShortKeys,
    hadMalformed,
    hadLayers,
    hadNames,
    hadColors,
    isSettled,
    hadForm,
    dropUsageRights(settled),
  ].includes(true);
  const removed: RemovedPart[] = [
    ...(pdf.isEncrypted ? (['encryption'] as const) : []),
    ...(hadXfa ? (['xfa'] as const) : []),
    ...actions,
  ];
  if (!isChanged && actions.length === 0) {
    if (plain.isExact) assertChangeable(writePlain(settled, idOf(upload)));
    return { bytes: plain.bytes, pdf: settled, removed };
  }
  const saved = await settled.save({ incremental: true, subsetFonts: true });
  const bytes = await plainRest(await PDF.load(saved), saved, plain, idOf(upload));
  return { bytes, pdf: await PDF.load(bytes), removed };
}

/**
 * Rewrites a document as a plain file, and has it read by a second reader.
 * @param bytes that `pdf` was opened from
 * @param fallbackId for a document without an identifier
 * @throws DocumentRefusal `document_ambiguous` unless that reader finds the same in both
 */
export async function plainFile(
  pdf: PDF,
  bytes: Uint8Array,
  fallbackId: Uint8Array = idOf(bytes),
): Promise<Uint8Array> {
  assertComplete(pdf);
  const plain = writePlain(pdf, fallbackId);
  await assertSame(bytes, plain);
  return plain.bytes;
}

/** A plain file of which parts are still to be taken out. */
interface PlainCopy {
  bytes: Uint8Array;
  /** Whether its names had to be kept byte by byte, because they are not all in UTF-8. */
  isExact: boolean;
}

/**
 * `plainFile` for a document of which parts are still to be taken out: these may have names in any encoding, such as
 * the states of check boxes.
 * @throws DocumentRefusal as `plainFile`
 */
export async function plainCopy(pdf: PDF, bytes: Uint8Array): Promise<PlainCopy> {
  assertComplete(pdf);
  const plain = writePlain(pdf, idOf(bytes));
  const isSame = (await secondReadingFault(bytes, plain.bytes)) === null;
  if (isSame) return { bytes: plain.bytes, isExact: false };
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const exact = plain.names.size === 0 ? plain : writePlain(pdf, idOf(bytes), new ExactNames(pdf, file));
  await assertSame(bytes, exact);
  return { bytes: exact.bytes, isExact: true };
}

/**
 * The plain file of what is left of a copy.
 * @param bytes that `pdf` was opened from
 * @throws DocumentRefusal as `plainFile`, also for names that are not in UTF-8
 */
export async function plainRest(
  pdf: PDF,
  bytes: Uint8Array,
  { isExact }: PlainCopy,
  fallbackId: Uint8Array,
): Promise<Uint8Array> {
  assertComplete(pdf);
  const plain = writePlain(pdf, fallbackId);
  if (isExact) assertChangeable(plain);
  await assertSame(bytes, plain);
  return plain.bytes;
}

/** The library would write names that are not in UTF-8 otherwise in an object that it changes. */
function assertChangeable({ names }: PlainFile): void {
  if ([...names].some((name) => name.includes(UNREADABLE)))
    throw new DocumentRefusal('document_ambiguous', FOREIGN_NAMES, 'it has names that are not in UTF-8');
}

function assertComplete(pdf: PDF): void {
  const incomplete = pageWithoutAllContents(pdf);
  if (incomplete !== null)
    throw new DocumentRefusal('document_ambiguous', undefined, `part of its page ${incomplete} is missing`);
}

async function assertSame(uploaded: Uint8Array, { bytes }: PlainFile): Promise<void> {
  const fault = await secondReadingFault(uploaded, bytes);
  if (fault !== null) throw new DocumentRefusal('document_ambiguous', undefined, fault);
}

/**
 * The document after its contents were settled, in which pdf.js must draw the same on every page: the plain file is
 * otherwise compared with what was settled, not with the upload.
 */
async function drawnAs(plain: Uint8Array, settled: PDF): Promise<PDF> {
  const bytes = await settled.save({ incremental: true });
  const fault = await drawingFault(plain, bytes);
  if (fault !== null) throw new DocumentRefusal('document_ambiguous', undefined, fault);
  return PDF.load(bytes);
}

const idOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest().subarray(0, ID_BYTES);

/** The pages do not depend on it; otherwise the document would have been refused. */
function dropXfa(pdf: PDF): boolean {
  const form = pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref));
  if (!form?.has('XFA')) return false;
  pdf.getCatalog().delete('NeedsRendering');
  form.delete('XFA');
  return true;
}

/** The number of the first page with a missing part: some programs then show the other parts, and some show none. */
function pageWithoutAllContents(pdf: PDF): number | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const isMissing = (part: PdfObject) =>
    !((part instanceof PdfRef ? resolve(part) : part) instanceof PdfStream);
  const index = pdf.getPages().findIndex(({ dict }) => {
    const contents = dict.get('Contents', resolve);
    return contents instanceof PdfArray && [...contents].some(isMissing);
  });
  return index < 0 ? null : index + 1;
}

/** Usage rights are a signature of the form's author over the file as it was (ISO 32000-2 §12.8.2.3). */
function dropUsageRights(pdf: PDF): boolean {
  const catalog = pdf.getCatalog();
  if (!catalog.has('Perms')) return false;
  catalog.delete('Perms');
  return true;
}
