// `npm run check:image`: carries out the steps of the Dockerfile in an empty tree, without a container engine:
// bubblewrap shows each stage its own files at their paths in the image, as an ordinary user. The last stage's
// program then runs with a read-only root, under the seccomp profile of compose.yaml and alongside PostgreSQL, is
// taken through its main jobs and stopped. Steps that install Debian packages are skipped: the machine must have
// these packages. Takes a few minutes.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled, ensureToolsBuilt, ROOT } from './prepare.mjs';

/** An account that owns nothing. Root gives it the tree; other users build it themselves. */
const ACCOUNT = process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : {};
/** `node` in the official images. */
const USER = 1000;
/** Copied to a place that every account can read. */
const [LOADER, PROFILE] = ['scripts/seccomp-profile.py', 'deploy/seccomp.json'];
/** Stands in for the base image: the machine's own files, with its Node.js. */
const FOLDERS = ['/usr', '/etc/ssl', '/proc', '/dev', '/tmp'];
const FILES = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf'].filter((path) => existsSync(path));
const LINKS = ['bin', 'lib', 'lib64', 'sbin'].filter((name) => existsSync(`/usr/${name}`));
const LONGEST_START_MS = 120_000;
const LONGEST_STOP_MS = 30_000;

ensureInstalled();
ensureToolsBuilt();
const { walkProduction } = await import('../dist/scripts/production-walk.js');
const { freePort } = await import('../dist/test/support/free-port.js');
const { startEmbeddedPostgres } = await import('../dist/src/platform/database/embedded-postgres.js');

const folder = mkdtempSync(join(tmpdir(), 'countersign-image-'));

/** Instructions as [name, rest], by stage. */
function readStages(text) {
  const lines = text
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim());
  const stages = [];
  for (const line of lines) {
    const [, name, rest] = /^([A-Z]+)\s+(.+)$/.exec(line);
    if (name === 'FROM')
      stages.push({ name: / AS (\w+)$/.exec(rest)?.[1], steps: [], env: {}, workdir: '/' });
    else stages.at(-1).steps.push([name, rest]);
  }
  return stages.map((stage, index) => ({ ...stage, root: join(folder, String(index)) }));
}

function build(stage, stages) {
  for (const path of FOLDERS) mkdirSync(join(stage.root, path), { recursive: true });
  for (const path of FILES) writeFileSync(join(stage.root, path), '');
  for (const name of LINKS) symlinkSync(`usr/${name}`, join(stage.root, name));
  for (const [name, rest] of stage.steps) {
    const step = STEPS[name];
    if (!step) throw new Error(`${name} in the Dockerfile is an instruction that this check does not know`);
    step(stage, rest, stages);
  }
}

const STEPS = {
  WORKDIR: (stage, path) => {
    stage.workdir = path;
    mkdirSync(join(stage.root, path), { recursive: true });
  },
  COPY: copy,
  RUN: runStep,
  ENV: (stage, text) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(text);
    stage.env[name] = value;
  },
  USER: (stage, user) => {
    if (user !== 'node') throw new Error('the service must not run as root');
    stage.user = user;
  },
  VOLUME: (stage, path) => {
    stage.volume = path;
    if (!existsSync(join(stage.root, path))) throw new Error(`${path} is a volume that no step has made`);
  },
  HEALTHCHECK: (stage, text) => {
    stage.health = JSON.parse(/CMD (\[.*\])$/.exec(text)[1]);
  },
  CMD: (stage, text) => {
    stage.command = JSON.parse(text);
  },
  EXPOSE: () => undefined,
  STOPSIGNAL: (stage, signal) => {
    stage.stopSignal = signal;
  },
};

function copy(stage, text, stages) {
  const [, from, source, target] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(text);
  const into = join(stage.root, stage.workdir, target);
  if (from === undefined) return copyTrackedFiles(into);
  const found = join(stages.find(({ name }) => name === from).root, source);
  cpSync(found, target.endsWith('/') ? join(into, source.split('/').at(-1)) : into, {
    recursive: true,
    verbatimSymlinks: true,
  });
}

/** Copies the files not excluded by .dockerignore, which has only top-level names. */
function copyTrackedFiles(into) {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = stdout.split('\0').filter((file) => file && !ignored.includes(file.split('/')[0]));
  for (const file of files.filter((name) => existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(into, file)), { recursive: true });
    cpSync(join(ROOT, file), join(into, file));
  }
}

function runStep(stage, command) {
  if (command.startsWith('apt-get ')) {
    const packages = /install(?: --\S+)* (.+?) &&/.exec(command)[1].split(' ');
    for (const name of packages) {
      const { stdout } = spawnSync('dpkg-query', ['--show', name], { encoding: 'utf8' });
      if (!stdout) throw new Error(`${name} is not installed on this machine`);
      console.log(`not installed, but found on this machine: ${stdout.trim()}`);
    }
    return;
  }
  const started = performance.now();
  if (ACCOUNT.uid !== undefined) spawnSync('chown', ['-R', `${ACCOUNT.uid}:${ACCOUNT.gid}`, folder]);
  // The image user's account exists only in the image.
  const { status } = inside(
    stage,
    ['sh', '-c', command.replace('chown node:node', `chown ${USER}:${USER}`)],
    {
      writable: true,
      run: spawnSync,
      options: { stdio: ['ignore', 2, 2] },
    },
  );
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
  console.log(`${command}: ${Math.round((performance.now() - started) / 1000)} s`);
}

