import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { type S3Settings } from '../../src/platform/config/settings.js';
import { Cable } from './cable.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

const PROGRAM = join(PROJECT_ROOT, 'node_modules/s3rver/bin/s3rver.js');
/** It encrypts its list tokens with DES. */
const OLD_CIPHERS = '--openssl-legacy-provider';
const BUCKET = 'files';
/** The only credentials that the server knows. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
/** The server's name for the content of an object on its disk. */
const CONTENT = '._S3rver_object';

/** An S3-compatible storage with one bucket in a separate process, behind a connection that can be cut. */
export class S3Server {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly cable: Cable,
  ) {}

  static async start(): Promise<S3Server> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-s3-'));
    const port = await freePort();
    const args = ['--directory', folder, '--address', '127.0.0.1', '--port', String(port)];
    const command = [OLD_CIPHERS, PROGRAM, ...args, '--configure-bucket', BUCKET, '--silent'];
    const child = spawn(process.execPath, command, { stdio: 'ignore' });
    await until('the storage answers', () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
    );
    return new S3Server(child, folder, await Cable.to(port));
  }

  /** @param prefix separates tests */
  settings(prefix: string): S3Settings {
    return {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${this.cable.port}`,
      region: 'us-east-1',
      prefix: `${prefix}/`,
      credentials: CREDENTIALS,
      pathStyle: true,
    };
  }

  /** The same as environment variables. */
  variables(prefix: string): Record<string, string> {
    const { bucket, endpoint, credentials } = this.settings(prefix);
    return {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint!,
      S3_PREFIX: prefix,
      S3_ACCESS_KEY_ID: credentials!.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
    };
  }

  /** Keys of all objects below a prefix, without it. */
  keys(prefix: string): string[] {
    const folder = join(this.folder, BUCKET, prefix);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(CONTENT))
      .map((name) => name.slice(0, -CONTENT.length))
      .sort();
  }

  /** The bytes of an object as stored. */
  read(prefix: string, key: string): Buffer {
    return readFileSync(this.pathOf(prefix, key));
  }

  /** Changes an object without the service noticing. */
  write(prefix: string, key: string, bytes: Buffer): void {
    writeFileSync(this.pathOf(prefix, key), bytes);
  }

  /** Accepts connections, but answers nothing, until `resume`. */
  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.cable.cut().catch(() => undefined);
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private pathOf(prefix: string, key: string): string {
    return join(this.folder, BUCKET, prefix, key + CONTENT);
  }
}
