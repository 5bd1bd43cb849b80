import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { urlToHttpOptions } from 'node:url';
import { createServerCertificate } from '../../scripts/throwaway-ca.mjs';
import { MAX_DOCUMENT_BYTES } from '../../src/pdf/document-limits.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { ApiClient } from '../support/api-client.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { EventStream } from '../support/event-stream.js';
import { freePort } from '../support/free-port.js';
import { bulkyPdf } from '../support/pdf-samples.js';
import { createDraft, sendRequest, SIGNATURES } from '../support/samples.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { beginVerification } from '../support/verifications.js';

const FORGED = '198.51.100.7';
/** Another address of this machine. */
const CLIENT = '127.0.0.9';
/** More than the rest of the file takes. */
const SPARE_BYTES = 4096;

const read = (name: string) => readFileSync(join(PROJECT_ROOT, name), 'utf8');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-proxies-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('HAProxy accepts the shipped configuration', async () => {
  const { cert, key } = await createServerCertificate();
  const [pem, file] = [join(folder, 'site.pem'), join(folder, 'haproxy.cfg')];
  writeFileSync(pem, `${cert}\n${key}`);
  const shipped = read('deploy/haproxy/haproxy.cfg');
  writeFileSync(file, shipped.replace('/etc/haproxy/certs/sign.example.com.pem', pem));
  const { status, stderr } = spawnSync('haproxy', ['-c', '-dW', '-f', file], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('the nginx setup of docs/operations.md', () => {
  let nginx: ChildProcess;
  let test: TestApp;
  let acme: TestOrganization;
  let api: ApiClient;

  beforeAll(async () => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    test = await startTestApp({ publicUrl, trustedProxies: ['127.0.0.1/32'] });
    acme = await test.createOrganization();
    api = new ApiClient(publicUrl, acme.apiKey);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configuration(port, test.url));
    const args = ['-e', 'stderr', '-p', folder, '-c', file];
    const { stderr, status } = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('[warn]') });
    nginx = spawn('nginx', args, { stdio: 'ignore' });
    await until('nginx answers', () => fetch(`${publicUrl}/healthz`).catch(() => null));
  });
  afterAll(async () => {
    if (nginx?.exitCode === null) {
      nginx.kill();
      await once(nginx, 'exit');
    }
    await test?.close();
  });

  it('accepts the largest document through nginx, and refuses a larger one itself', async () => {
    const id = await createDraft(api);
    const upload = (bytes: number) =>
      api.put(`${SIGNATURES}/${id}/document`, bulkyPdf(bytes), {
        headers: { 'content-type': 'application/pdf' },
      });
    expect((await upload(MAX_DOCUMENT_BYTES - SPARE_BYTES)).status).toBe(200);
    expect(await upload(MAX_DOCUMENT_BYTES)).toMatchObject({ status: 413, body: { statusCode: 413 } });
  });

  it('events arrive through nginx while the stream is open', async () => {
    const { person } = await beginVerification(test, acme);
    const stream = await EventStream.open(`${person.sessionUrl}/events`);
    expect(await stream.next()).toBe('start');
    await person.agree();
    expect(await stream.next()).toBe('upload-front-1');
    stream.leave();
  });

  it('takes the address of people from nginx', async () => {
    const { id, signers } = await sendRequest(api, { draft: { type: 'self_signed' } });
    const url = urlToHttpOptions(new URL(signers[0]!.signingUrl!));
    const visit = get({ ...url, localAddress: CLIENT, headers: { 'x-forwarded-for': FORGED } });
    const [answer] = (await once(visit, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    const fetched = (await trailOf(test.dataSource, id)).find(({ type }) => type === 'link_fetched');
    expect(fetched!.data.ip).toBe(CLIENT);
  });
});

/** The documented block in a server that needs no privileges and leaves nothing behind. */
function configuration(port: number, serviceUrl: string): string {
  const documented = /```nginx\n([^]*?)```/.exec(read('docs/operations.md'))![1]!;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  return [
    'daemon off; master_process off; pid nginx.pid; events {}',
    `http { access_log off; ${temporary.join(' ')}`,
    `server { listen 127.0.0.1:${port};`,
    documented.replace('http://127.0.0.1:3000', serviceUrl),
    '} }',
  ].join('\n');
}
