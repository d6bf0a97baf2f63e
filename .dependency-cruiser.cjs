// The arrows of the architecture: growth ← domain ← messages, contract, replication, storage, reports, imports ← apps.
const only = (from, ...allowed) => ({
  name: `${from}-imports-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  comment: `packages/${from} may import ${allowed.length ? allowed.map((a) => `@crece/${a}`).join(', ') : 'no other package of ours'}: dependencies point one way (docs/architecture.md).`,
  from: { path: `^packages/${from}/` },
  to: { path: '^(packages|apps)/', pathNot: [`^packages/(${[from, ...allowed].join('|')})/`] },
});

// The rooms of packages/storage, from the lowest: unit/ is one floor, engine/ the one above it.
const ROOMS = [
  'base',
  'unit/records',
  'unit/device',
  'unit/tasks',
  'unit/known',
  'unit/projection',
  'unit/writes',
  'unit/open',
  'engine/store',
  'engine/ledger',
  'engine/core',
  'engine/conflicts',
  'engine/backup',
  'engine/sync',
];
const IN_STORAGE = '^packages/storage/src/';
const room = (name, index) => ({
  name: `storage-${name.replace('/', '-')}-imports-no-room-above-it`,
  severity: 'error',
  comment: `A room of packages/storage may import those below it, at once or later: ${ROOMS.slice(0, index).join(', ') || 'none'} (docs/decisions/0085).`,
  from: { path: `${IN_STORAGE}${name}/`, pathNot: '/testing/|[.]test[.]ts$' },
  to: {
    path: IN_STORAGE,
    pathNot: `${IN_STORAGE}(${ROOMS.slice(0, index + 1).join('|')})/`,
  },
});

// The rooms of apps/server, from the lowest: foundations, stores, accounts, gateway, jobs and their
// kinds, start, command line. Files directly under src put them together; no room imports those.
const SERVER_ROOMS = [
  'base',
  'concurrency',
  'csv',
  'http',
  'store',
  'mail',
  'audit',
  'catalogue',
  'settings',
  'accounts',
  'pictures',
  'social',
  'admin',
  'gateway',
  'access',
  'jobs',
  'files',
  'realtime',
  'reports',
  'exports',
  'convert',
  'imports',
  'desk',
  'docs',
  'start',
  'backup',
  'cli',
];
const IN_SERVER = '^apps/server/src/';
const serverRoom = (name, index) => ({
  name: `server-${name}-imports-no-room-above-it`,
  severity: 'error',
  comment: `A room of apps/server may import those below it, types too: ${SERVER_ROOMS.slice(0, index).join(', ') || 'none'} (docs/decisions/0118).`,
  from: { path: `${IN_SERVER}${name}/`, pathNot: '/testing/|[.]test[.]ts$' },
  to: {
    path: IN_SERVER,
    pathNot: `${IN_SERVER}(${SERVER_ROOMS.slice(0, index + 1).join('|')})/`,
  },
});

const IN_FEATURES = '^apps/web/src/features/';

module.exports = {
  forbidden: [
    only('growth'),
    only('domain', 'growth'),
    only('messages', 'domain', 'growth'),
    only('contract', 'domain', 'growth'),
    only('replication', 'domain', 'growth'),
    only('storage', 'domain', 'growth', 'contract', 'replication'),
    only('reports', 'domain', 'growth', 'messages'),
    only('imports', 'domain', 'growth', 'messages', 'reports'),
    ...ROOMS.map(room),
    ...SERVER_ROOMS.map(serverRoom),
    {
      name: 'server-has-no-other-room',
      severity: 'error',
      comment: 'A room of apps/server needs its place in the order (docs/decisions/0118).',
      from: {
        path: `${IN_SERVER}[^/]+/`,
        pathNot: `${IN_SERVER}(${SERVER_ROOMS.join('|')}|testing)/`,
      },
      to: {},
    },
    {
      name: 'no-app-imports-another-app',
      severity: 'error',
      comment: 'web and server meet only in packages/contract.',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'the-product-imports-no-tests-benches-or-scripts',
      severity: 'error',
      comment: 'What runs at a user stands on packages and apps alone.',
      from: { path: '^(packages|apps)/' },
      to: { path: '^(e2e|bench|scripts)/' },
    },
    {
      name: 'journeys-stand-on-no-bench-or-script',
      severity: 'error',
      comment:
        'Benches and scripts may use the support of journeys; two scripts find what a journey starts.',
      from: { path: '^e2e/' },
      to: { path: '^(bench|scripts)/', pathNot: '^scripts/(find-chromium[.]ts|bootstrap/)' },
    },
    {
      name: 'scripts-know-no-app',
      severity: 'error',
      comment: 'A script starts an app; it does not reach into one.',
      from: { path: '^scripts/' },
      to: { path: '^apps/' },
    },
    {
      name: 'features-do-not-import-one-another',
      severity: 'error',
      comment:
        'A feature is one user concern; what two features share belongs to shared, ui, charts, data or a package, and only app/ composes features. The manifest alone (feature.ts) is open to all: it holds the addresses.',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: IN_FEATURES, pathNot: `${IN_FEATURES}($1/|[^/]+/feature[.]ts$)` },
    },
    {
      name: 'only-app-composes-features',
      severity: 'error',
      comment: 'Shared parts know no feature: only apps/web/src/app and the gallery compose them.',
      from: { path: '^apps/web/src/(ui|shared|charts|data|api|offline)/' },
      to: {
        path: '^apps/web/src/(features|app|gallery)/',
        pathNot: `${IN_FEATURES}[^/]+/feature[.]ts$`,
      },
    },
    {
      name: 'a-manifest-stands-alone',
      severity: 'error',
      comment:
        'What a feature says of itself is read by the first load, by addresses of other features and by the build: it imports nothing but types.',
      from: { path: `${IN_FEATURES}[^/]+/feature[.]ts$` },
      to: { path: '.', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      comment:
        'Buttons, fields and dialogs know neither children nor units: what does lives in shared/<concern>.',
      from: { path: '^apps/web/src/ui/', pathNot: '[.]test[.]tsx?$' },
      to: {
        path: '^apps/web/src/(shared|charts|api|offline)/|^packages/(domain|storage|growth|reports|imports|contract)/',
      },
    },
    {
      name: 'pouchdb-stays-in-tests',
      severity: 'error',
      comment:
        'The product has a store of its own (docs/decisions/0080): PouchDB is what tests and benches compare it with.',
      from: { pathNot: '^(bench|e2e)/|/testing/|[.]test[.]ts$' },
      to: { path: 'node_modules/pouchdb' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Two modules that need each other are one module, or hide a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      comment: 'The import leads nowhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '^node:sqlite$'] },
    },
    {
      name: 'not-to-dev-dep',
      severity: 'error',
      comment: 'Running code may not lean on a development dependency.',
      from: {
        path: '^(packages|apps)/[^/]+/src',
        pathNot: ['\\.test\\.tsx?$', '/testing/', '/gallery/', '\\.d\\.ts$'],
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: ['node_modules/@types/'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
    exclude: { path: '(\\.generated\\.ts$|/dist/)' },
  },
};
