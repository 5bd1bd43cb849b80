import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { type TestApp } from './app.js';

/** Runs commands on the data of a test's application. Each starts the whole service in its own process. */
export class CommandLine {
  constructor(
    private readonly test: TestApp,
    private readonly settings: Record<string, string> = {},
  ) {}

  /** @returns the JSON that it prints; rejects like `execFile` if it ends with a status other than 0 */
  async run(args: string[], settings: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const { dataDir } = this.test.settings;
    const { PATH, HOME, TEST_RUN_DIR } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/src/cli.js', ...args, '--json'], {
      cwd: PROJECT_ROOT,
      env: {
        ...{ PATH, HOME, TEST_RUN_DIR, DATABASE_URL: this.test.database.url, DATA_DIR: dataDir },
        ENCRYPTION_KEY: this.key,
        ...this.settings,
        ...settings,
      },
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** As in ENCRYPTION_KEY. */
  get key(): string {
    return this.test.settings.encryptionKeys[0]!.key.toString('base64');
  }
}
