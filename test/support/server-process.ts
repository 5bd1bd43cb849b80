import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { findEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

/** The built service in a child process, as `npm start` runs it. Restarts keep the data folder and the port. */
export class ServerProcess {
  private child: ChildProcess | undefined;
  /** What the service has logged, across restarts. */
  readonly log: string[] = [];
  /** The lines on its standard output, across restarts. */
  readonly output: string[] = [];

  private constructor(
    readonly url: string,
    readonly dataDir: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly wrapper: readonly string[],
    private readonly folder: string,
  ) {}

  /**
   * @param wrapper - a command with arguments that runs the command which follows
   * @param folder - where the service is built; by default this version's
   */
  static async prepare(
    settings: Record<string, string>,
    wrapper: readonly string[] = [],
    folder = PROJECT_ROOT,
  ): Promise<ServerProcess> {
    const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'countersign-server-')));
    const port = await freePort();
    const { PATH, HOME, TEST_RUN_DIR } = process.env;
    const environment = {
      PATH,
      HOME,
      // The run's guard uses this to find a service that was left behind.
      TEST_RUN_DIR,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      UV_THREADPOOL_SIZE: '256',
      ...settings,
    };
    return new ServerProcess(`http://127.0.0.1:${port}`, dataDir, environment, wrapper, folder);
  }

  /** Starts the service and waits until it reports that it is ready. */
  async start(): Promise<void> {
    const [program, args] = this.commandOf('dist/src/main.js');
    const child = spawn(program, args, {
      cwd: this.folder,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    createInterface({ input: child.stderr }).on('line', (line) => this.log.push(line));
    const output = createInterface({ input: child.stdout });
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) =>
        reject(new Error(`the service ended with ${code} before it was ready:\n${this.log.join('\n')}`)),
      );
      output.on('line', (line) => {
        this.output.push(line);
        if (/^Countersign (is ready|is running jobs)/.test(line)) resolve();
      });
    });
  }

  /** The process id of the embedded PostgreSQL. */
  get postmasterPid(): number {
    return parseInt(readFileSync(join(this.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);
  }

  get postgresPort(): number {
    return Number(readFileSync(join(this.dataDir, 'postgres/port'), 'utf8'));
  }

  /** The address of the embedded PostgreSQL while it runs. */
  get databaseUrl(): string {
    return findEmbeddedPostgres(join(this.dataDir, 'postgres'))!;
  }

  /** The process id of the service. */
  get pid(): number {
    return this.child!.pid!;
  }

  /** Resolves with the exit status when the service has ended. */
  async ended(): Promise<number | null> {
    if (this.isRunning) await once(this.child!, 'exit');
    return this.child!.exitCode;
  }

  get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /** The value that the first start printed after a label such as `API key`. */
  secret(label: string): string {
    return readFileSync(join(this.dataDir, 'first-run.txt'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line.startsWith(label))!
      .slice(label.length)
      .trim();
  }

  /** Runs a CLI command on the same data. @returns its JSON output */
  async cli(...args: string[]): Promise<Record<string, unknown>> {
    const { stdout } = await promisify(execFile)(...this.commandOf('dist/src/cli.js', ...args, '--json'), {
      cwd: this.folder,
      env: this.environment,
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** Like `cli`, for a command that may report faults. */
  async cliAnyway(...args: string[]): Promise<Record<string, unknown>> {
    const { stdout } = await promisify(execFile)(...this.commandOf('dist/src/cli.js', ...args, '--json'), {
      cwd: this.folder,
      env: this.environment,
    }).catch((error: { stdout: string }) => error);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** Kills the service as a power cut would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Stops the service as a service manager would. @returns its exit status */
  async stop(): Promise<number | null> {
    await this.end('SIGTERM');
    return this.child!.exitCode;
  }

  async close(): Promise<void> {
    await this.end('SIGTERM');
    await this.stopDatabase();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Stops the embedded PostgreSQL that a killed service has left running. */
  private async stopDatabase(): Promise<void> {
    const isRunning = () => findEmbeddedPostgres(join(this.dataDir, 'postgres')) !== null;
    if (!isRunning()) return;
    process.kill(this.postmasterPid, 'SIGINT');
    await until('PostgreSQL has stopped', () => !isRunning());
  }

  private commandOf(...script: string[]): [program: string, args: string[]] {
    const [program = process.execPath, ...args] = [...this.wrapper, process.execPath, ...script];
    return [program, args];
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
