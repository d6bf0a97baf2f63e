import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Keep } from '../src/shared/navigation/feature.ts';
import { KEEP_ORDER, namedOnes, readManifests, WEB } from './manifests.ts';
import { isTranslatedVisit, keepOfSentences } from './sentences.ts';

const FEATURES = join(WEB, 'src/features');

/** When the files of a module that is loaded on its own are fetched, by what the features say. */
type KeepOf = (module: string) => Keep;

async function readFeatures(): Promise<KeepOf> {
  const manifests = await readManifests();
  const kept = new Map(namedOnes(manifests));
  for (const { folder, keep } of manifests) {
    // The list of a feature's pages is fetched with the first of them.
    const groups = Object.values(keep);
    const soonest = KEEP_ORDER.find((each) => groups.includes(each));
    kept.set(join(folder, 'pages.ts'), soonest ?? keep['.']);
  }
  return (module) => {
    const path = resolve(WEB, module);
    const inFeature = relative(FEATURES, path).split('/')[0] ?? '';
    return (
      kept.get(path) ?? keepOfSentences(module) ?? kept.get(join(FEATURES, inFeature)) ?? 'first'
    );
  };
}

export const keepOf = await readFeatures();

interface BuiltChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

type Built = Readonly<Record<string, BuiltChunk>>;

/**
 * The chunks reached from `names`, plus `before`. Dynamic imports count only when `follows` accepts
 * them.
 */
function reachedFrom(
  built: Built,
  names: readonly string[],
  follows: (later: string) => boolean,
  before: ReadonlySet<string> = new Set(),
): Set<string> {
  const reached = new Set(before);
  const visit = (name: string) => {
    const chunk = built[name];
    if (chunk === undefined || reached.has(name)) return;
    reached.add(name);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const later of chunk.dynamicImports ?? []) if (follows(later)) visit(later);
  };
  for (const name of names) visit(name);
  return reached;
}

interface FileGroups {
  /** The scripts of a visit, from the start to the result. */
  visit: ReadonlySet<string>;
  /** All files of a visit: each start reads them, so that they are stored one by one. */
  ofVisit: ReadonlySet<string>;
  /**
   * What every device keeps after the files that make the application usable, in this order: the
   * translation of a visit before all pages.
   */
  later: ReadonlySet<string>;
  /** What a coordinator's device keeps besides. */
  desk: ReadonlySet<string>;
  /** Files that the application's page reaches only through a page on demand; includes `desk`. */
  onDemand: ReadonlySet<string>;
}

/** Sorts the files of a build by when a device fetches them. */
export function fileGroups(outDir: string): FileGroups {
  const manifest = join(outDir, '.vite/manifest.json');
  // A failed build has no manifest; its own error must be the one that is reported.
  if (!existsSync(manifest)) {
    const none: ReadonlySet<string> = new Set();
    return { visit: none, ofVisit: none, later: none, desk: none, onDemand: none };
  }
  const built = JSON.parse(readFileSync(manifest, 'utf8')) as Built;
  const page = readFileSync(join(outDir, 'index.html'), 'utf8');
  const names = Object.keys(built);
  const isKept =
    (...groups: readonly Keep[]) =>
    (name: string) =>
      groups.includes(keepOf(name));
  const packed = readdirSync(join(outDir, 'assets')).filter((file) => file.endsWith('.bin'));
  const filesOf = (chunks: Iterable<string>) =>
    [...chunks].flatMap((key) => {
      const { file = '', css = [] } = built[key] ?? {};
      // build/packed-data.ts writes the name of a module's data into the chunk that fetches them.
      const code = file.endsWith('.js') ? readFileSync(join(outDir, file), 'utf8') : '';
      const data = packed.filter((each) => code.includes(each));
      return [file, ...css, ...data.map((each) => `assets/${each}`)];
    });
  const less = (files: Iterable<string>, others: ReadonlySet<string>) =>
    new Set([...files].filter((file) => !others.has(file)));
  const start = names.filter((name) => page.includes(`/${built[name]?.file}`));
  const chunksOfAll = reachedFrom(built, start, isKept('visit', 'first', 'later'));
  const chunksOfFirst = reachedFrom(built, start, isKept('visit', 'first'));
  const chunksOfDesk = reachedFrom(
    built,
    names.filter(isKept('desk')),
    isKept('visit', 'first', 'later', 'desk'),
    chunksOfAll,
  );
  const translated = reachedFrom(built, names.filter(isTranslatedVisit), () => false);
  const all = new Set(filesOf([...translated, ...chunksOfAll]));
  const first = new Set(filesOf(chunksOfFirst));
  const chunksOfVisit = reachedFrom(
    built,
    [...start, ...names.filter(isKept('visit'))],
    () => false,
  );
  const ofVisit = new Set(filesOf(chunksOfVisit));
  return {
    visit: new Set([...ofVisit].filter((file) => file.endsWith('.js'))),
    ofVisit,
    later: less(all, first),
    desk: less(filesOf(chunksOfDesk), all),
    onDemand: less(filesOf(names), all),
  };
}
