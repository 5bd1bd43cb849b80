import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './platform/config/paths.js';

const SRC = join(PROJECT_ROOT, 'src');

/** Where a file with this ending may be in a room: its first folder, or '' for the room's root. See CONTRIBUTING.md. */
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

/** Decorators that make a class one of the framework's or the database's, with the endings their files have. */
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

const FILES: SourceFile[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .map((path) => path.replace(/\.spec\.ts$|\.ts$/, ''))
  .map((path) => {
    const [name = '', ...parents] = path.split('/').reverse();
    const [room = '', ...folders] = parents.reverse();
    return { path, room, folders, name, ending: name.split('.')[1] };
  });

/** Files of rooms, to which the places apply. */
const IN_ROOMS = FILES.filter(({ room }) => !['', 'platform', 'common'].includes(room));

describe('file names', () => {
  it('end in what CONTRIBUTING.md lists', () => {
    const unknown = FILES.filter(
      ({ name, ending }) => name.split('.').length > 2 || (ending && !(ending in PLACES)),
    );
    expect(unknown.map(({ path }) => path)).toEqual([]);
  });

  it('stand in the place that belongs to their ending', () => {
    const misplaced = IN_ROOMS.filter(({ folders, name, ending }) => {
      const places = ending === undefined ? ANYWHERE : PLACES[ending];
      if (name.endsWith('-payload.mapper')) return folders.length > 0;
      return places && !places.includes(folders[0] ?? '');
    });
    expect(misplaced.map(({ path }) => path)).toEqual([]);
  });

  it('say that a composer composes mails', () => {
    const composers = FILES.filter(({ ending }) => ending === 'composer');
    expect(composers.filter(({ name }) => !name.endsWith('-mail.composer'))).toEqual([]);
  });

  it('are the names of the jobs and composers in them', () => {
    const named = FILES.filter(({ ending }) => ending === 'job' || ending === 'composer');
    const wrong = named.filter(({ path, name }) => {
      const classes = [...readSource(path).matchAll(/^export (?:abstract )?class (\w+)/gm)];
      return classes.length !== 1 || classes[0]![1] !== className(name);
    });
    expect(named.length).toBeGreaterThan(20);
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('tell the role of a class', () => {
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

/** A spec without a file of its name tests several files, and has no source. */
function readSource(path: string): string {
  try {
    return readFileSync(join(SRC, `${path}.ts`), 'utf8');
  } catch {
    return '';
  }
}
