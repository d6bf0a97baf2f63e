import {
  type ActionPlace,
  type Catalogue,
  checkCatalogueChange,
  type Issue,
  isCatalogueChangeWithin,
  readCatalogue,
} from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { markCatalogueFileImported, readCatalogueFile } from './catalogue-file.ts';
import { describeCatalogueChange } from './describe-change.ts';

/** The catalogue with the revision that a change must name. */
export interface KeptCatalogue {
  rev: string;
  catalogue: Catalogue;
}

export type CatalogueResult =
  | { ok: true; kept: KeptCatalogue; detail: string | null }
  /** `forbidden`: it changes places outside the requester's scope. */
  | { ok: false; code: 'conflict' | 'forbidden' }
  | { ok: false; code: 'validation'; issues: readonly Issue[] };

/** The places of this server, stored as one document. */
export interface CatalogueStore {
  /** The catalogue in the store now, whichever process changed it. */
  current(): Promise<KeptCatalogue>;
  /**
   * Replaces the named revision by a changed catalogue; `detail` describes the change, `null`:
   * nothing changed. `isWithin` tells whether a place is in the requester's scope.
   */
  change(
    rev: string,
    wanted: Catalogue,
    isWithin: (place: ActionPlace) => boolean,
  ): Promise<CatalogueResult>;
}

export const CATALOGUE_DATABASE = 'sys_catalogue';
const DOCUMENT = 'catalogue';

/** Reads a document of the store through the domain's gate. */
async function readKept(store: DocumentStore): Promise<KeptCatalogue | null> {
  const document = await store.read(DOCUMENT);
  if (document === null) return null;
  const read = readCatalogue(document);
  if (read.ok) return { rev: document._rev, catalogue: read.catalogue };
  const [problem] = read.problems;
  throw new Error(`The stored catalogue is wrong at ${problem?.path} (${problem?.code})`);
}

async function seed(store: DocumentStore, dataDir: string | null): Promise<void> {
  if ((await store.read(DOCUMENT)) !== null) return;
  const imported = dataDir === null ? null : await readCatalogueFile(dataDir);
  const { countries } = imported ?? BUILT_IN_CATALOGUE;
  // A conflict means that another process has just done the same.
  const [written] = await store.write([{ _id: DOCUMENT, countries }]);
  if (imported !== null && dataDir !== null && written?.ok === true) {
    await markCatalogueFileImported(dataDir);
  }
}

/**
 * Opens the catalogue; an empty store is filled from `catalogue.json` in the data folder, or else
 * with the built-in catalogue.
 */
export async function openCatalogue(
  stores: Stores,
  dataDir: string | null,
): Promise<CatalogueStore> {
  const store = await stores.open(CATALOGUE_DATABASE);
  await seed(store, dataDir);
  let known: KeptCatalogue | null = null;

  async function current(): Promise<KeptCatalogue> {
    const [winner] = await store.leaves(DOCUMENT);
    if (known !== null && known.rev === winner?.rev) return known;
    const kept = await readKept(store);
    if (kept === null) throw new Error('The stored catalogue is gone');
    known = kept;
    return kept;
  }

  async function change(
    rev: string,
    wanted: Catalogue,
    isWithin: (place: ActionPlace) => boolean,
  ): Promise<CatalogueResult> {
    const before = await current();
    if (before.rev !== rev) return { ok: false, code: 'conflict' };
    if (!isCatalogueChangeWithin(before.catalogue, wanted, isWithin)) {
      return { ok: false, code: 'forbidden' };
    }
    const checked = checkCatalogueChange(before.catalogue, wanted);
    if (!checked.ok) return { ok: false, code: 'validation', issues: checked.issues };
    const { countries } = checked.value;
    if (JSON.stringify(countries) === JSON.stringify(before.catalogue.countries)) {
      return { ok: true, kept: before, detail: null };
    }
    const [written] = await store.write([{ _id: DOCUMENT, _rev: rev, countries }]);
    if (written?.ok !== true) return { ok: false, code: 'conflict' };
    return {
      ok: true,
      kept: { rev: written.rev, catalogue: checked.value },
      detail: describeCatalogueChange(before.catalogue, checked.value),
    };
  }

  return { current, change };
}
