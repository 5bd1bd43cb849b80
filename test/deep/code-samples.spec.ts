import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiDocumentFile } from '../../src/api-reference/api-document-file.js';
import { placesIn } from '../../src/api-reference/domain/api-document.js';
import { codeSamples } from '../../src/api-reference/domain/code-samples.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { sharedTestApp } from '../support/app.js';
import { textPdf } from '../support/pdf-samples.js';
import { publishedTemplate } from '../support/templates.js';

const run = promisify(execFile);
const TSC = join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc');
const LONGEST_MS = 240_000;

const places = placesIn(new ApiDocumentFile().document);
const samplesOf = (publicUrl: string) =>
  places.map((place) => {
    const samples = codeSamples(place, publicUrl).map(({ language, code }) => [language, code] as const);
    return {
      id: place.operation.operationId,
      ...(Object.fromEntries(samples) as Record<'curl' | 'TypeScript', string> & { Python?: string }),
    };
  });

describe('the code samples of the API reference', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-samples-'));
    await writeFile(join(folder, 'lease.pdf'), await textPdf());
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(
    'in TypeScript fit the client',
    async () => {
      for (const { id, TypeScript } of samplesOf('http://127.0.0.1:3000'))
        await writeFile(join(folder, `${id}.ts`), `${TypeScript}\n`);
      const compilerOptions = {
        module: 'nodenext',
        target: 'es2022',
        strict: true,
        noEmit: true,
        types: ['node'],
        typeRoots: [join(PROJECT_ROOT, 'node_modules/@types')],
        skipLibCheck: true,
        paths: { 'countersign-client': [join(PROJECT_ROOT, 'sdk/typescript/src/index.ts')] },
      };
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
      const { stdout } = await run(process.execPath, [TSC, '-p', folder]).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe('');
    },
    LONGEST_MS,
  );

  it(
    'with curl and in Python get the same answer, and none is malformed',
    async () => {
      const test = await sharedTestApp();
      const organization = await test.createOrganization();
      const { apiKey, api } = organization;
      const template = await publishedTemplate(organization);
      const { body: archive } = await api.get(`${template}/export`);
      await writeFile(join(folder, 'template.zip'), archive as Buffer);
      const options = {
        cwd: folder,
        env: {
          ...process.env,
          COUNTERSIGN_API_KEY: apiKey,
          PYTHONPATH: join(PROJECT_ROOT, 'sdk/python'),
          PYTHONDONTWRITEBYTECODE: '1',
        },
      };
      for (const { id, curl, Python } of samplesOf(test.url)) {
        const { stdout } = await run('sh', ['-c', `${curl} --silent --write-out '\n%{http_code}'`], options);
        const status = stdout.split('\n').at(-1)!;
        expect([id, status]).toEqual([id, expect.stringMatching(/^(?:20\d|404)$/)]);
        if (Python === undefined) {
          // The Python class has no forms with files.
          expect([id, curl]).toEqual([id, expect.stringContaining("--form 'file=@")]);
          continue;
        }
        const failed = await run('python3', ['-c', Python], options).then(
          () => null,
          ({ stderr }: { stderr: string }) => stderr,
        );
        const answered = failed === null ? '20' : (/CountersignError: (\d{3})/.exec(failed)?.[1] ?? failed);
        expect([id, status.startsWith('20') ? '20' : status]).toEqual([id, answered]);
      }
    },
    LONGEST_MS,
  );
});
