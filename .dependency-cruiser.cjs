/**
 * The import rules of CONTRIBUTING.md. A room may import lower levels but no room of its own level, with the exceptions
 * below. A room's root files and its domain/ are public; its other folders are private.
 */
const LEVELS = [
  ['common', 'webhook-receiver'],
  ['audit-chain', 'forms', 'platform'],
  ['organizations'],
  ['activity', 'identity-documents', 'pdf-signatures'],
  ['accounts', 'auth', 'brands', 'pdf'],
  ['signatures', 'identity-verifications'],
  ['document-reports', 'templates'],
  [
    'bulk-sends',
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

/**
 * Parts of a room that could not be rooms, because they share its tables. Their root files and their domain/ are public as
 * those of a room are. What a part is `above`, nothing of the room may import but its edges and its module.
 */
const PARTS = {
  signatures: [
    { part: 'lists', isAbove: true },
    { part: 'retention', isAbove: true },
    { part: 'signers', isAbove: false },
    { part: 'documents', isAbove: false },
    { part: 'form', isAbove: false },
    { part: 'recipients', isAbove: false },
  ],
};

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

/** Files of private folders that other rooms may import, with the reason. */
const PUBLIC_FILES = {
  // Requests made from templates are answered as the contract's Signature, and forms that these import with the report of
  // those that requests import.
  signatures: [
    ...['http/signature.mapper.ts', 'http/dto/signature-response.dto.ts'],
    'http/dto/form-import.dto.ts',
  ],
};

const publicFolders = (name) => [
  `^src/${name}/domain/`,
  ...(PUBLIC_FILES[name] ?? []).map((file) => `^src/${name}/${file.replaceAll('.', '\\.')}$`),
  ...(PARTS[name] ?? []).map(({ part }) => `^src/${name}/${part}/([^/]+$|domain/)`),
];

/** Subfolders are private to their room. Those of platform are rooms themselves. */
const privacyRules = LEVELS.flat()
  .filter((name) => name !== 'platform' && name !== 'common')
  .map((name) => ({
    name: `subfolders-of-${name}-are-private`,
    severity: 'error',
    from: { path: '^src/', pathNot: room(name) },
    to: { path: `^src/${name}/[^/]+/`, pathNot: publicFolders(name) },
  }));

/** A folder of platform is a room: the folders inside it are private to it. */
const platformRule = {
  name: 'subfolders-of-platform-rooms-are-private',
  severity: 'error',
  from: { path: '^src/', pathNot: '^src/platform/([^/]+)/' },
  to: { path: '^src/platform/[^/]+/[^/]+/' },
};
const platformRoomRule = {
  ...platformRule,
  name: 'rooms-of-platform-keep-to-themselves',
  from: { path: '^src/platform/([^/]+)/' },
  to: { path: '^src/platform/[^/]+/[^/]+/', pathNot: '^src/platform/$1/' },
};

/**
 * Parts' own folders are private to their part, except for `internal/`, which is private to the room. The room does not
 * know the parts above it.
 */
const partRules = Object.entries(PARTS).flatMap(([name, parts]) =>
  parts.flatMap(({ part, isAbove }) => [
    {
      name: `subfolders-of-${name}-${part}-are-private`,
      severity: 'error',
      from: { path: '^src/', pathNot: [`${room(name)}${part}/`, `${room(name)}[^/]+\\.module\\.ts$`] },
      to: { path: `${room(name)}${part}/[^/]+/`, pathNot: `${room(name)}${part}/(domain|internal)/` },
    },
    ...(isAbove
      ? [
          {
            name: `${name}-stands-below-its-${part}`,
            severity: 'error',
            from: {
              path: room(name),
              pathNot: [`${room(name)}(${part}|http)/`, `${room(name)}[^/]+\\.module\\.ts$`],
            },
            to: { path: `${room(name)}${part}/` },
          },
        ]
      : []),
  ]),
);

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

/** Controllers leave reading and changing to services, which the command line calls as well. */
const controllerRule = {
  name: 'controllers-touch-no-database',
  severity: 'error',
  from: { path: '^src/.+\\.controller\\.ts$' },
  to: { path: ['\\.queries\\.ts$', '^src/platform/database/', 'node_modules/typeorm/'] },
};

/** Services that assemble a page from queries of several rooms. They read; the next rule keeps them from changing. */
const READERS_OF_DASHBOARD = [
  'delivery-health', // days and answer times of an endpoint
  'delivery-pages', // a list of deliveries with its counts and probes
  'drafts', // a draft with its document and fields
  'endpoint-pages', // an endpoint with its attempts, totals and waiting deliveries
  'overview-figures', // counts of five rooms
  'replay-presets', // endpoints that failed lately
  'request-previews', // a draft as its signers will see it
  'signature-pages', // a request with its failed seal
];

/** The dashboard is pages: what they show and do comes from services of other rooms. Types may come from anywhere. */
const dashboardRules = [
  {
    name: 'dashboard-asks-services',
    severity: 'error',
    from: {
      path: room('dashboard'),
      pathNot: `${room('dashboard')}pages/(${READERS_OF_DASHBOARD.join('|')})\\.ts$`,
    },
    to: { path: ['\\.queries\\.ts$', 'node_modules/typeorm/'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'dashboard-changes-nothing-itself',
    severity: 'error',
    from: { path: room('dashboard') },
    to: { path: '^src/platform/database/', pathNot: '/(database-time|database-watch)\\.ts$' },
  },
];

/** Services return values that controllers send, so that they work without a request. */
const fastifyRule = {
  name: 'services-know-no-fastify',
  severity: 'error',
  from: {
    path: '^src/',
    pathNot: [
      '\\.(controller|decorator|filter|guard|interceptor)\\.ts$',
      '^src/([^/]+/http|platform/(metrics|pages|tracing)|[^/]+\\.ts$)',
      ...[
        'dashboard/pages/(caller-of|dashboard-(admission|cookies|failures)|let-in|refusal|sign-on-departures)', // cookies
        'dashboard/pages/(brand-forms|document-forms|form-fields|open-forms)', // forms, and files in them
        'health/proxy-watch', // requests through a proxy that is not trusted
        'platform/storage/uploads', // bytes of a body as they arrive
        'verification-sessions/session-uploads', // the same, of the hosted page
      ].map((file) => `^src/${file}\\.ts$`),
    ],
  },
  to: { path: 'node_modules/fastify/' },
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
      to: {
        path: '^src/(pdf-signatures/(organization-keys|validation-materials|.*\\.(entity|queries|module))|platform/database/.*)\\.ts$',
      },
    },
    {
      name: 'forms-is-pure',
      comment: 'Browsers run it as well.',
      severity: 'error',
      from: { path: room('forms') },
      to: {
        pathNot: [
          room('forms'),
          '^src/common/plain-line\\.ts$',
          '^src/common/validation/limits\\.ts$',
          'node_modules/re2js/',
        ],
      },
    },
    ...levelRules,
    ...privacyRules,
    platformRule,
    platformRoomRule,
    ...partRules,
    ...directionRules,
    placeRule,
    controllerRule,
    ...dashboardRules,
    fastifyRule,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$|^test/' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs', '.json'] },
  },
};