/** Runs a program among the stage's files, as a user that is root neither inside nor outside. */
function inside(stage, command, { writable = false, run, options, env = {} }) {
  const { NODE_EXTRA_CA_CERTS = '' } = process.env;
  const building = { npm_config_registry: registry(), NODE_EXTRA_CA_CERTS, HOME: '/tmp' };
  const variables = writable ? building : { ...stage.env, ...env };
  const view = [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--uid', `${USER}`, '--gid', `${USER}`],
    ...['--cap-drop', 'ALL', '--die-with-parent', writable ? '--bind' : '--ro-bind', stage.root, '/'],
    ...['/usr', '/etc/ssl', ...FILES].flatMap((path) => ['--ro-bind', path, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...(stage.volume && !writable ? ['--bind', join(stage.root, stage.volume), stage.volume] : []),
    ...['--chdir', stage.workdir, '--clearenv', '--setenv', 'PATH', '/usr/bin:/bin'],
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
  const confined = writable ? [] : ['python3', basename(LOADER), basename(PROFILE), 'run'];
  const [program, ...args] = [...confined, 'bwrap', ...view, '--', ...command];
  return run(program, args, { ...ACCOUNT, cwd: folder, ...options });
}

function registry() {
  return spawnSync('npm', ['config', 'get', 'registry'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
}

function measure({ root, workdir }) {
  const { stdout } = spawnSync('du', ['-sm', join(root, workdir)], { encoding: 'utf8' });
  console.log(`${workdir} of the image: ${parseInt(stdout, 10)} MB, without the base image`);
}

async function runImage(image) {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-image-db-'));
  const database = await startEmbeddedPostgres({ dataDir });
  const env = {
    PORT: String(port),
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ALLOW_SPECIMENS: 'true',
    LOG_LEVEL: 'error',
  };
  const service = inside(image, image.command, {
    run: spawn,
    env,
    options: { stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const closed = once(service, 'close');
  try {
    await untilReady(service);
    expectStatus(ask(image, image.health, env), 0, 'the health check');
    expectStatus(ask(image, ['touch', `${image.workdir}/x`], env), 1, 'writing to the image');
    const { checks } = JSON.parse(ask(image, ['node', 'dist/src/cli.js', 'doctor', '--json'], env).stdout);
    for (const { name, ok, message } of checks) console.log(`doctor: ${ok ?? 'note'} ${name}: ${message}`);
    if (!checks.find(({ name }) => name === 'child processes').ok)
      throw new Error('The sandbox does not work.');
    const apiKey = /API key\s+(\S+)/.exec(
      readFileSync(join(image.root, image.volume, 'first-run.txt'), 'utf8'),
    )[1];
    await walkProduction({ url: `http://127.0.0.1:${port}`, apiKey });
    const [, child] = descendants(service.pid);
    process.kill(child, image.stopSignal);
    if (!(await Promise.race([closed.then(() => true), after(LONGEST_STOP_MS)])))
      throw new Error(`The service did not stop after ${image.stopSignal}.`);
    expectStatus(ask(image, image.health, env), 1, 'the health check of a stopped service');
  } finally {
    service.kill('SIGKILL');
    await closed;
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

/** Runs a program alongside the service, as `docker exec` does. */
function ask(image, command, env) {
  return inside(image, command, { run: spawnSync, env, options: { encoding: 'utf8' } });
}

function expectStatus({ status, stderr }, wanted, what) {
  if ((status === 0) !== (wanted === 0)) throw new Error(`${what} ended with ${status}: ${stderr}`);
}

async function untilReady(service) {
  const lines = createInterface({ input: service.stdout });
  const ready = new Promise((resolve, reject) => {
    lines.on('line', (line) => line.startsWith('Countersign is ready') && resolve(true));
    service.once('close', (status) =>
      reject(new Error(`The service ended with ${status} before it was ready.`)),
    );
  });
  if (!(await Promise.race([ready, after(LONGEST_START_MS)]))) throw new Error('The service is not ready.');
}

/** Its only child, that child's only child, and so on: the inits of the sandbox, and the service. */
function descendants(pid) {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return child === undefined ? [] : [Number(child), ...descendants(Number(child))];
}

const after = (ms) => new Promise((resolve) => setTimeout(() => resolve(false), ms).unref());

try {
  for (const file of [LOADER, PROFILE]) cpSync(join(ROOT, file), join(folder, basename(file)));
  const stages = readStages(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  for (const stage of stages) build(stage, stages);
  const image = stages.at(-1);
  measure(image);
  await runImage(image);
  console.log('The steps of the Dockerfile build a working service.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
