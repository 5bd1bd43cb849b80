import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { Gate } from '../../../test/support/gate.js';
import { type Settings } from '../config/settings.js';
import { PIECE_BYTES, SecretBox } from '../crypto/secret-box.js';
import { sha256 } from '../crypto/tokens.js';
import { createFilePlace } from './create-file-place.js';
import { FileStore, StoredFileError } from './file-store.js';

const ACME = 1;
const OTHER = 2;

describe('the file store', () => {
  let dataDir: string;
  let store: FileStore;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'countersign-files-'));
    const encryptionKeys = [{ id: '1', key: randomBytes(32) }];
    const settings = { dataDir, encryptionKeys } as Settings;
    store = new FileStore(settings, new SecretBox(settings), await createFilePlace(settings));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('returns files of any length unchanged', async () => {
    for (const length of [0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES]) {
      const bytes = randomBytes(length);
      expect((await store.get(await store.put(ACME, bytes))).equals(bytes)).toBe(true);
    }
    await expect(store.get(`${ACME}/00000000-0000-0000-0000-000000000000`)).rejects.toThrow(StoredFileError);
  });

  it('writes one piece at a time per organization, and other organizations’ concurrently', async () => {
    const [mine, theirs] = [await store.begin(ACME, 9), await store.begin(OTHER, 9)];
    const gate = new Gate();
    const ahead = store.inTurn(ACME, () => gate.pass());
    let isWritten = false;
    const writing = mine.write(Buffer.from('mine')).then(() => (isWritten = true));
    await theirs.write(Buffer.from('theirs'));
    await nextIteration();
    expect(isWritten).toBe(false);
    gate.open();
    await Promise.all([ahead, writing]);
    expect((await mine.end()).sha256).toEqual(sha256(Buffer.from('mine')));
    expect((await (await theirs.end()).read()).toString()).toBe('theirs');
    await Promise.all([mine.discard(), theirs.discard()]);
    expect(await readdir(join(dataDir, 'files', String(ACME)))).toEqual([]);
  });

  it('takes several turns for a large file', async () => {
    const [large, small] = [await store.begin(ACME, 9), await store.begin(ACME, 9)];
    const order: string[] = [];
    const writing = large.write(randomBytes(4 * PIECE_BYTES)).then(() => order.push('large'));
    await small.write(Buffer.from('small')).then(() => order.push('small'));
    await writing;
    expect(order).toEqual(['small', 'large']);
    expect(large.size).toBe(4 * PIECE_BYTES);
    await Promise.all([large.discard(), small.discard()]);
  });

  it('passes the turn on when a file cannot be written', async () => {
    const [broken, next] = [await store.begin(ACME, 9), await store.begin(ACME, 9)];
    await broken.discard();
    const failing = broken.write(Buffer.from('late'));
    const writing = next.write(Buffer.from('next'));
    await expect(failing).rejects.toThrow();
    await writing;
    expect(next.size).toBe(4);
    await next.discard();
  });
});
