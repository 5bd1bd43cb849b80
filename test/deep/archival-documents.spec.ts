import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { PDF } from '@libpdf/core';
import sharp from 'sharp';
import { inspectDocument } from '../../src/pdf/inspection/inspect-document.js';
import { type SignatureStamp, type StampDetails, type StampPlace } from '../../src/pdf/signature-stamp.js';
import {
  prepareDocument,
  sealDocument,
  sealPrepared,
  signPrepared,
} from '../../src/pdf/signing/seal-document.js';
import { claimsOf } from '../../src/pdf/structure/document-claims.js';
import { type SealingKey } from '../../src/pdf-signatures/sealing-key.port.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { findOffice } from '../../src/platform/office/find-office.js';
import { archivalFaults } from '../support/archival-faults.js';
import { assemblePdf, PAGE_TREE, streamBody } from '../support/pdf-samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { wordsFor } from '../support/stamp-words.js';
import { qpdfAccepts } from '../support/validators.js';
import { lease } from '../support/word-samples.js';

/** LibreOffice takes several seconds to start, and most of a minute on a busy machine. */
const LONGEST_MS = 180_000;
const SEAL = { name: 'Acme', reason: 'Sealed by Acme', at: '2026-03-02T10:00:00.000Z' };
/** How LibreOffice writes the document: as which part of PDF/A, and whether tagged and as PDF/UA. */
const EXPORTS = {
  'PDF/A-1b': { SelectPdfVersion: 1, UseTaggedPDF: false },
  'PDF/A-1b, tagged': { SelectPdfVersion: 1, UseTaggedPDF: true },
  'PDF/A-2b': { SelectPdfVersion: 2, UseTaggedPDF: false },
  'PDF/A-3b, tagged': { SelectPdfVersion: 3, UseTaggedPDF: true },
  'PDF/UA': { PDFUACompliance: true, UseTaggedPDF: true },
} as const;

let key: SealingKey;
let folder: string;
const exported = new Map<string, Buffer>();

beforeAll(async () => {
  key = await newSealingKey('p256');
  folder = await mkdtemp(join(tmpdir(), 'countersign-archival-'));
  await writeFile(join(folder, 'lease.docx'), await lease());
  for (const [name, options] of Object.entries(EXPORTS)) exported.set(name, await exportAs(options));
}, LONGEST_MS);
afterAll(() => rm(folder, { recursive: true }));

async function exportAs(options: Record<string, number | boolean>): Promise<Buffer> {
  const typed = Object.entries(options).map(([name, value]) => [
    name,
    { type: typeof value === 'number' ? 'long' : 'boolean', value: String(value) },
  ]);
  const filter = `pdf:writer_pdf_Export:${JSON.stringify(Object.fromEntries(typed))}`;
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const args = [
    '--headless',
    profile,
    '--convert-to',
    filter,
    '--outdir',
    folder,
    join(folder, 'lease.docx'),
  ];
  await promisify(execFile)((await findOffice(undefined))!, args, { env: { ...process.env, HOME: folder } });
  return readFile(join(folder, 'lease.pdf'));
}

