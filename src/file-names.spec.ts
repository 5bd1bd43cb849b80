import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './platform/config/paths.js';

const SRC = join(PROJECT_ROOT, 'src');

/** Where a file with this ending belongs in a room: its first folder, or '' for the root. See CONTRIBUTING.md. */
const ROOT = [''];
const EDGE = ['http', 'pages'];
const ANYWHERE = null;
const PLACES: Readonly<Record<string, readonly string[] | null>> = {
  module: ROOT,
  controller: EDGE,
  dto: ['http'],
  mapper: ['http'],
  'view-model': ['pages'],
  pipe: EDGE,
  guard: [...EDGE, ''],
  filter: [...EDGE, ''],
  interceptor: [...EDGE, ''],
  decorator: [...EDGE, ''],
  service: ['', 'pages'],
  entity: ROOT,
  queries: ROOT,
  state: ['domain'],
  policy: ['domain'],
  events: ROOT,
  errors: ROOT,
  kinds: ROOT,
  job: ['jobs'],
  composer: ['mails'],
  child: ANYWHERE,
  port: ANYWHERE,
  engine: ANYWHERE,
  commands: ROOT,
};

/** Decorators that give a class its role in the framework or the database, and the endings of their files. */
const ROLES: readonly [decorator: RegExp, endings: readonly string[]][] = [
  [/^@Entity\(/m, ['entity']],
  [/^@(Controller|ApiController|HostedPages)\(/m, ['controller']],
  [/^@Module\(/m, ['module']],
  [/^@JobHandlerFor\(/m, ['job']],
];

interface SourceFile {
  path: string;
  room: string;
  folders: string[];
  name: string;
  ending: string | undefined;
}

/** Parts of rooms (`.dependency-cruiser.cjs`), for which the places apply as for rooms. */
const [, PARTS] = /const PARTS = {\n([^]*?)\n};/.exec(
  readFileSync(join(PROJECT_ROOT, '.dependency-cruiser.cjs'), 'utf8'),
)!;
const isPart = (room: string, folder: string | undefined) =>
  [...PARTS!.matchAll(/^ {2}(\w+): \[([^]*?)^ {2}\]/gm)].some(
    ([, name, parts]) => name === room && parts!.includes(`part: '${folder}'`),
  );

const FILES: SourceFile[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .map((path) => path.replace(/\.spec\.ts$|\.ts$/, ''))
  .map((path) => {
    const [name = '', ...parents] = path.split('/').reverse();
    const [room = '', ...inside] = parents.reverse();
    const below = isPart(room, inside[0]) ? inside.slice(1) : inside;
    // What only the room itself uses follows the same rules.
    const folders = below[0] === 'internal' ? below.slice(1) : below;
    return { path, room, folders, name, ending: name.split('.')[1] };
  });

/** Files in rooms, for which the places apply. */
const IN_ROOMS = FILES.filter(({ room }) => !['', 'platform', 'common'].includes(room));

describe('file names', () => {
  it('allows only the file endings that CONTRIBUTING.md lists', () => {
    const unknown = FILES.filter(
      ({ name, ending }) => name.split('.').length > 2 || (ending && !(ending in PLACES)),
    );
    expect(unknown.map(({ path }) => path)).toEqual([]);
  });

  it('keeps each file in a folder that its ending allows', () => {
    const misplaced = IN_ROOMS.filter(({ folders, name, ending }) => {
      const places = ending === undefined ? ANYWHERE : PLACES[ending];
      if (name.endsWith('-payload.mapper')) return folders.length > 0;
      return places && !places.includes(folders[0] ?? '');
    });
    expect(misplaced.map(({ path }) => path)).toEqual([]);
  });

  it('names every composer after the mails it composes', () => {
    const composers = FILES.filter(({ ending }) => ending === 'composer');
    expect(composers.filter(({ name }) => !name.endsWith('-mail.composer'))).toEqual([]);
  });

  it('names the files of jobs and composers after their classes', () => {
    const named = FILES.filter(({ ending }) => ending === 'job' || ending === 'composer');
    const wrong = named.filter(({ path, name }) => {
      const classes = [...readSource(path).matchAll(/^export (?:abstract )?class (\w+)/gm)];
      return classes.length !== 1 || classes[0]![1] !== className(name);
    });
    expect(named.length).toBeGreaterThan(20);
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('requires the class name as the file name of a service, and no service in a domain folder', () => {
    const services = FILES.filter(({ ending }) => ending === undefined || ending === 'service')
      .map((file) => ({ ...file, classes: injectables(file.path) }))
      .filter(({ classes }) => classes.length > 0);
    expect(services.length).toBeGreaterThan(150);
    const misnamed = services.filter(({ name, classes }) => !classes.includes(className(name)));
    expect(misnamed.map(({ path }) => path)).toEqual([]);
    expect(services.filter(({ folders }) => folders.includes('domain'))).toEqual([]);
  });

  it('requires the file ending of a class’s role', () => {
    const wrong = FILES.filter(({ path, ending }) => {
      const source = readSource(path);
      return ROLES.some(([decorator, endings]) => decorator.test(source) && !endings.includes(ending ?? ''));
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

/** `one-time-code-mail.composer` makes `OneTimeCodeMailComposer`. */
function className(file: string): string {
  return file.replaceAll(/(?:^|[-.])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Names of the classes that Nest makes, which other classes get. */
const injectables = (path: string) =>
  [...readSource(path).matchAll(/^@Injectable\([^]*?^export (?:abstract )?class (\w+)/gm)].map(
    ([, name]) => name,
  );

/** A spec without a source of its name tests several files; it has no source to read. */
function readSource(path: string): string {
  try {
    return readFileSync(join(SRC, `${path}.ts`), 'utf8');
  } catch {
    return '';
  }
}
