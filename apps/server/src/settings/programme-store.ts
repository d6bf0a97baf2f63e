import {
  checkProgrammeSettings,
  FIGURE_LIMITS,
  type FigureSetting,
  figureOf,
  type Issue,
  type ProgrammeSettings,
  readProgrammeSettings,
} from '@crece/domain';
import type { DocumentStore } from '../store/document-store.ts';

export type ProgrammeChange =
  /** `detail` describes the change; `null`: nothing changed. */
  | { ok: true; settings: ProgrammeSettings; detail: string | null }
  | { ok: false; code: 'conflict' }
  | { ok: false; code: 'validation'; issues: readonly Issue[] };

/** The settings of the programme, one document in the accounts' database. */
export interface ProgrammeStore {
  /** The settings in the store now, whichever process changed them. */
  current(): Promise<ProgrammeSettings>;
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

/** The settings in the accounts' database; defaults when there are none. */
export function createProgrammeStore(store: DocumentStore): ProgrammeStore {
  return {
    current: async () => readProgrammeSettings(await store.read(DOCUMENT)),
    change: async (was, wanted) => {
      const checked = checkProgrammeSettings(wanted);
      if (!checked.ok) return { ok: false, code: 'validation', issues: checked.issues };
      const kept = await store.read(DOCUMENT);
      const before = readProgrammeSettings(kept);
      if (describeChange(before, was) !== null) return { ok: false, code: 'conflict' };
      const settings = checked.value;
      const detail = describeChange(before, settings);
      if (detail === null) return { ok: true, settings, detail };
      const rev = kept === null ? {} : { _rev: kept._rev };
      const [written] = await store.write([{ ...settings, ...rev, _id: DOCUMENT }]);
      return written?.ok === true
        ? { ok: true, settings, detail }
        : { ok: false, code: 'conflict' };
    },
  };
}
