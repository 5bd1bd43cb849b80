// `npm run demo`: takes a running service through both main jobs, with the specimens of docs/specimen, and leaves
// links to explore. KEY is an API key; the default is the one in the file that a first run without a terminal writes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { PROJECT_ROOT } from '../src/platform/config/paths.js';
import { ApiClient } from '../test/support/api-client.js';
import { SigningVisitor } from '../test/support/signing-visitor.js';
import {
  beginVerification,
  completedFiles,
  expectEqual,
  headingAfterChecking,
  HOLDER,
  sendAgreement,
} from './journeys.js';

const { KEY, PORT = '3000', DATA_DIR } = process.env;
const url = `http://localhost:${PORT}`;
const dataDir = resolve(PROJECT_ROOT, DATA_DIR || '.data');
const folder = join(dataDir, 'demo');

try {
  await walk(new ApiClient(url, await readKey()));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function walk(api: ApiClient): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  console.log('A document is signed …');
  const { request, signingUrl } = await sendAgreement(api);
  expectEqual('signing', (await new SigningVisitor(signingUrl).sign()).location, '/done');
  const { signedPdf, certificate } = await completedFiles(api, request);
  console.log(`  the signed PDF            ${save('signed.pdf', signedPdf)}`);
  console.log(`  who signed, when and how  ${save('certificate.pdf', certificate)}`);

  console.log('A specimen passport is verified …');
  const { path, person } = await beginVerification(api, HOLDER);
  await person.agree();
  await person.upload('front', await readFile(join(PROJECT_ROOT, 'docs/specimen/passport.jpg')));
  console.log(`  what the person sees      ${await headingAfterChecking(person)}`);
  const { body: report } = await api.get(`${path}/document-report`);
  console.log(`  what you read             ${report.result}: ${JSON.stringify(report.extractedData)}`);

  console.log('Now look for yourself:');
  console.log(`  sign an agreement         ${(await sendAgreement(api)).signingUrl}`);
  console.log(`  verify a passport         ${(await beginVerification(api, HOLDER)).person.sessionUrl}`);
  console.log('    with the photo          docs/specimen/passport.jpg');
  console.log(`  check the signed PDF      ${url}/verify-document`);
}

function save(name: string, bytes: Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, bytes, { mode: 0o600 });
  return DATA_DIR ? file : relative(PROJECT_ROOT, file);
}

/** @throws Error with instructions */
async function readKey(): Promise<string> {
  const isUp = await fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isUp)
    throw new Error(`No service is ready at ${url}. Start it with npm start, or set PORT to its port.`);
  const file = join(dataDir, 'first-run.txt');
  const kept = existsSync(file) ? /API key\s+(\S+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  const key = KEY ?? kept;
  if (key === undefined)
    throw new Error(
      'Set KEY to the API key that the first start showed. To get a new one: npm run cli -- api-key:rotate --organization 1',
    );
  return key;
}
