import { namedText, namedTexts } from './named-texts.ts';
import {
  FIGURE_LIMITS,
  type FigureSetting,
  type LimitedSetting,
  type ProgrammeSettings,
  settingFigureOf,
  TEXT_SETTINGS,
} from './programme-settings.ts';

/** The value of one setting; null: none, or the default of one that has no words of its own. */
export type SettingValue = string | number | boolean | null;

/** One setting that a change gave another value. */
export interface SettingChange {
  /** `infantMuacLine`; a text of a country and language: `consent.GTM.en`. */
  readonly name: string;
  readonly before: SettingValue;
  readonly after: SettingValue;
}

const FIGURES = (Object.keys(FIGURE_LIMITS) as LimitedSetting[]).filter(
  (name): name is FigureSetting => name !== 'graduatesKeptYears' && name !== 'auditDays',
);

/** Every setting by its name. */
function settingValues(settings: ProgrammeSettings): ReadonlyMap<string, SettingValue> {
  return new Map<string, SettingValue>([
    ['guidanceShown', settings.guidanceShown],
    ['severeAmount', settings.severeAmount],
    ...FIGURES.map((name) => [name, settingFigureOf(settings, name)] as const),
    ['graduatesKeptYears', settings.graduatesKeptYears],
    ['auditDays', settings.auditDays],
    ['atRiskCountries', settings.atRiskCountries.join(' ')],
    ...namedTexts('supplements', settings.supplements),
    ...namedTexts('familyTexts', settings.familyTexts),
    ...namedTexts('consent', settings.consent),
    ...TEXT_SETTINGS.flatMap((name) => namedText(name, settings[name])),
  ]);
}

/** The settings that differ, in the order of the page; empty: none. */
export function settingChanges(
  before: ProgrammeSettings,
  after: ProgrammeSettings,
): readonly SettingChange[] {
  const [old, now] = [settingValues(before), settingValues(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}
