import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { DoctorService } from '../../src/health/doctor.service.js';
import { type Settings } from '../../src/platform/config/settings.js';
import { OfficeConverter } from '../../src/platform/office/office-converter.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { textOf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { lease, linkedPicture, paragraph, wordParts, zip } from '../support/word-samples.js';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const MAX_BYTES = 25 * 1024 * 1024;
const OWNER = { tenant: 1 };
const LIMITS = { timeoutMs: 30_000, maxResidentMb: 1536 };
/** LibreOffice runs at a low priority, so on a busy machine each conversion may take most of a minute. */
const LONGEST_MS = 120_000;

/** The folder for the temporary files of this spec file alone. */
let temporary: string;
const { TMPDIR } = process.env;

/** Existing conversion folders, and programs that run in them. */
async function leftovers(): Promise<string[]> {
  const folders = (await readdir(temporary)).filter((name) => name.startsWith('countersign-office-'));
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  return [...folders, ...stdout.split('\n').filter((line) => line.includes(temporary))];
}

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'countersign-word-'));
  process.env.TMPDIR = temporary;
});
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await rm(temporary, { recursive: true });
});

describe('converting a Word document with LibreOffice', () => {
  const converter = new OfficeConverter({} as Settings);

  it(
    'converts to a PDF with every script, the table and the picture',
    async () => {
      const pdf = await converter.wordToPdf(lease, MAX_BYTES, OWNER);
      const [text] = await textOf(pdf!);
      for (const words of ['Lease of the mill', 'Договор аренды', 'Μίσθωση μύλου', 'ąćęłńóś', '1,900.00'])
        expect(text).toContain(words);
      expect(pdf!.includes('/Subtype/Image')).toBe(true);
    },
    LONGEST_MS,
  );

  it(
    'uses no network and shows no local file, even if the document asks for it',
    async () => {
      const asked: string[] = [];
      const server = createServer((request, answer) => {
        asked.push(request.url!);
        answer.writeHead(404).end();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const folder = await mkdtemp(join(tmpdir(), 'countersign-word-'));
      try {
        const { port } = server.address() as AddressInfo;
        const secret = join(folder, 'secret.svg');
        await writeFile(
          secret,
          '<svg xmlns="http://www.w3.org/2000/svg"><rect width="50" height="50"/></svg>',
        );
        const addresses = [`http://127.0.0.1:${port}/picture.png`, pathToFileURL(secret).href];
        for (const address of addresses) {
          const pdf = await converter.wordToPdf(async () => linkedPicture(address), MAX_BYTES, OWNER);
          expect((await textOf(pdf!))[0]).toContain('See the picture');
          expect(pdf!.includes('/Subtype/Image') || pdf!.includes('/Subtype/Form')).toBe(false);
        }
        expect(asked).toEqual([]);
      } finally {
        server.close();
        await rm(folder, { recursive: true });
      }
    },
    LONGEST_MS,
  );

  it(
    'never waits for the documents of one other organization',
    async () => {
      let giveUp: (error: Error) => void;
      const slow = new Promise<Buffer>((_resolve, reject) => (giveUp = reject));
      const theirs = [1, 2].map(() => converter.wordToPdf(() => slow, MAX_BYTES, OWNER));
      const ours = await converter.wordToPdf(lease, MAX_BYTES, { tenant: 2 });
      expect(ours).not.toBeNull();
      giveUp!(new Error('their documents do not come'));
      for (const { status } of await Promise.allSettled(theirs)) expect(status).toBe('rejected');
    },
    LONGEST_MS,
  );

  inDepth(
    'removes its folder when time, memory or PDF size run out, or the document is unreadable',
    async () => {
      await expect(
        converter.wordToPdf(lease, MAX_BYTES, OWNER, { ...LIMITS, timeoutMs: 300 }),
      ).rejects.toMatchObject({ failure: 'timeout' });
      await expect(
        converter.wordToPdf(lease, MAX_BYTES, OWNER, { ...LIMITS, maxResidentMb: 20 }),
      ).rejects.toMatchObject({ failure: 'memory' });
      await expect(converter.wordToPdf(lease, 1_000, OWNER)).rejects.toMatchObject({ failure: 'memory' });
      expect(
        await converter.wordToPdf(async () => zip({ 'a.txt': 'no document' }), MAX_BYTES, OWNER),
      ).toBeNull();
      expect(await leftovers()).toEqual([]);
    },
    LONGEST_MS,
  );
});

describe('a Word document as an upload', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
  });
  afterAll(() => test.close());

  const upload = async (bytes: Buffer) => {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { originalDocumentName: 'Lease' })}`;
    const headers = { 'content-type': WORD };
    return { path, ...(await acme.api.put(`${path}/document`, bytes, { headers })) };
  };

  it('stores the document unchanged, and has it read and signed as a PDF', async () => {
    const bytes = await lease();
    const { path, status, body } = await upload(bytes);
    expect(status).toBe(200);
    expect(body).toMatchObject({ originalDocumentType: WORD, originalDocumentExtension: 'docx' });
    const original = await acme.api.get(`${path}/document`);
    expect(original.headers.get('content-type')).toBe(WORD);
    expect(original.headers.get('content-disposition')).toContain('Lease.docx');
    expect(original.body.equals(bytes)).toBe(true);
    const [presented] = await test.dataSource.query(
      "select mime_type, pages from signature_documents where signature_id = $1 and kind = 'presented'",
      [body.id],
    );
    expect(presented).toEqual({ mime_type: 'application/pdf', pages: 1 });
  });

  it('refuses the document with a reason if it is broken, or LibreOffice is missing', async () => {
    const empty = zip({ ...wordParts(''), 'word/document.xml': '<w:document' });
    expect(await upload(empty)).toMatchObject({ status: 400, body: { code: 'document_unreadable' } });
    Object.assign(test.settings, { sofficePath: '/nowhere/soffice' });
    try {
      const { status, body } = await upload(zip(wordParts(paragraph('A lease'))));
      expect(status).toBe(400);
      expect(body.code).toBe('document_converter_missing');
      expect(body.message).toContain('LibreOffice is not installed');
      expect(await doctor()).toMatchObject({
        ok: false,
        message: expect.stringContaining('DOCX is refused'),
      });
    } finally {
      Object.assign(test.settings, { sofficePath: undefined });
    }
  });

  it('the doctor reports that Word documents can be converted', async () => {
    expect(await doctor()).toMatchObject({ ok: true, message: expect.stringMatching(/^LibreOffice \d/) });
  });

  const doctor = async () =>
    (await test.app.get(DoctorService).examine()).checks.find(({ name }) => name === 'Word documents');
});