/** A grey drawing that claims PDF/A-2b, for a device with this colour space or with none. */
function drawing(space: string | null): Buffer {
  const xmp =
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:a="http://www.aiim.org/pdfa/ns/id/" a:part="2" a:conformance="B"/></rdf:RDF><?xpacket end="w"?>';
  const intents = space === null ? '' : '/OutputIntents [<< /S /GTS_PDFA1 /DestOutputProfile 6 0 R >>]';
  const profile = Buffer.alloc(128);
  profile.write(space ?? '', 16, 'latin1');
  const grey = space === null ? '/DefaultGray [/CalGray << /WhitePoint [0.95 1 1.09] >>]' : '';
  const pdf = assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R ${intents} >>`,
    PAGE_TREE,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /ColorSpace << ${grey} >> >> >>`,
    streamBody('0.5 g 50 50 100 100 re f'),
    streamBody(xmp, '/Type /Metadata /Subtype /XML'),
    streamBody(profile, `/N ${{ GRAY: 1, CMYK: 4 }[space ?? ''] ?? 3}`),
  ]);
  const id = `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`;
  return Buffer.from(pdf.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${id}`), 'latin1');
}

const MARKS: SignatureStamp['mark'][] = [
  { kind: 'typed', text: 'Anna Eriksson' },
  { kind: 'drawn', strokes: [[0.1, 0.5, 0.4, 0.2, 0.9, 0.6]] },
  { kind: 'uploaded', png: new Uint8Array() },
  { kind: 'click' },
];

async function detailsFor(type: SignatureStamp['type'], names: readonly string[]): Promise<StampDetails> {
  const png = await ink();
  const signers = names.map((name, index): SignatureStamp => {
    const mark = MARKS[index % MARKS.length]!;
    return {
      ...{ name, type, email: `signer${index}@example.test`, signedAt: '2026-03-01T09:30:05.123Z' },
      ...{ method: 'Opened the link, agreed and signed.' },
      mark: mark.kind === 'uploaded' ? { kind: 'uploaded', png } : mark,
    };
  });
  const place = (kind: StampPlace['kind'], signer: number, value: string): StampPlace => ({
    ...{ kind, signer, value, page: 1, tagBox: null, form: null },
    ...{ x: 300, y: 40 + 60 * signer, width: 120, height: 40 },
  });
  const places = [place('signature', 1, ''), place('checkbox', 2, 'yes'), place('text', 3, 'Zoë Żółć')];
  const { length } = names;
  return {
    ...{ words: wordsFor(length), documentName: 'Lease of the mill', documentSha256: 'ab'.repeat(32) },
    ...{ signers, places, carriesSignatures: false },
  };
}

/** A pen stroke with soft edges on a transparent background. */
const ink = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><path d="M9 40 Q60 0 100 30 T190 20" fill="none" stroke="#142457" stroke-width="5"/></svg>',
    ),
  )
    .ensureAlpha()
    .png()
    .toBuffer();

const NAMES = ['Anna Eriksson', 'Jonas Brandt', 'Mira Picture', 'Li Wei', '李 伟'];
const sign = (digest: Buffer) => signDetached(digest, key);

/** The document as presented, and as completed in each way. */
async function completions(upload: Buffer): Promise<Record<string, Buffer>> {
  const inspected = await inspectDocument(upload);
  if (!('pdf' in inspected)) throw new Error(`The upload is refused: ${JSON.stringify(inspected)}`);
  const presented = Buffer.from(inspected.pdf!);
  const sealed = await sealDocument(presented, await detailsFor('fast', NAMES), SEAL, sign);
  const details = await detailsFor('advanced', NAMES.slice(0, 4));
  let { pdf } = await prepareDocument(presented, details);
  for (const [signer, { name }] of details.signers.entries())
    ({ pdf } = await signPrepared(pdf, details, { signer, name, reason: 'Signed', at: SEAL.at }, sign));
  ({ pdf } = await sealPrepared(pdf, SEAL, sign));
  return { presented, sealed: Buffer.from(sealed.pdf), signed: Buffer.from(pdf) };
}

describe('a document that conforms to PDF/A or PDF/UA', () => {
  const documents = () => [
    ...exported,
    ...[null, 'GRAY', 'CMYK', 'RGB '].map((space) => [`PDF/A-2b, ${space}`, drawing(space)] as const),
  ];

  it(
    'the document conforms to its level when it is presented, signed and sealed',
    async () => {
      for (const [name, upload] of documents()) {
        expect([name, 'upload', await archivalFaults(upload)]).toEqual([name, 'upload', []]);
        for (const [step, bytes] of Object.entries(await completions(upload))) {
          expect([name, step, await archivalFaults(bytes)]).toEqual([name, step, []]);
          expect(qpdfAccepts(bytes)).toBe(true);
        }
      }
    },
    LONGEST_MS,
  );

  it('the document still claims its level, and keeps the description of the upload', async () => {
    for (const [name, upload] of documents()) {
      const before = await PDF.load(upload);
      const { sealed } = await completions(upload);
      const after = await PDF.load(sealed!);
      expect([name, claimsOf(after)]).toEqual([name, claimsOf(before)]);
      const told = [before, after].map((pdf) => [
        ...[pdf.getTitle(), pdf.getAuthor(), pdf.getCreator(), pdf.getProducer()],
        ...[pdf.getCreationDate(), pdf.getModificationDate()],
      ]);
      expect([name, told[1]]).toEqual([name, told[0]]);
    }
  });
});
