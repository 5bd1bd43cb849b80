import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

const SHIPPED = join(PROJECT_ROOT, 'compose.yaml');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-compose-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The environment of the service. @throws Error if compose does not accept the files */
function environmentFrom(settings: Record<string, string>, ...overrides: string[]): Record<string, string> {
  const dotEnv = join(folder, '.env');
  writeFileSync(
    dotEnv,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const files = [SHIPPED, ...overrides].flatMap((file) => ['--file', file]);
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(
    'docker-compose',
    ['--env-file', dotEnv, '--project-directory', PROJECT_ROOT, ...files, 'config'],
    { encoding: 'utf8', env: { PATH, HOME }, cwd: PROJECT_ROOT },
  );
  if (status !== 0) throw new Error(stderr);
  const [, lines] = /^ {2}app:\n[^]*?^ {4}environment:\n((?: {6}.*\n)+)/m.exec(stdout)!;
  return Object.fromEntries(
    [...lines!.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name, value]) => [
      name!,
      value!.replace(/^(['"])(.*)\1$/, '$2'),
    ]),
  );
}

describe('the compose file', () => {
  it('docker-compose accepts the file as it is', () => {
    const environment = environmentFrom({});
    expect(environment).toMatchObject({ SMTP_URL: 'smtp://mail:1025', TSA_URL: '' });
    expect(() => environmentFrom({}, writeOverride('services: { app: { pids_limt: 5 } }'))).toThrow(
      'pids_limt',
    );
  });

  it('the compose file passes on every setting of .env', () => {
    const names = [...readFileSync(SHIPPED, 'utf8').matchAll(/^ {6}(\w+): \$\{(\w+):-.*\}$/gm)]
      .filter(([, name]) => !name!.startsWith('ROOT_'))
      .map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(20);
    const settings = Object.fromEntries(names.map((name) => [name, `of-${name}`]));
    expect(environmentFrom(settings)).toMatchObject(settings);
  });

  it('accepts the documented override', () => {
    const documented = /which compose reads as well[^]*?```yaml\n([^]*?)```/.exec(
      readFileSync(join(PROJECT_ROOT, 'docs/operations.md'), 'utf8'),
    )![1]!;
    expect(environmentFrom({}, writeOverride(documented))).toMatchObject({
      SMTP_URL: '',
      SMTP_URL_FILE: '/run/secrets/smtp_url',
      DATABASE_URL_FILE: '/run/secrets/database_url',
    });
  });
});

function writeOverride(yaml: string): string {
  const file = join(folder, 'compose.override.yaml');
  writeFileSync(file, yaml);
  return file;
}
