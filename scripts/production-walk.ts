// The checks of `npm run check:install` on a production install: each step needs libraries, models or files that an
// install could lack.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PROJECT_ROOT } from '../src/platform/config/paths.js';
import { aamvaText } from '../test/support/aamva-text.js';
import { ApiClient } from '../test/support/api-client.js';
import { cardBack } from '../test/support/card-back.js';
import { SigningVisitor } from '../test/support/signing-visitor.js';
import {
  beginVerification,
  completedFiles,
  expectEqual,
  headingAfterChecking,
  HOLDER,
  sendAgreement,
} from './journeys.js';
import { filmPortrait } from './liveness/camera-film.js';
import { renderCardFront } from './mrz/render-card-front.js';

/** Width of a camera frame in pixels. */
const FRAME_WIDTH = 640;
const CONFIRMED = 'Your identity is confirmed';
/** The holder of the licence in `aamva-text.ts`. */
const LICENCE_PRINT = [
  ['1', 'PUBLIC'],
  ['2', 'JANE QUINCY'],
  ['3 DOB', '01/31/1986'],
  ['4b EXP', '01/31/2030'],
  ['4d DL', 'D12345678'],
] as const;

/** A running service. */
export interface Installation {
  /** Such as `http://127.0.0.1:3000`. */
  url: string;
  apiKey: string;
}

/** Takes a running service through both main jobs. Throws an Error naming the first failed step. */
export async function walkProduction({ url, apiKey }: Installation): Promise<{ signedPdf: Buffer }> {
  const api = new ApiClient(url, apiKey);
  await checkHealth(url);
  const signedPdf = await signAgreement(url, api);
  await readPassport(api);
  await readLicence(api);
  await seeFace(api);
  return { signedPdf };
}

async function checkHealth(url: string): Promise<void> {
  for (const path of ['/healthz', '/readyz'])
    expectEqual(`GET ${path}`, (await fetch(url + path)).status, 200);
}

/** Covers inspecting, typesetting, sealing and checking PDFs, and hosted pages with everything they load. */
async function signAgreement(url: string, api: ApiClient): Promise<Buffer> {
  const { request, signingUrl } = await sendAgreement(api);
  const visitor = new SigningVisitor(signingUrl);
  await loadAssets(url, [(await visitor.get('document')).html, (await visitor.get('consent')).html]);
  expectEqual('signing', (await visitor.sign()).location, '/done');
  return (await completedFiles(api, request)).signedPdf;
}

/** Covers decoding HEIC, the machine-readable zone, and the print. */
async function readPassport(api: ApiClient): Promise<void> {
  const { person } = await beginVerification(api, HOLDER);
  await person.agree();
  await person.upload(
    'front',
    await readFile(join(PROJECT_ROOT, 'test/fixtures/passport.heic')),
    'image/heic',
  );
  expectEqual('reading a passport', await headingAfterChecking(person), CONFIRMED);
}

/** Covers the barcode on a licence. */
async function readLicence(api: ApiClient): Promise<void> {
  const { person } = await beginVerification(api, {
    firstName: 'Jane',
    lastName: 'Public',
    documentType: 'drivers_license',
    verificationMethod: 'document',
  });
  await person.agree();
  await person.post('/document-type', { documentType: 'drivers_license', country: 'US' });
  const card = { title: 'DRIVER LICENSE', fields: LICENCE_PRINT, portrait: await filmPortrait() };
  await person.upload('front', await renderCardFront(card, { pageWidth: 1_200, background: 'desk' }));
  await headingAfterChecking(person);
  await person.upload('back', await cardBack(aamvaText()));
  expectEqual('reading a licence', await headingAfterChecking(person), CONFIRMED);
}

/** Covers a face in front of the camera: without the models, no frame has one. */
async function seeFace(api: ApiClient): Promise<void> {
  const { person } = await beginVerification(api, {
    firstName: 'Jane',
    lastName: 'Public',
    documentType: 'passport',
    verificationMethod: 'liveness',
  });
  await person.agree();
  const begun = await fetch(`${person.sessionUrl}/challenge`, { method: 'POST' });
  const { nonce } = (await begun.json()) as { nonce: string };
  const frame = await sharp(await filmPortrait())
    .resize({ width: FRAME_WIDTH })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(frame)], { type: 'image/jpeg' }), 'frame.jpg');
  const answer = await fetch(`${person.sessionUrl}/frames`, {
    method: 'POST',
    headers: { 'x-challenge-nonce': nonce },
    body: form,
  });
  const seen = (await answer.json()) as { state: string; hint?: string | null };
  if (seen.state !== 'going_on' || seen.hint === undefined || seen.hint === 'no_face')
    throw new Error(`seeing a face: got ${JSON.stringify(seen)}`);
}

/** Fetches everything that the pages refer to, directly and indirectly: scripts, styles, fonts, the PDF viewer. */
async function loadAssets(url: string, pages: string[]): Promise<void> {
  const seen = new Set<string>();
  const queue = pages.flatMap((html) =>
    [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!),
  );
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const response = await fetch(url + path);
    expectEqual(`GET ${path}`, response.status, 200);
    const text = await response.text();
    if (/\.css\b/.test(path))
      queue.push(...[...text.matchAll(/url\(["']?\.\/([^"')]+)/g)].map(([, name]) => `/assets/${name}`));
    const viewer = /\/assets\/pdfjs-[\d.]+\//.exec(text)?.[0];
    if (viewer)
      queue.push(`${viewer}pdf.min.mjs`, `${viewer}pdf.worker.min.mjs`, `${viewer}wasm/openjpeg.wasm`);
  }
  for (const kind of ['.css', '.js', '.woff2', '.mjs'])
    expectEqual(
      `assets of the kind ${kind}`,
      [...seen].some((path) => path.includes(kind)),
      true,
    );
}
