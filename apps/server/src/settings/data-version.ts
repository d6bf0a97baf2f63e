import { StartError } from '../base/start-error.ts';
import { COMMIT, VERSION } from '../base/version.ts';
import type { DocumentStore } from '../store/document-store.ts';

/**
 * The newest step that this build knows, see `upgrade/steps.ts`. Data of a build before the steps has
 * version 0.
 */
export const DATA_VERSION = 2;

export interface Build {
  readonly version: string;
  /** In twelve letters, or `unknown`. */
  readonly commit: string;
}

export const OWN_BUILD: Build = { version: VERSION, commit: COMMIT };

/** What served the data before the present build, for the way back. */
export interface FormerState {
  /** The steps that were taken then. */
  readonly version: number;
  /** `null`: a build that did not note itself. */
  readonly build: Build | null;
  readonly since: string | null;
}

/** The document that says which build serves the data, and which steps were taken. */
export interface DataState {
  readonly version: number;
  readonly build: Build;
  /** Since when, by a clock that could be believed; `null`: not noted yet. */
  readonly since: string | null;
  /** The builds that can be gone back to, the newest last; empty once the upgrade is finished. */
  readonly before: readonly FormerState[];
  /** Whether steps may be taken: the data was backed up as the former build left it, or need not be. */
  readonly mayStep: boolean;
}

const STATE_ID = 'data_version';

/** The state with the revision that a change of it names; `null`: no build has noted itself. */
export async function readDataState(
  store: DocumentStore,
): Promise<{ state: DataState; rev: string } | null> {
  const kept = await store.read(STATE_ID);
  if (kept === null) return null;
  // Only this file writes the document, so its fields are not checked.
  const { _id, _rev, ...fields } = kept;
  return { state: fields as unknown as DataState, rev: _rev };
}

/** Another process changed the state meanwhile. */
export class DataStateChanged extends Error {
  override readonly name = 'DataStateChanged';
}

/** Replaces the state that a caller has read; throws `DataStateChanged` if it is another one now. */
export async function writeDataState(
  store: DocumentStore,
  state: DataState | null,
  rev: string | undefined,
): Promise<void> {
  const named = rev === undefined ? {} : { _rev: rev };
  const draft =
    state === null
      ? { _id: STATE_ID, ...named, _deleted: true as const }
      : { _id: STATE_ID, ...state, ...named };
  const [written] = await store.write([draft]);
  if (written?.ok !== true) throw new DataStateChanged();
}

export function buildInWords(build: Build | null): string {
  return build === null
    ? 'Crece before 24 November 2026'
    : `Crece ${build.version} (${build.commit})`;
}

/** Throws a `StartError` when a newer build has taken steps that this one does not know. */
export async function refuseNewerData(store: DocumentStore): Promise<void> {
  const kept = await readDataState(store);
  if (kept === null || kept.state.version <= DATA_VERSION) return;
  const { build, version } = kept.state;
  throw new StartError(
    'newer-data',
    `${buildInWords(build)} has served this data and it has version ${version}; this is ${buildInWords(OWN_BUILD)}, which knows version ${DATA_VERSION}. Start that build again, or go back with its "crece rollback".`,
  );
}
