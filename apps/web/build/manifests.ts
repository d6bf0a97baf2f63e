import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Feature, Keep, Keeping } from '../src/shared/navigation/feature.ts';

export const WEB = resolve(import.meta.dirname, '..');

/** When files are kept, from what a phone fetches first. */
export const KEEP_ORDER: readonly Keep[] = ['visit', 'first', 'later', 'desk', 'on-demand'];

/** What a feature says of itself, with its folder. */
export interface Manifest {
  readonly folder: string;
  readonly feature: Feature;
  readonly keep: Keeping;
}

/** The manifests of all features, and that of the shell. */
export async function readManifests(web: string = WEB): Promise<readonly Manifest[]> {
  const features = join(web, 'src/features');
  const folders = [
    ...readdirSync(features).map((name) => join(features, name)),
    join(web, 'src/app'),
  ].filter((folder) => existsSync(join(folder, 'feature.ts')));
  return Promise.all(
    folders.map(async (folder) => {
      const url = pathToFileURL(join(folder, 'feature.ts')).href;
      const { keep, ...named } = (await import(url)) as { keep: Keeping } & Record<string, Feature>;
      const [feature] = Object.values(named);
      if (feature === undefined) throw new Error(`${folder}/feature.ts says of no feature`);
      return { folder, feature: feature as Feature, keep };
    }),
  );
}

/** The modules and files that the manifests name one by one, by their paths. */
export function namedOnes(manifests: readonly Manifest[]): ReadonlyMap<string, Keep> {
  const named = new Map<string, Keep>();
  for (const { folder, keep } of manifests) {
    for (const [module, group] of Object.entries(keep)) {
      const path = resolve(folder, module);
      if (!existsSync(path)) throw new Error(`${folder} names ${module}, which does not exist`);
      named.set(path, group);
    }
  }
  return named;
}
