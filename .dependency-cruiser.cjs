/**
 * The import rules of CONTRIBUTING.md. A room may import lower levels but no room of its own level, with the exceptions
 * below. A room's root files and its domain/ are public; its other folders are private.
 */
const LEVELS = [
  ['common', 'simulation', 'webhook-receiver'],
  ['audit-chain', 'platform'],
  ['organizations'],
  ['activity', 'auth', 'brands', 'identity-documents', 'pdf-signatures'],
  ['pdf'],
  ['signatures', 'identity-verifications'],
  ['document-reports'],
  [
    'completion',
    'signing',
    'signed-pdf-checks',
    'verification-sessions',
    'manual-review',
    'webhooks',
    'api-reference',
    'health',
    'provisioning',
  ],
  ['oversight', 'personal-data'],
  ['dashboard'],
  ['commands'],
];

/** Exceptions: rooms that may import a room of their own level, with the reason. */
const NEIGHBOURS = {
  // A new organization gets a webhook endpoint and its secret together with its API key.
  provisioning: ['webhooks'],
};

/** main, boot and the like, which only the command line may import. */
const ROOT_FILES = '^src/[^/]+\\.ts$';

const room = (name) => `^src/${name}/`;

/** What each room may not import: everything above it, and its neighbours without an exception. */
const levelRules = LEVELS.flatMap((rooms, level) =>
  rooms.flatMap((name) => {
    const above = LEVELS.slice(level + 1).flat();
    const beside = rooms.filter((other) => other !== name && !(NEIGHBOURS[name] ?? []).includes(other));
    const forbidden = [...above, ...beside].map(room);
    if (name !== 'commands') forbidden.push(ROOT_FILES);
    if (forbidden.length === 0) return [];
    return {
      name: `level-of-${name}`,
      severity: 'error',
      from: { path: room(name) },
      to: { path: forbidden },
    };
  }),
);

/** Subfolders are private to their room. Those of platform are rooms themselves. */
const privacyRules = LEVELS.flat()
  .filter((name) => name !== 'platform' && name !== 'common')
  .map((name) => ({
    name: `subfolders-of-${name}-are-private`,
    severity: 'error',
    from: { path: '^src/', pathNot: room(name) },
    to: { path: `^src/${name}/[^/]+/`, pathNot: `^src/${name}/domain/` },
  }));

/** The folders that receive requests and present answers; the rest of a room works without them. */
const EDGES = '(http|pages)';

/** Inside a room, imports run from the edge to the services to the domain. The room's module wires them all. */
const directionRules = LEVELS.flat()
  .filter((name) => name !== 'platform' && name !== 'common')
  .flatMap((name) => [
    {
      name: `services-of-${name}-know-no-edge`,
      severity: 'error',
      from: { path: room(name), pathNot: [`${room(name)}${EDGES}/`, '\\.module\\.ts$'] },
      to: { path: `${room(name)}${EDGES}/` },
    },
    {
      name: `domain-of-${name}-knows-no-service`,
      severity: 'error',
      from: { path: `${room(name)}domain/` },
      to: { path: room(name), pathNot: `${room(name)}domain/` },
    },
  ]);

/** Any import by a misplaced file is an error, because the file is. */
const placeRule = {
  name: 'controllers-and-view-models-at-the-edge',
  severity: 'error',
  from: {
    path: '^src/.+\\.(controller|view-model|dto|pipe)\\.ts$',
    pathNot: [`^src/[^/]+/${EDGES}/`, room('common'), room('platform')],
  },
  to: {},
};

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'migrations-import-no-entities',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(src|migrations)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^test/' },
    },
    {
      name: 'sdk-imports-the-receiver-only',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^(src|migrations|scripts)/', pathNot: room('webhook-receiver') },
    },
    {
      name: 'nothing-imports-the-sdk',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: { path: '^sdk/' },
    },
    {
      name: 'pdf-is-bytes-to-bytes',
      comment: 'Keys, time stamps and rows come in as arguments.',
      severity: 'error',
      from: { path: room('pdf') },
      to: { path: '^src/(pdf-signatures/.*\\.(service|entity|queries|module)|platform/database/.*)\\.ts$' },
    },
    ...levelRules,
    ...privacyRules,
    ...directionRules,
    placeRule,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$|^test/' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs', '.json'] },
  },
};
