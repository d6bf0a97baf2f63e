import {
  checkProgrammeSettings,
  type Issue,
  type ProgrammeSettings,
  readProgrammeSettings,
  type SettingChange,
  type SettingValue,
  settingChanges,
  settingsNumberOf,
} from '@crece/domain';
import type { DocumentStore, StoredDocument, Stores } from '../store/document-store.ts';
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

/** Who changes the settings, and when. */
export interface ChangedBy {
  readonly who: string;
  readonly at: string;
}

/** The change that made the settings of now. */
export interface LastSettingsChange extends ChangedBy {
  /** The number of the settings that it made. */
  readonly number: number;
  readonly changes: readonly SettingChange[];
}

/** The settings of the programme, one document in the accounts' database. */
export interface ProgrammeStore {
  /** The settings in the store now, whichever process changed them. */
  current(): Promise<NumberedSettings>;
  /** Null: nobody has changed any, or a version did that did not keep those before. */
  lastChange(): Promise<LastSettingsChange | null>;
  /** Replaces the settings, if they are still the ones on which the change is based. */
  change(
    was: ProgrammeSettings,
    wanted: ProgrammeSettings,
    by: ChangedBy,
  ): Promise<ProgrammeChange>;
  /**
   * Puts back the settings before the change that made number `number`, if no newer ones stand. It
   * is a change itself, with a number of its own, and can be put back again.
   */
  putBack(number: number, by: ChangedBy): Promise<ProgrammeChange>;
}

const DOCUMENT = 'programme_settings';

const shown = (value: SettingValue): string => String(value ?? 'none');

/** A description with the old and the new value: `infantMuacLine 11 → 11.5`; `null`: no change. */
function describeChange(before: ProgrammeSettings, after: ProgrammeSettings): string | null {
  const changes = settingChanges(before, after).map(
    (change) => `${change.name} ${shown(change.before)} → ${shown(change.after)}`,
  );
  return changes.length === 0 ? null : changes.join(', ');
}

/** Documents of older versions have no number: they are the first. */
function numberOf(kept: unknown): number {
  return kept === null ? 0 : Math.max(1, settingsNumberOf(kept));
}

function numbered(kept: unknown): NumberedSettings {
  return { ...readProgrammeSettings(kept), number: numberOf(kept) };
}

/** What the document says of the settings before its own. */
function beforeIn(kept: StoredDocument | null): (ChangedBy & { before: ProgrammeSettings }) | null {
  const last: unknown = kept?.['last'];
  if (typeof last !== 'object' || last === null) return null;
  const { who, at, before } = last as Partial<Record<string, unknown>>;
  if (typeof who !== 'string' || typeof at !== 'string') return null;
  return { who, at, before: readProgrammeSettings(before) };
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

/** Puts a word in the place of an erased person's user name in the last change. */
export async function forgetInSettings(
  store: DocumentStore,
  isTheirs: (username: string, at: string) => boolean,
  word: string,
): Promise<void> {
  const kept = await store.read(DOCUMENT);
  const last = beforeIn(kept);
  if (kept === null || last === null || !isTheirs(last.who, last.at)) return;
  await store.write([{ ...kept, last: { ...last, who: word } }]);
}

/** The settings in the accounts' database; defaults when there are none. */
export function createProgrammeStore(store: DocumentStore): ProgrammeStore {
  async function replace(
    kept: StoredDocument | null,
    wanted: ProgrammeSettings,
    { who, at }: ChangedBy,
  ): Promise<ProgrammeChange> {
    const { number, ...before } = numbered(kept);
    const detail = describeChange(before, wanted);
    if (detail === null) return { ok: true, settings: { ...before, number }, detail };
    const settings = { ...wanted, number: number + 1 };
    const rev = kept === null ? {} : { _rev: kept._rev };
    const document = { ...settings, last: { who, at, before }, ...rev, _id: DOCUMENT };
    const [written] = await store.write([document]);
    return written?.ok === true ? { ok: true, settings, detail } : { ok: false, code: 'conflict' };
  }

  return {
    current: async () => numbered(await store.read(DOCUMENT)),
    lastChange: async () => {
      const kept = await store.read(DOCUMENT);
      const last = beforeIn(kept);
      if (last === null) return null;
      const { number, ...settings } = numbered(kept);
      const { who, at, before } = last;
      return { who, at, number, changes: settingChanges(before, settings) };
    },
    change: async (was, wanted, by) => {
      const checked = checkProgrammeSettings(wanted);
      if (!checked.ok) return { ok: false, code: 'validation', issues: checked.issues };
      const kept = await store.read(DOCUMENT);
      if (describeChange(numbered(kept), was) !== null) return { ok: false, code: 'conflict' };
      return replace(kept, checked.value, by);
    },
    putBack: async (number, by) => {
      const kept = await store.read(DOCUMENT);
      const last = beforeIn(kept);
      if (last === null || numberOf(kept) !== number) return { ok: false, code: 'conflict' };
      return replace(kept, last.before, by);
    },
  };
}
