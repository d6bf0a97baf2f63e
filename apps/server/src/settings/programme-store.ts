import {
  checkProgrammeSettings,
  FIGURE_LIMITS,
  type FigureSetting,
  figureOf,
  type Issue,
  type ProgrammeSettings,
  readProgrammeSettings,
  settingsNumberOf,
} from '@crece/domain';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';

/**
 * The settings with their number, which every change raises by one; 0: nobody has changed any.
 * Records tell it as the second part of `rules`.
 */
export type NumberedSettings = ProgrammeSettings & { readonly number: number };

export type ProgrammeChange =
  /** `detail` describes the change; `null`: nothing changed. */
  | { ok: true; settings: NumberedSettings; detail: string | null }
  | { ok: false; code: 'conflict' }
  | { ok: false; code: 'validation'; issues: readonly Issue[] };

/** The settings of the programme, one document in the accounts' database. */
export interface ProgrammeStore {
  /** The settings in the store now, whichever process changed them. */
  current(): Promise<NumberedSettings>;
  /** Replaces the settings, if they are still the ones on which the change is based. */
  change(was: ProgrammeSettings, wanted: ProgrammeSettings): Promise<ProgrammeChange>;
}

const DOCUMENT = 'programme_settings';

const FIGURES = Object.keys(FIGURE_LIMITS) as FigureSetting[];

/** A description with the old and the new value: `infantMuacLine 11 → 11.5`; `null`: no change. */
function describeChange(before: ProgrammeSettings, after: ProgrammeSettings): string | null {
  const changes: string[] = [];
  const compare = (name: string, old: unknown, now: unknown) => {
    if (old !== now) changes.push(`${name} ${String(old ?? 'none')} → ${String(now ?? 'none')}`);
  };
  compare('guidanceShown', before.guidanceShown, after.guidanceShown);
  compare('severeAmount', before.severeAmount, after.severeAmount);
  for (const name of FIGURES) compare(name, figureOf(before, name), figureOf(after, name));
  return changes.length === 0 ? null : changes.join(', ');
}

/** Documents of older versions have no number: they are the first. */
function numberOf(kept: unknown): number {
  return kept === null ? 0 : Math.max(1, settingsNumberOf(kept));
}

function numbered(kept: unknown): NumberedSettings {
  return { ...readProgrammeSettings(kept), number: numberOf(kept) };
}

/** The settings, for whoever works outside the server's own process: jobs and the command line. */
export async function storedSettings(
  stores: Pick<Stores, 'has' | 'open'>,
): Promise<NumberedSettings> {
  if (!(await stores.has(ACCOUNTS_DATABASE))) return numbered(null);
  return numbered(await (await stores.open(ACCOUNTS_DATABASE)).read(DOCUMENT));
}

/** The number of the settings, for whoever writes records there. */
export async function settingsNumber(stores: Pick<Stores, 'has' | 'open'>): Promise<number> {
  return (await storedSettings(stores)).number;
}

/** The settings in the accounts' database; defaults when there are none. */
export function createProgrammeStore(store: DocumentStore): ProgrammeStore {
  return {
    current: async () => numbered(await store.read(DOCUMENT)),
    change: async (was, wanted) => {
      const checked = checkProgrammeSettings(wanted);
      if (!checked.ok) return { ok: false, code: 'validation', issues: checked.issues };
      const kept = await store.read(DOCUMENT);
      const before = numbered(kept);
      if (describeChange(before, was) !== null) return { ok: false, code: 'conflict' };
      const detail = describeChange(before, checked.value);
      if (detail === null) return { ok: true, settings: before, detail };
      const settings = { ...checked.value, number: before.number + 1 };
      const rev = kept === null ? {} : { _rev: kept._rev };
      const [written] = await store.write([{ ...settings, ...rev, _id: DOCUMENT }]);
      return written?.ok === true
        ? { ok: true, settings, detail }
        : { ok: false, code: 'conflict' };
    },
  };
}
