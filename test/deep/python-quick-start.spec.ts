import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SimulatedSigner } from '../../scripts/simulate/simulated-signer.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { type TestOrganization } from '../support/app.js';
import { faults, FaultyProxy } from '../support/faulty-proxy.js';
import { until } from '../support/until.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

const PROGRAMS = join(PROJECT_ROOT, 'sdk/python');
const SIGNER = { name: 'Ann Lee', witness: '', pictures: { front: null, back: null } };
const LONGEST_MS = 120_000;

/** A Python program of the quick start, and what it has printed. */
class Program {
  printed = '';
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly ended: Promise<unknown[]>;

  constructor(name: string, args: string[], settings: { cwd: string; env: Record<string, string> }) {
    const { PATH } = process.env;
    this.child = spawn('python3', ['-I', join(PROGRAMS, name), ...args], {
      cwd: settings.cwd,
      env: { PATH, PYTHONUTF8: '1', ...settings.env },
    });
    this.ended = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (bytes: Buffer) => (this.printed += bytes.toString()));
  }

  /** @returns the first group of the pattern */
  async says(pattern: RegExp): Promise<string> {
    const found = await until(
      `${this.child.spawnargs[2]} prints ${String(pattern)}`,
      () => pattern.exec(this.printed) ?? (this.child.exitCode !== null && { ended: true }),
    );
    if (!Array.isArray(found)) throw new Error(`The program has ended without saying so:\n${this.printed}`);
    return found[1]!;
  }

  async exitCode(): Promise<unknown> {
    return (await this.ended)[0];
  }

  async stop(): Promise<void> {
    this.child.kill();
    await this.ended;
  }
}

describe('the quick start in Python', () => {
  let subscribers: WebhookSubscribers;
  let org: TestOrganization;
  let cwd: string;
  const programs: Program[] = [];

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
    org = await subscribers.test.createOrganization();
    cwd = await mkdtemp(join(tmpdir(), 'countersign-python-'));
  });
  afterEach(() => Promise.all(programs.splice(0).map((program) => program.stop())));
  afterAll(async () => {
    await subscribers?.stop();
    await rm(cwd, { recursive: true, force: true });
  });

  function start(name: string, args: string[], env: Record<string, string>): Program {
    const program = new Program(name, args, { cwd, env });
    programs.push(program);
    return program;
  }

  it(
    'sends a document, waits until it is signed, and saves it, even if answers are lost',
    async () => {
      const proxy = await FaultyProxy.before(subscribers.test.url);
      proxy.meetNext(faults.cutAfter(), faults.answer(503, { 'retry-after': '0' }), faults.cutBefore());
      try {
        const program = start(
          'quick_start.py',
          [join(PROJECT_ROOT, 'docs/specimen/agreement.pdf'), 'ann@example.test'],
          {
            COUNTERSIGN_URL: proxy.url,
            COUNTERSIGN_API_KEY: org.apiKey,
          },
        );
        await new SimulatedSigner(await program.says(/Sign here: (\S+)/)).sign(SIGNER);
        expect({ status: await program.exitCode(), printed: program.printed }).toMatchObject({
          status: 0,
          printed: expect.stringContaining('It is completed'),
        });
      } finally {
        await proxy.stop();
      }
      const { body } = await org.api.get('/api/v1/signatures');
      expect(body).toMatchObject({ total: 1, items: [{ status: 'completed' }] });
      const { body: signed } = await org.api.get(`/api/v1/signatures/${body.items[0].id}/document/signed`);
      expect(signed.equals(await readFile(join(cwd, 'signed.pdf')))).toBe(true);
      expect((await readFile(join(cwd, 'certificate.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
    },
    LONGEST_MS,
  );

  it('explains why the service refused it', async () => {
    const program = start('quick_start.py', ['/dev/null', 'ann@example.test'], {
      COUNTERSIGN_URL: subscribers.test.url,
      COUNTERSIGN_API_KEY: 'sk_wrong',
    });
    expect(await program.exitCode()).toBe(1);
    expect(program.printed).toContain('CountersignError: 401: Unauthorized');
  });

  it('verifies deliveries, and refuses those with another secret', async () => {
    const { key, cert } = subscribers.receiver.tls;
    await writeFile(join(cwd, 'key.pem'), key);
    await writeFile(join(cwd, 'cert.pem'), cert);
    const receive = async (secret: string) => {
      const program = start('receive_webhooks.py', ['0', 'cert.pem', 'key.pem'], { WEBHOOK_SECRET: secret });
      const url = `https://localhost:${await program.says(/Listening on port (\d+)/)}/`;
      await subscribers.endpoints.setUrl({ organizationId: org.organizationId, url });
      return program;
    };
    const receiver = await receive(org.webhookSecret);
    await subscribers.publish(org, 'signature.completed', { id: 12, subject: 'Küche ✍' });
    const delivered = { event: 'signature.completed', status: 'success', attempts: 1, responseCode: 204 };
    await subscribers.recordWith(org, delivered);
    expect(receiver.printed).toContain('signature.completed 12');

    const stranger = await receive('sk_webhook_of_somebody_else');
    await subscribers.publish(org, 'signature.rejected', { id: 13 });
    const refused = { event: 'signature.rejected', status: 'pending', attempts: 1, responseCode: 401 };
    await subscribers.recordWith(org, refused);
    expect(stranger.printed).toContain('Refused: no signature matches');
  });
});
