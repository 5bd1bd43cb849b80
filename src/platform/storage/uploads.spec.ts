import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { until } from '../../../test/support/until.js';
import { Admission } from '../../common/admission.js';
import { type Settings } from '../config/settings.js';
import { SecretBox } from '../crypto/secret-box.js';
import { createFilePlace } from './create-file-place.js';
import { FileStore } from './file-store.js';
import { type IncomingFile } from './incoming-file.js';
import { Uploads } from './uploads.js';

const ACME = 1;

describe('an upload whose work never ends', () => {
  let dataDir: string;
  let store: FileStore;
  let server: FastifyInstance;
  let workOn: (file: IncomingFile, signal: AbortSignal) => Promise<unknown>;
  const admission = new Admission({ total: 1, perKey: 1, longestMs: 50 }, 'tests');

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'countersign-uploads-'));
    const settings = { dataDir, encryptionKeys: [{ id: '1', key: randomBytes(32) }] } as Settings;
    store = new FileStore(settings, new SecretBox(settings), await createFilePlace(settings));
    const upload = { tenant: 'acme', organizationId: ACME, maxBytes: 9, admission };
    server = fastify();
    server.post('/', (request) => new Uploads(store).receive(request, upload, workOn));
    await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('frees the slot of an endless upload, removes its file and keeps nothing of it afterwards', async () => {
    let late: { file: IncomingFile; signal: AbortSignal } | undefined;
    workOn = async (file, signal) => {
      late = { file, signal };
      await file.write(Buffer.from('abc'));
      return new Promise(() => {});
    };
    const answer = await fetch(server.listeningOrigin, { method: 'POST' });
    expect(answer.status).toBe(503);
    expect(admission.load).toEqual({ works: 0, bytes: 0 });
    const left = () => readdir(join(dataDir, 'files', String(ACME)));
    await until('its file is gone', async () => (await left()).length === 0);
    expect(late!.signal.aborted).toBe(true);
    await expect(late!.file.write(Buffer.from('def'))).rejects.toThrow();
    await expect(late!.file.keep()).rejects.toThrow();
    expect(await left()).toEqual([]);
  });
});
