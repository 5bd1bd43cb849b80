import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import sharp from 'sharp';
import { withDatabase } from '../scripts/with-database.js';
import { PdfService } from '../src/pdf/pdf.service.js';
import { type SignatureStamp, type StampDetails } from '../src/pdf/signature-stamp.js';
import { type SignedBytes } from '../src/pdf/signing/seal-document.js';
import { type SigningTask } from '../src/pdf/signing/sign-document.js';
import { TextFonts } from '../src/pdf/text-fonts.js';
import { issueAuthority, issueCertificate } from '../src/pdf-signatures/certificates/authority.js';
import { localKey, newPrivateKey } from '../src/pdf-signatures/certificates/key-pair.js';
import { type SealingKey } from '../src/pdf-signatures/sealing-key.port.js';
import { signDetached } from '../src/pdf-signatures/sign-detached.js';
import { type Settings } from '../src/platform/config/settings.js';
import { migrate } from '../src/platform/database/migrate.js';
import { OfficeConverter } from '../src/platform/office/office-converter.js';
import { wordsFor } from '../test/support/stamp-words.js';
import { Program } from './rest/programs.js';
import { type BareTask } from './seal/bare-seal-child.js';
import { measureChild } from './support/measured-child.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';
import { compareLatencies, seedForStatus } from './support/status-latency.js';

// Time and memory to seal a document for two signers, compared with the library's bare load, stamp and sign
// of the same file. Each runs in a fresh process whose start is not counted, and the two alternate. Then the
// latency that API callers see while documents are sealed and reopened back to back, as in the service.

const ROUNDS = count('Rounds', 15, 2);
const REQUESTS = count('Requests per percentile', 4_000, 300);
const NAMES = ['Ann Lee', 'Zoë Żółć'];
const VALIDITY = { notBefore: new Date('2026-01-01'), notAfter: new Date('2036-01-01') };
const SEAL = { name: 'Acme', reason: 'Sealed by Acme', at: '2026-03-02T10:00:00.000Z' };
const PAGES = 20;

/** A square image of noise, `side` pixels wide, which no encoder compresses much. */
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 92 })
    .toBuffer();

/** 20 pages of text, each with a square image `side` pixels wide. */
async function draw(side: number): Promise<Buffer> {
  const pdf = PDF.create();
  for (let number = 1; number <= PAGES; number++) {
    const page = pdf.addPage({ size: 'a4' });
    for (let line = 0; line < 40; line++) {
      page.drawText(`Page ${number}, line ${line}: the tenant keeps the mill in good order.`, {
        x: 60,
        y: 780 - line * 12,
        size: 9,
      });
    }
    page.drawImage(pdf.embedJpeg(await noise(side)), { x: 60, y: 60, width: 200, height: 200 });
  }
  return Buffer.from(await pdf.save());
}

async function newKey(): Promise<SealingKey> {
  const authorityKey = await newPrivateKey('p256');
  const authority = await issueAuthority({ commonName: 'Benchmark authority' }, authorityKey, VALIDITY);
  const key = await newPrivateKey('p256');
  const subject = { commonName: 'Acme document seal', organization: 'Acme' };
  return localKey(key, await issueCertificate(authority, subject, key, VALIDITY), [authority.certificate]);
}

const DETAILS: StampDetails = {
  documentName: 'Lease of the mill',
  words: wordsFor(NAMES.length),
  documentSha256: 'ab'.repeat(32),
  carriesSignatures: false,
  signers: NAMES.map((name): SignatureStamp => ({
    name,
    email: 'signer@example.com',
    signedAt: '2026-03-01T09:30:05.123Z',
    type: 'fast',
    method: 'Signed by typing the name, from a personal link',
    mark: { kind: 'typed', text: name },
  })),
  places: [],
};

const toBuffer = (bytes: unknown) => Buffer.from(bytes as Uint8Array);

async function compareSealing(name: string, pdf: Buffer, key: SealingKey): Promise<string[]> {
  const ours: SigningTask = { step: 'seal', pdf, details: DETAILS, signing: SEAL };
  const bare: BareTask = { pdf, names: NAMES, certificate: key.certificate, chain: [...key.chain] };
  const results = {
    ours: [] as number[],
    bare: [] as number[],
    oursMb: [] as number[],
    bareMb: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round++) {
    const sealed = await measureChild<object, SignedBytes>(
      'src/pdf/children/writing.child',
      { task: 'sign-document', input: { step: 'nothing' } },
      { task: 'sign-document', input: ours },
      (digest) => signDetached(toBuffer(digest), key),
    );
    const signed = await measureChild<BareTask, { pdf: Uint8Array }>(
      'bench/seal/bare-seal-child',
      null,
      bare,
      (data) => key.sign(toBuffer(data)),
    );
    results.ours.push(sealed.milliseconds);
    results.oursMb.push(sealed.peakMb);
    results.bare.push(signed.milliseconds);
    results.bareMb.push(signed.peakMb);
  }
  const ratio = (a: number[], b: number[]) => median(a.map((value, round) => value / b[round]!)).toFixed(2);
  return [
    `${name}, ${(pdf.length / 1e6).toFixed(1)} MB`,
    median(results.ours).toFixed(0),
    median(results.bare).toFixed(0),
    ratio(results.ours, results.bare),
    median(results.oursMb).toFixed(0),
    median(results.bareMb).toFixed(0),
    ratio(results.oursMb, results.bareMb),
  ];
}

async function run(url: string, key: SealingKey, document: Buffer): Promise<void> {
  const ids = await seedForStatus(url);
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const server = Program.start('countersign-server', url, dataDir);
  const documents = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
  try {
    const port = await server.message<number>();
    await compareLatencies({ port, ids, requests: REQUESTS }, 'seals', () =>
      documents.seal(document, DETAILS, SEAL, { key, stamper: undefined }, { tenant: 1 }),
    );
  } finally {
    documents.onApplicationShutdown();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const key = await newKey();
const contract = await draw(240);
const scan = await draw(1_310);
printMachine();
const head = ['two signers, B-B', 'ours, ms', 'library, ms', 'ratio', 'ours, MB', 'library, MB', 'ratio'];
printTable(head, [
  await compareSealing('20 pages', contract, key),
  await compareSealing('20-page scan', scan, key),
]);
console.log('');
await withDatabase(async (url) => {
  await migrate(url);
  await run(url, key, contract);
});
