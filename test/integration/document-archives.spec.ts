import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyArchive } from '../../src/commands/verify-archive.js';
import { unzip } from '../../src/common/zip-archive.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { verifyOffline } from '../support/offline-check.js';
import { completedSeveral, sendSeveral } from '../support/several-documents.js';
import { until } from '../support/until.js';
import { zip } from '../support/word-samples.js';

/** The files with a manifest that is about them. */
function listed(files: Map<string, Buffer>): void {
  const entry = (file: string) => ({ file, sha256: digestOf(files.get(file)!) });
  const documents = [...files.keys()].filter((name) => !/^(?:certificate|evidence|manifest)\./.test(name));
  const manifest = {
    documents: documents.map(entry),
    ...{ certificate: entry('certificate.pdf'), evidence: entry('evidence.json') },
  };
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
}

const digestOf = (bytes: Buffer) => sha256(bytes).toString('hex');

describe('the archive of several documents', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(() => test?.close());

  const download = async (path: string) => {
    const answer = await acme.api.get(path);
    expect(answer.status).toBe(200);
    return answer.body as Buffer;
  };

  it('has every sealed file, and a manifest that names each', async () => {
    const sent = await sendSeveral(test, acme, ['../../etc/passwd.pdf', 'lease.PDF']);
    expect((await acme.api.get(`${sent.path}/documents/archive`)).status).toBe(404);
    await sent.visitors[0]!.sign();
    await until('it is completed', async () => (await sent.status()) === 'completed');
    const folder = mkdtempSync(join(tmpdir(), 'countersign-archive-'));
    try {
      const archive = await download(`${sent.path}/documents/archive`);
      writeFileSync(join(folder, 'all.zip'), archive);
      execFileSync('unzip', ['-q', 'all.zip', '-d', 'out'], { cwd: folder });
      const files = readdirSync(join(folder, 'out')).sort();
      expect(files).toEqual([
        '01 Lease.pdf',
        '02 passwd.pdf',
        '03 lease (2).pdf',
        'certificate.pdf',
        'evidence.json',
        'manifest.json',
      ]);
      const read = (name: string) => readFileSync(join(folder, 'out', name));
      const manifest = JSON.parse(read('manifest.json').toString()) as {
        documents: { file: string; sha256: string }[];
        evidence: { sha256: string };
      };
      expect(manifest.documents.map(({ file }) => digestOf(read(file)))).toEqual(
        manifest.documents.map((each) => each.sha256),
      );
      const evidence = JSON.parse(read('evidence.json').toString()) as {
        version: number;
        documents: { signedSha256: string }[];
      };
      expect(digestOf(read('evidence.json'))).toBe(manifest.evidence.sha256);
      expect(evidence.version).toBe(2);
      expect(evidence.documents.map(({ signedSha256 }) => signedSha256)).toEqual(
        manifest.documents.map((each) => each.sha256),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is proof offline by itself', async () => {
    const path = await completedSeveral(test, acme);
    const archive = await download(`${path}/documents/archive`);
    const whole = verifyOffline(archive);
    expect(whole.stdout).toContain(
      'The archive has all documents of its certificate of completion, and no other.',
    );
    expect(whole.status).toBe(0);
    const damaged = verifyOffline(archive.subarray(0, -30));
    expect([damaged.status, damaged.stdout]).toEqual([2, 'The archive cannot be read: it is damaged.\n']);
    const { status, stdout } = verifyOffline(archive, ['--json']);
    expect([status, JSON.parse(stdout)]).toEqual([
      0,
      {
        isComplete: true,
        told: ['The archive has all documents of its certificate of completion, and no other.'],
        files: ['01 Lease.pdf', '02 Annex.pdf', 'certificate.pdf'].map((file) =>
          expect.objectContaining({ file, verdict: 'intact' }),
        ),
      },
    ]);
  }, 120_000);

  inDepth(
    'is no proof if a file is missing, changed or added',
    async () => {
      const archive = await download(`${await completedSeveral(test, acme)}/documents/archive`);
      const files = await unzip(archive, { maxFiles: 10, maxBytes: 10_000_000 });
      const second = '02 Annex.pdf';
      const cases: [(files: Map<string, Buffer>) => unknown, number, string][] = [
        [() => undefined, 0, 'and no other'],
        [(all) => all.delete(second), 1, 'Document 2 of the certificate (SHA-256'],
        [
          (all) => all.set('03 Plan.pdf', files.get(second)!),
          1,
          'manifest.json does not list "03 Plan.pdf".',
        ],
        [
          (all) => all.set(second, Buffer.concat([files.get(second)!, Buffer.from('%')])),
          1,
          `"${second}" is no document`,
        ],
        [(all) => all.delete('certificate.pdf'), 1, 'The archive has 0 certificates of completion'],
        [(all) => all.delete('manifest.json'), 1, 'The archive has no manifest.json.'],
        [(all) => all.set('manifest.json', Buffer.from('{}')), 1, 'manifest.json does not list files'],
        [
          (all) => all.set('evidence.json', Buffer.from('{}')),
          1,
          'lists "evidence.json" with another SHA-256',
        ],
        [(all) => all.set('note.txt', Buffer.from('hi')), 2, 'manifest.json does not list "note.txt".'],
        [
          (all) => listed(all.set('03 Note\x1b[2K.docx', Buffer.from('hi'))),
          2,
          '"03 Note[2K.docx" is no document',
        ],
        [
          (all) => listed(all.set('evidence.json', Buffer.from('{}'))),
          1,
          'is not the evidence in the certificate',
        ],
      ];
      for (const [change, exitCode, words] of cases) {
        const changed = new Map(files);
        change(changed);
        const found = await verifyArchive(zip(Object.fromEntries(changed)), '');
        expect([found.exitCode, found.lines.join(' ')]).toEqual([exitCode, expect.stringContaining(words)]);
      }
    },
    120_000,
  );
});
