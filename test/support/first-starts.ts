import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { until } from './until.js';

/** Commands that start the service. */
export const SERVER = [process.execPath, 'dist/src/main.js'] as const;
export const NPM = ['npm', 'start'] as const;

const READY = 'Countersign is ready';

export interface Started {
  child: ChildProcess;
  /** Its output on stdout so far. */
  output(): string;
  errors: Promise<string>;
  status: Promise<number | null>;
}

/** Starts of the service with a data folder that does not exist yet. */
export class FirstStarts {
  private readonly folder = mkdtempSync(join(tmpdir(), 'countersign-first-'));
  private readonly running: Started[] = [];
  readonly dataDir = join(this.folder, 'data');
  readonly secretsFile = join(this.dataDir, 'first-run.txt');

  start([program, ...args]: readonly string[], settings: Record<string, string>): Started {
    const { PATH, HOME, TEST_RUN_DIR } = process.env;
    const env = { PATH, HOME, TEST_RUN_DIR, DATA_DIR: this.dataDir, LOG_LEVEL: 'error', ...settings };
    const child = spawn(program!, args, { cwd: PROJECT_ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const status = once(child, 'close').then(([code]) => code as number | null);
    const started = { child, output: () => output, errors: text(child.stderr), status };
    this.running.push(started);
    return started;
  }

  /** Ends everything still running. @param signal SIGKILL if the database goes first */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    for (const { child, status } of this.running) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await status;
    }
  }

  async remove(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const untilReady = ({ output }: Started) =>
  until('the service is ready', () => output().includes(READY));

/** The API key in the output of a first start. */
export const apiKeyIn = (words: string) => /API key\s+(sk_\w+)/.exec(words)?.[1];
