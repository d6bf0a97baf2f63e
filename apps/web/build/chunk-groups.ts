import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Rolldown } from 'vite';
import type { Keep } from '../src/shared/navigation/feature.ts';
import { KEEP_ORDER, WEB } from './manifests.ts';

type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>;
type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const SRC = join(WEB, 'src');
const STORED = '../../../packages/storage/src/unit';

/**
 * What every start loads by itself, and in which order: each line is one file of the build, with all
 * that its modules need and no line above has.
 */
const OF_START = {
  list: ['features/children/child-list-page.tsx', 'ui/row-keys.ts'],
  start: [
    'api/config.ts',
    'api/session-calls.ts',
    'features/lock/keeper.ts',
    'offline/update-bar.tsx',
  ],
  records: [
    `${STORED}/device/people.ts`,
    `${STORED}/device/seen-unit.ts`,
    `${STORED}/open/unit-counts.ts`,
    `${STORED}/projection/build-projection.ts`,
    `${STORED}/projection/read-changes.ts`,
    `${STORED}/projection/store-projection.ts`,
    `${STORED}/records/changing.ts`,
    `${STORED}/writes/writes.ts`,
    'data/catalogue.ts',
    'data/keep-unit.ts',
    'features/children/later-orders.ts',
    'shared/arrival/arrival-blank.tsx',
    'shared/navigation/due-count.tsx',
    'shared/scan/scan-button.tsx',
    'ui/blank-pictures.tsx',
  ],
} as const;

/** What people open next. */
const PARTS = {
  home: /^features\/places\/(?:countries|units)-page\.tsx$/,
  name: /^shared\/people\/name-dialog\.tsx$/,
  child: /^features\/screenings\/(?:child-view-page\.tsx|who-rules\.ts)$/,
  forms: /^features\/(?:screenings\/screening|children\/child)-form-page\.tsx$/,
  lock: /^features\/lock\/lock-screen\.tsx$/,
  accounts: /^features\/accounts\//,
  lists: /^(?:features\/[^/]+|app)\/pages\.ts$|^app\/sync-with-desk\.tsx$/,
} as const;
type Part = keyof typeof PARTS;

/** The modules loaded on their own that need a module. */
interface Readers {
  readonly has: (part: Part) => boolean;
  /** Nobody else does. */
  readonly areOnly: (...parts: readonly Part[]) => boolean;
  /** Each of these, or what is fetched when it is first opened. */
  readonly areOnDemandOr: (part: Part) => boolean;
}

/**
 * The files of what is opened next; the first that fits has the module. A module fits no later line than
 * what needs it, so that no file needs one of a later line.
 */
const FILES: Readonly<Record<string, (readers: Readers) => boolean>> = {
  common: ({ has, areOnly, areOnDemandOr }) =>
    (has('home') && !areOnDemandOr('home')) ||
    (has('name') && !areOnly('name')) ||
    (has('child') && has('accounts')),
  home: ({ has }) => has('home'),
  fields: ({ has }) => has('forms') && has('accounts'),
  'child-shared': ({ has, areOnly }) => has('child') && !areOnly('child'),
  child: ({ has }) => has('child'),
  'forms-shared': ({ has, areOnly }) => has('forms') && !areOnly('forms'),
  forms: ({ has }) => has('forms'),
  'lock-shared': ({ has, areOnly }) => has('lock') && !areOnly('lock'),
  lock: ({ has }) => has('lock'),
};

/** The feature or folder of a module that is loaded on its own. */
const folderOf = (entry: string) =>
  /\/features\/([^/]+)/.exec(entry)?.[1] ?? basename(dirname(entry));

