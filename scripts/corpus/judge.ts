import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_DOCUMENT_BYTES, MAX_PAGES } from '../../src/pdf/document-limits.js';
import { comparePlaces, type MarkedPlace } from '../../test/support/rendered-places.js';
import {
  differingPages,
  formPlaces,
  mutoolComplaints,
  pdfinfo,
  pdfsig,
  plainObjects,
  type PopplerInfo,
  qpdfComplaints,
} from './outside-tools.js';
import { type JourneyType } from './signing-journey.js';

/** Faults found by the outside tools; empty if there are none. */
export type Faults = string[];

/** Runs `work` with the files in a temporary folder. */
async function withFiles<Result>(
  files: Record<string, Buffer>,
  work: (path: (name: string) => string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-judge-'));
  const path = (name: string) => join(folder, name);
  try {
    for (const [name, bytes] of Object.entries(files)) await writeFile(path(name), bytes);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Witness {
  info: PopplerInfo;
  document: Buffer;
  /** Whether one of the file's objects, as written by qpdf, matches. */
  says: (words: RegExp) => Promise<boolean>;
  isSigned: () => Promise<boolean>;
  isDamaged: () => Promise<boolean>;
}

/** By error code: whether outside tools confirm the reason for the refusal. */
const REASONS: Record<string, (seen: Witness) => boolean | Promise<boolean>> = {
  document_password_protected: ({ info }) => info.isEncrypted && !info.opens,
  document_unreadable: ({ info }) => !info.opens || !(info.pages > 0),
  // Not every file with the extension is a PDF.
  document_type_unsupported: ({ info }) => !info.opens,
  document_too_many_pages: ({ info }) => info.pages > MAX_PAGES,
  document_too_large: ({ document }) => document.length > MAX_DOCUMENT_BYTES,
  document_xfa_unsupported: ({ info }) => info.isXfa,
  document_has_javascript: async ({ info, says }) =>
    info.hasJavaScript || (await says(/\/S \/JavaScript\b|\/JS /)),
  document_has_launch_action: ({ says }) => says(/\/S \/Launch\b/),
  document_has_program: ({ says }) => says(/\/EF\b/),
  document_has_submit_action: ({ says }) => says(/\/S \/SubmitForm\b/),
  document_has_import_action: ({ says }) => says(/\/S \/ImportData\b/),
  document_has_network_path: ({ says }) => says(/\/S \/(GoToR|GoToE|Thread)\b/),
  document_has_script_link: ({ says }) => says(/script:/i),
  document_has_rich_media: ({ says }) => says(/\/RichMedia/),
  document_is_portfolio: ({ says }) => says(/\/Collection\b/),
  document_ambiguous: ({ isDamaged }) => isDamaged(),
  document_prints_differently: ({ says }) => says(/\/OCGs|\/F \d+/),
  document_signed_unchangeable: ({ isSigned }) => isSigned(),
  document_signed_unextendable: ({ isSigned }) => isSigned(),
};

/** Whether poppler opens a document that was refused, and confirms the reason. */
export function judgeRefusal(
  document: Buffer,
  code: string,
): Promise<{ opensElsewhere: boolean; isRight: boolean }> {
  return withFiles({ 'original.pdf': document }, async (path) => {
    const file = path('original.pdf');
    const info = await pdfinfo(file);
    const isRight = await REASONS[code]?.({
      info,
      document,
      says: async (words) => words.test(await plainObjects(file)),
      isSigned: async () => (await pdfsig(file)).length > 0,
      isDamaged: async () => (await qpdfComplaints(file)).length > 0,
    });
    return { opensElsewhere: info.opens, isRight: isRight ?? false };
  });
}

/**
 * Compares a sealed document with the original using only outside tools, and compares how three of them draw its
 * marks.
 */
export function judgeSealed(
  original: Buffer,
  { sealed, places }: { sealed: Buffer; places: readonly MarkedPlace[] },
  type: JourneyType,
): Promise<{ faults: Faults; pages: number; places: number; onDark: number; differences: number }> {
  return withFiles({ 'original.pdf': original, 'sealed.pdf': sealed }, async (path) => {
    const [before, after] = [path('original.pdf'), path('sealed.pdf')];
    const { pages } = await pdfinfo(before);
    const added = (await pdfinfo(after)).pages - pages;
    const faults = added > 0 ? [] : [`expected added pages, found ${added}`];
    faults.push(...(await signatureFaults(before, after, type === 'advanced' ? 3 : 1)));
    const known = await qpdfComplaints(before);
    const complaints = (await qpdfComplaints(after)).filter((line) => !known.includes(line));
    faults.push(...complaints.map((line) => `qpdf: ${line}`));
    const more = (await mutoolComplaints(after)) - (await mutoolComplaints(before));
    if (more > 0) faults.push(`mutool reports ${more} more problems`);
    // Form values are redrawn in the presented file, so they look different from before.
    const redrawn = await formPlaces(before);
    const differing = await differingPages(path('.'), before, after, pages, [...places, ...redrawn]);
    if (differing.length > 0) faults.push(`pages render differently: ${differing.join(', ')}`);
    const all = await comparePlaces(before, after, places);
    const compared = all.filter(({ isOnDark }) => !isOnDark);
    const wrong = compared.flatMap(({ name, fault }) => (fault === null ? [] : [`${name} ${fault}`]));
    faults.push(...wrong);
    const onDark = all.length - compared.length;
    return { faults, pages, places: compared.length, onDark, differences: wrong.length };
  });
}

/** Earlier signatures are judged as before; ours are valid, and the last covers the whole file. */
async function signatureFaults(before: string, after: string, ours: number): Promise<Faults> {
  const earlier = await pdfsig(before);
  const all = await pdfsig(after);
  const faults: Faults = [];
  if (all.length !== earlier.length + ours)
    faults.push(`pdfsig finds ${all.length} signatures , expected ${earlier.length + ours}`);
  earlier.forEach(({ verdict }, index) => {
    if (all[index]?.verdict !== verdict)
      faults.push(`earlier signature ${index + 1}: ${all[index]?.verdict}`);
  });
  for (const { verdict } of all.slice(earlier.length)) {
    if (verdict !== 'Signature is Valid.') faults.push(`pdfsig: ${verdict}`);
  }
  if (!all.at(-1)?.coversAll) faults.push('pdfsig: the last signature does not cover the whole document');
  return faults;
}
