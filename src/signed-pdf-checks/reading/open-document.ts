import { PDF } from '@libpdf/core';
import { plainCopy } from '../../pdf-signatures/plain-copy.js';
import { readRevisions, type Revisions } from '../../pdf-signatures/revisions.js';
import { type FaultName, UnreadableStructure } from '../../pdf-signatures/structure-fault.js';

/** Faults of the signed part that affect every reader alike, before and after. */
const HARMLESS_BEFORE = new Set<FaultName>([
  'key_listed_twice',
  'number_beyond_size',
  'number_misspelled',
  'object_not_listed',
  'offset_of_nothing',
  'offset_of_other_object',
  'reference_to_nothing',
  'stream_length_wrong',
]);

const OBJECT_STARTS = /(?<!\d)(\d{1,10})[\s\0]{1,64}\d{1,10}[\s\0]{0,64}obj/g;

/** A document, with its revisions if it is a chain of them that can only be read in one way. */
export interface CheckedPdf {
  pdf: PDF;
  bytes: Buffer;
  revisions: Revisions | null;
}

/** A document as it was earlier, and a plain file of it. */
export type EarlierPdf = Pick<CheckedPdf, 'pdf' | 'bytes'>;

/** @throws Error if the bytes cannot be read as a PDF */
export async function openDocument(bytes: Buffer): Promise<CheckedPdf> {
  const revisions = soundRevisions(bytes);
  if (!revisions) return { pdf: await PDF.load(bytes), bytes, revisions };
  // The library skips parts of some sound files: it reads the same objects without them.
  const pdf = await PDF.load(plainCopy(revisions)).catch(() => null);
  if (pdf && pdf.getPageCount() > 0 && !pdf.recoveredViaBruteForce) return { pdf, bytes, revisions };
  return { pdf: await PDF.load(bytes), bytes, revisions: null };
}

/**
 * The document as it was when the file ended with these first bytes. Null if that is uncertain: the bytes do not end
 * with a revision, or what follows is not sound, so that readers can see different things in it.
 */
export async function documentAt(
  { revisions: file }: CheckedPdf,
  coveredBytes: number,
): Promise<EarlierPdf | null> {
  if (!file || file.faults.some(({ at }) => at >= coveredBytes)) return null;
  const { revisions, bytes } = file;
  if (hidesObjects(file)) return null;
  const last = revisions.findLastIndex(({ end }) => end <= coveredBytes);
  if (last === -1 || (revisions[last + 1]?.start ?? bytes.length) < coveredBytes) return null;
  const copy = plainCopy(file, last);
  const pdf = await PDF.load(copy).catch(() => null);
  return pdf && { pdf, bytes: copy };
}

/**
 * Whether programs that search the file for its objects, for whatever reason, find others than are listed: they take the
 * last one of each number, also in the data of streams and in strings.
 */
function hidesObjects({ bytes, revisions, objectsAt }: Revisions): boolean {
  const places = new Map(revisions.flatMap(({ listed }) => [...listed]));
  const last = new Map<number, number>();
  for (const { 1: number, index } of bytes.toString('latin1').matchAll(OBJECT_STARTS))
    last.set(Number(number), index);
  return [...last].some(([number, at]) => {
    const entry = places.get(number);
    return entry?.kind === 'placed' && entry.offset !== at && objectsAt.has(entry.offset);
  });
}

/** Null if a fault lets readers disagree about the file's objects. */
function soundRevisions(bytes: Buffer): Revisions | null {
  try {
    const file = readRevisions(bytes);
    const isEncrypted = file.revisions.some(({ trailer }) => trailer.has('Encrypt'));
    const isSound = file.faults.every(({ name }) => HARMLESS_BEFORE.has(name));
    return isSound && !isEncrypted ? file : null;
  } catch (error) {
    if (error instanceof UnreadableStructure) return null;
    throw error;
  }
}

/** Returns whether a position, from the beginning of the file, is inside a stream's content. */
export function isInStream({ revisions }: CheckedPdf): (at: number) => boolean {
  const streams = [...(revisions?.objectsAt.values() ?? [])].flatMap(({ stream }) => stream ?? []);
  streams.sort((one, other) => one.start - other.start);
  return (at) => {
    let [low, high] = [0, streams.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (streams[middle]!.start <= at) low = middle + 1;
      else high = middle;
    }
    return low > 0 && at < streams[low - 1]!.end;
  };
}