const BARREL = /\/packages\/[^/]+\/src\/(?:.*\/)?index\.ts$/;
const IMPORTED = /^(?:import|export) [^{"]*\{(.*)\} from "/gm;
const nameIn = (specifier: string) => specifier.trim().split(' as ')[0] ?? '';

/** What a module imports: of a package's list of exports only what it names, and the list itself. */
function importsOf(graph: Graph, module: string): readonly string[] {
  const { importedIds = [], code } = graph.getModuleInfo(module) ?? {};
  const named = [...(code ?? '').matchAll(IMPORTED)].flatMap(([, names = '']) =>
    names.split(',').map(nameIn),
  );
  const isNamed = (exporter: string) =>
    graph.getModuleInfo(exporter)?.exports.some((name) => named.includes(name));
  const exportersIn = (list: string): readonly string[] =>
    (graph.getModuleInfo(list)?.importedIds ?? []).flatMap((each) =>
      BARREL.test(each) ? exportersIn(each) : isNamed(each) ? [each] : [],
    );
  return importedIds.flatMap((imported) =>
    BARREL.test(imported) ? [imported, ...exportersIn(imported)] : [imported],
  );
}

/** All modules of the application, and of each the modules loaded on their own that need it. */
function readersOf(graph: Graph): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, readonly string[]>();
  const entries = new Set<string>();
  const visit = (module: string) => {
    if (imports.has(module)) return;
    const imported = importsOf(graph, module);
    imports.set(module, imported);
    const later = graph.getModuleInfo(module)?.dynamicallyImportedIds ?? [];
    for (const entry of later) entries.add(entry);
    for (const next of [...imported, ...later]) visit(next);
  };
  visit(join(SRC, 'main.tsx'));
  const readers = new Map<string, Set<string>>();
  const mark = (module: string, entry: string) => {
    const of = readers.get(module) ?? new Set();
    readers.set(module, of);
    if (of.has(entry)) return;
    of.add(entry);
    if (BARREL.test(module) && module !== entry) return;
    for (const imported of imports.get(module) ?? []) mark(imported, entry);
  };
  for (const entry of entries) mark(entry, entry);
  return readers;
}

interface Place {
  /** Groups are made in the order of their ranks. */
  readonly rank: number;
  readonly name: string;
}

/** Which file a module goes into that no start loads; `null`: the bundler's own choice. */
export function placeOf(
  readers: ReadonlySet<string>,
  keepOf: (entry: string) => Keep,
): Place | null {
  const entries = [...readers];
  const isIn = (entry: string, parts: readonly Part[]) =>
    parts.some((part) => PARTS[part].test(relative(SRC, entry)));
  const tierOf = (entry: string) => KEEP_ORDER.indexOf(keepOf(entry));
  const areOnly = (...parts: readonly Part[]) => entries.every((entry) => isIn(entry, parts));
  const of: Readers = {
    has: (part) => entries.some((entry) => isIn(entry, [part])),
    areOnly,
    areOnDemandOr: (part) =>
      entries.every((entry) => isIn(entry, [part]) || tierOf(entry) > KEEP_ORDER.indexOf('later')),
  };
  const files = Object.entries(FILES);
  const file = files.findIndex(([, fits]) => fits(of));
  if (file !== -1) return { rank: file, name: files[file]?.[0] ?? '' };
  const tier = Math.min(...entries.map(tierOf));
  const tierName = KEEP_ORDER[tier] ?? '';
  const rank = files.length + KEEP_ORDER.length + 4 * tier;
  if (of.has('accounts') && entries.length > 1) {
    return { rank: files.length + tier, name: `accounts-${tierName}` };
  }
  if (areOnly('lists')) return { rank: rank + 3, name: `pages-${tierName}` };
  if (entries.length === 1) return null;
  const folders = new Set(entries.filter((entry) => tierOf(entry) === tier).map(folderOf));
  return folders.size > 2
    ? { rank, name: tierName }
    : { rank: rank + 3 - folders.size, name: [...folders].sort().join('-') };
}

/** How the modules of the application are put together in files. */
export function chunkGroups(keepOf: (module: string) => Keep): Groups {
  let readers: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  const placeIn = (graph: Graph, module: string): Place | null => {
    readers ??= readersOf(graph);
    const of = readers.get(module);
    return of === undefined ? null : placeOf(of, (entry) => keepOf(relative(WEB, entry)));
  };
  const ofStart = Object.entries(OF_START).map(([name, roots]) => {
    const modules = new Set(roots.map((root) => resolve(SRC, root)));
    return { name, test: (module: string) => modules.has(module) };
  });
  const ranks = Object.keys(FILES).length + 5 * KEEP_ORDER.length;
  const ofRest = Array.from({ length: ranks }, (_, rank) => ({
    debugName: `rank ${rank}`,
    name: (module: string, graph: Graph) => {
      const place = placeIn(graph, module);
      return place?.rank === rank ? place.name : null;
    },
  }));
  return [{ name: 'app', tags: ['$initial'] }, ...ofStart, ...ofRest];
}
