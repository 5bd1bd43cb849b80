import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../../scripts/mrz/random.js';
import { ArchiveReader } from './archive-reader.js';
import { ArchiveWriter } from './archive-writer.js';
import { FORMAT, MANIFEST } from './manifest.js';
import { assertKeys } from './seal.js';

const FLIPPED = 300;
const folder = mkdtempSync(join(tmpdir(), 'countersign-archive-'));
const keys = [
  { id: '2', key: randomBytes(32) },
  { id: '1', key: randomBytes(32) },
];
let made = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tables = ['people', 'none', 'things'].map((name) => ({ name, columns: ['id'], rows: 1 }));

const manifest = (format = FORMAT) => ({
  name: MANIFEST,
  content: Buffer.from(
    JSON.stringify({
      format,
      postgres: '18.4',
      takenAt: '2026-11-23T12:00:00.000Z',
      migrations: [],
      tables,
      partitions: [],
      sequences: [],
      files: { count: 1, bytes: 700, lost: [] },
      withKey: false,
    }),
  ),
});

async function writeArchive(format?: number): Promise<string> {
  const file = join(folder, `${++made}.tar`);
  const archive = await ArchiveWriter.create(file);
  await archive.add('tables/0001-people.000001.gz', Buffer.from('first'));
  await archive.add('tables/0001-people.000002.gz', Buffer.alloc(512, 'x'));
  await archive.add('tables/0002-none.000001.gz', Buffer.alloc(0));
  await archive.add('tables/0003-things.000001.gz', Buffer.from('other'));
  await archive.add('files/1/00000000-0000-4000-8000-000000000000', Buffer.alloc(700, 'f'));
  await archive.end(manifest(format), keys);
  return file;
}

async function opened<Result>(
  file: string,
  work: (archive: ArchiveReader) => Promise<Result>,
): Promise<Result> {
  const archive = await ArchiveReader.open(file);
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

const text = async (pieces: AsyncIterable<Buffer>) => {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
};

it('returns each table and each file, and denies others access', async () => {
  const file = await writeArchive();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.includes('draft'))).toEqual([]);
  await opened(file, async (archive) => {
    expect(await text(archive.dataOf('tables/0001-'))).toBe(`first${'x'.repeat(512)}`);
    expect(await text(archive.dataOf('tables/0002-'))).toBe('');
    expect(await text(archive.dataOf('tables/0003-'))).toBe('other');
    const files: string[] = [];
    for await (const entry of archive.files())
      files.push(`${entry.name} ${await text(archive.contentOf(entry))}`);
    expect(files).toEqual([`files/1/00000000-0000-4000-8000-000000000000 ${'f'.repeat(700)}`]);
  });
});

it('writes an archive that tar can read, and lists that sha256sum can check', async () => {
  const file = await writeArchive();
  const unpacked = mkdtempSync(join(folder, 'unpacked-'));
  execFileSync('tar', ['-xf', file], { cwd: unpacked });
  expect(readdirSync(unpacked).sort()).toEqual(['files', 'manifest.json', 'seal.json', 'sums', 'tables']);
  const said = execFileSync('sha256sum', ['-c', 'sums/000001.txt'], { cwd: unpacked, encoding: 'utf8' });
  expect(said.match(/: OK$/gm)).toHaveLength(5);
});

it('recognizes an archive as torn wherever it is cut, and with bytes after its end', async () => {
  const whole = readFileSync(await writeArchive());
  const torn = join(folder, 'torn.tar');
  for (const length of [0, 1, 511, 512, 700, whole.length / 2, whole.length - 1024, whole.length - 1]) {
    writeFileSync(torn, whole.subarray(0, length));
    await expect(ArchiveReader.open(torn)).rejects.toThrow(/not a backup|cut off or damaged/);
  }
  writeFileSync(torn, Buffer.concat([whole, Buffer.alloc(1)]));
  await expect(ArchiveReader.open(torn)).rejects.toThrow(/damaged/);
});

it('recognizes an archive as damaged by any changed byte', async () => {
  const whole = readFileSync(await writeArchive());
  const damaged = join(folder, 'damaged.tar');
  const random = new Random(15);
  for (let round = 0; round < FLIPPED; round++) {
    const at = Math.floor(random.next() * whole.length);
    const changed = Buffer.from(whole);
    changed[at]! ^= 1 + Math.floor(random.next() * 255);
    writeFileSync(damaged, changed);
    // Only a holder of the keys can check the HMACs.
    const judged = ArchiveReader.open(damaged).then(async (archive) => {
      try {
        assertKeys(archive.seal, keys);
      } finally {
        await archive.close();
      }
    });
    await expect(judged.then(() => at)).rejects.toThrow(/not a backup|damaged|ENCRYPTION_KEY/);
  }
});

it('accepts only a holder of all keys of the archive', async () => {
  await opened(await writeArchive(), async ({ seal }) => {
    expect(() => assertKeys(seal, [{ id: '3', key: randomBytes(32) }, ...keys])).not.toThrow();
    expect(() => assertKeys(seal, keys.slice(0, 1))).toThrow('lacks the key with the id 1');
    expect(() => assertKeys(seal, [keys[0]!, { id: '1', key: randomBytes(32) }])).toThrow(
      'The encryption key with the id 1 is not the one',
    );
  });
});

it('refuses an archive in a future format', async () => {
  await expect(ArchiveReader.open(await writeArchive(FORMAT + 1))).rejects.toThrow(`format ${FORMAT + 1}`);
});

it('never replaces a file, and leaves nothing behind when discarded', async () => {
  const file = await writeArchive();
  await expect(ArchiveWriter.create(file)).rejects.toThrow('already exists');
  const late = join(folder, 'late.tar');
  const archive = await ArchiveWriter.create(late);
  writeFileSync(late, 'somebody else');
  await expect(archive.end(manifest(), keys)).rejects.toThrow('already exists');
  await archive.discard();
  expect(readFileSync(late, 'utf8')).toBe('somebody else');
  expect(readdirSync(folder).filter((name) => name.includes('draft'))).toEqual([]);
});

it('removes the remains of a killed backup of the same name', async () => {
  const file = join(folder, 'again.tar');
  // No process has this number.
  writeFileSync(`${file}.draft-4194305`, 'half');
  const archive = await ArchiveWriter.create(file);
  await archive.discard();
  expect(readdirSync(folder).filter((name) => name.startsWith('again'))).toEqual([]);
});
