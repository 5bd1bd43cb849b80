import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AcceptedDocument } from '../../src/pdf/document-inspection.js';
import { PdfService } from '../../src/pdf/pdf.service.js';
import { type SignatureStamp, type StampDetails, type StampPlace } from '../../src/pdf/signature-stamp.js';
import { TextFonts } from '../../src/pdf/text-fonts.js';
import { type SealingKey } from '../../src/pdf-signatures/sealing-key.port.js';
import { type Settings } from '../../src/platform/config/settings.js';
import { OfficeConverter } from '../../src/platform/office/office-converter.js';
import { newSealingKey } from '../../test/support/sealing-keys.js';
import { wordsFor } from '../../test/support/stamp-words.js';
import { uploadOf } from '../../test/support/uploads.js';
import { Random } from '../mrz/random.js';
import { damage } from './damage.js';
import { type CorpusPdf, type ListedPdf, readPdf } from './debian-files.js';
import { opensCleanly, pdfsig } from './outside-tools.js';

const AT_ONCE = 2;
const SEED = 2026;
/** Every fifth document is signed with the signers' own certificates. */
const OWN_SIGNATURES_EVERY = 5;
const OWNER = { tenant: 1 };
const SEAL = { name: 'Corpus', reason: 'Sealed', at: '2026-03-02T10:00:00.000Z' };
/** The refusal without a specific reason, which is wrong if another reader opens the file. */
const UNNAMED = 'document_unreadable';

interface Outcome {
  kind: string;
  /** `sealed`, or the code of the refusal. */
  what: string;
  /** Whether poppler and MuPDF open a refused file without a complaint. */
  opensElsewhere: boolean;
  fault: string | null;
}

/**
 * Damages the files of the corpus in seeded ways, numbered from `first`, and seals whatever is accepted, using the
 * service's own parts in its own child processes. Prints counts.
 * @returns whether everything accepted was completed, and no file that poppler and MuPDF open without complaint was
 * refused without a reason
 */
export async function runDamages(
  chosen: readonly ListedPdf[],
  { first, damages }: { first: number; damages: number },
): Promise<boolean> {
  const pdf = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
  const key = await newSealingKey('p256');
  const outcomes: Outcome[] = [];
  const left = Array.from({ length: damages }, (_, index) => first + index).values();
  const work = async () => {
    for (const index of left) {
      const file = await readPdf(chosen[index % chosen.length]!);
      if (!file) continue;
      const outcome = await damageOne(pdf, key, file, index);
      outcomes.push(outcome);
      if (outcome.fault)
        console.log(`FAULT ${index} ${file.name}, ${outcome.kind}: ${outcome.what}, ${outcome.fault}`);
      if (outcomes.length % 100 === 0) console.log(`${outcomes.length}/${damages}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    pdf.onApplicationShutdown();
  }
  return summarize(outcomes);
}

async function damageOne(
  pdf: PdfService,
  key: SealingKey,
  { bytes }: CorpusPdf,
  index: number,
): Promise<Outcome> {
  const { kind, damaged } = damage(bytes, new Random(SEED + index));
  const found = await pdf.inspect(uploadOf(damaged), OWNER);
  if (!found.ok) {
    const opensElsewhere = await withFile(damaged, opensCleanly);
    const isContradicted = opensElsewhere && found.code === UNNAMED;
    const fault = isContradicted ? 'opens cleanly elsewhere' : null;
    return { kind, what: found.code, opensElsewhere, fault };
  }
  const fault = await seal(
    pdf,
    key,
    { ...found, pdf: found.pdf ?? damaged },
    index % OWN_SIGNATURES_EVERY === 0,
  ).catch((error: Error) => `accepted and never completed: ${error.message}`);
  return { kind, what: 'sealed', opensElsewhere: false, fault };
}

/** @returns the faults that pdfsig finds, or null @throws Error if a step fails */
async function seal(
  pdf: PdfService,
  key: SealingKey,
  { pdf: original, layout, sha256 }: AcceptedDocument & { pdf: Buffer },
  isOwn: boolean,
): Promise<string | null> {
  const details = stampsFor(layout, sha256);
  const credentials = { key, stamper: undefined };
  let sealed: Buffer;
  if (isOwn) {
    let state = { ...(await pdf.prepare(original, details, OWNER)), original };
    for (const signer of details.signers.keys())
      state = { ...(await pdf.sign(state, details, { ...SEAL, signer }, credentials, OWNER)), original };
    sealed = (await pdf.sealPrepared(state, SEAL, credentials, OWNER)).pdf;
  } else sealed = (await pdf.seal(original, details, SEAL, credentials, OWNER)).pdf;
  const last = (await withFile(sealed, pdfsig)).at(-1);
  return last?.verdict === 'Signature is Valid.' && last.coversAll ? null : `pdfsig: ${last?.verdict}`;
}

const signer = (name: string): SignatureStamp => ({
  name,
  email: 'signer@corpus.test',
  signedAt: SEAL.at,
  type: 'advanced',
  method: 'Signed for the corpus',
  mark: { kind: 'typed', text: name },
});

/** Two signers: one on the document's first page, if there is room, and one on a signature page. */
function stampsFor(
  { pageSizes: [first], carriesSignatures }: AcceptedDocument['layout'],
  documentSha256: string,
): StampDetails {
  const [width = 0, height = 0] = first ?? [];
  const box = { x: 6, y: 6, width: 60, height: 24 };
  const place = {
    kind: 'signature',
    page: 1,
    ...box,
    signer: 0,
    value: '',
    tagBox: null,
    form: null,
  } as const;
  const places: StampPlace[] = width > 72 && height > 36 ? [place] : [];
  return {
    words: wordsFor(2),
    documentName: 'Corpus',
    documentSha256,
    signers: [signer('Zoë Żółć'), signer('Bob')],
    places,
    carriesSignatures,
  };
}

async function withFile<Result>(bytes: Buffer, work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-damage-'));
  try {
    const file = join(folder, 'file.pdf');
    await writeFile(file, bytes);
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function summarize(outcomes: Outcome[]): boolean {
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].sort();
  for (const kind of kinds) {
    const all = outcomes.filter((outcome) => outcome.kind === kind);
    console.log(`${kind}: ${all.length} (${counts(all)})`);
  }
  const faulty = outcomes.filter(({ fault }) => fault !== null);
  const never = faulty.filter(({ what }) => what === 'sealed');
  const sealed = outcomes.filter(({ what }) => what === 'sealed');
  console.log(`damages: ${outcomes.length}, accepted and sealed: ${sealed.length - never.length}`);
  console.log(`accepted and never completed: ${never.length}`);
  const elsewhere = outcomes.filter(({ opensElsewhere }) => opensElsewhere);
  console.log(`refused, though others open it cleanly: ${elsewhere.length} (${counts(elsewhere) || 'none'})`);
  console.log(`of these refused without a reason: ${faulty.length - never.length}`);
  return faulty.length === 0 && sealed.length > 0;
}

/** Counts of outcomes, such as `document_unreadable 3, sealed 12`. */
function counts(outcomes: Outcome[]): string {
  return [...new Set(outcomes.map(({ what }) => what))]
    .sort()
    .map((what) => `${what} ${outcomes.filter((outcome) => outcome.what === what).length}`)
    .join(', ');
}
