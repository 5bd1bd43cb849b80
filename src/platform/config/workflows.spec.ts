import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PROJECT_ROOT } from './paths.js';

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

interface Job {
  'timeout-minutes'?: number;
  strategy?: { matrix: Record<string, (string | number)[]> };
  steps: { run?: string; uses?: string }[];
}

const FOLDER = join(PROJECT_ROOT, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const JOBS = readdirSync(FOLDER).flatMap((file) => {
  const workflow = parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflow;
  return Object.entries(workflow.jobs).map(([name, job]) => ({ file, name, job, workflow }));
});

/** A job's commands, once for each value of the matrix that they name. */
function commandsOf({ steps, strategy }: Job): string[] {
  return steps.flatMap(({ run }) => {
    const key = /\$\{\{ matrix\.(\w+) \}\}/.exec(run ?? '')?.[1];
    if (run === undefined) return [];
    if (key === undefined) return run.trim().split('\n');
    return strategy!.matrix[key]!.map((value) => run.replace(/\$\{\{ matrix\.\w+ \}\}/, String(value)));
  });
}

describe('workflows of the forge', () => {
  it.each(JOBS)('calls only scripts of package.json in $file, job $name', ({ job }) => {
    const commands = commandsOf(job).filter((command) => command !== 'npm ci');
    const called = commands.map((command) => /^npm run ([\w:]+)(?: -- .+)?$/.exec(command)?.[1] ?? command);
    expect(called.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    expect(job.steps.length).toBeGreaterThan(1);
    expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  it('runs the checks and every kind of test on each supported version of Node.js, and the image', () => {
    const { matrix } = JOBS.find(({ name }) => name === 'tests')!.job.strategy!;
    expect(matrix.node).toEqual([20, 22, 24]);
    const names = matrix.script!.map((script) => String(script).split(' ')[0]);
    const kinds = ['unit', 'integration', 'browser', 'deep', 'security', 'faults'];
    expect(names).toEqual(['check', ...kinds.map((kind) => `test:${kind}`)]);
    expect(JOBS.map(({ name }) => name)).toEqual(expect.arrayContaining(['image', 'tag', 'client']));
  });

  it('grants workflows read access only, and more only to jobs that publish', () => {
    for (const { workflow } of JOBS) expect(workflow.permissions).toEqual({ contents: 'read' });
  });
});
