import type { Checked } from '../fields/entities.ts';
import { fieldsOf } from '../fields/field.ts';
import { familyTextIssues } from './family-text-issues.ts';
import { readFamilyTexts } from './family-texts.ts';
import {
  amountIssues,
  figureIssues,
  isCountryCode,
  NEXT_VISIT_SETTINGS,
  OPTIONAL_FIGURES,
  orderIssues,
  type ProgrammeSettings,
  readCountries,
  type SettingsCode,
  TEXT_SETTINGS,
} from './programme-settings.ts';
import { readSaidText, readSaidTexts, saidTextIssues } from './said-text.ts';
import {
  isNamedSupplement,
  readSupplements,
  SUPPLEMENT_TEXT_MAX_LENGTH,
} from './supplement-texts.ts';

/**
 * Checks settings against their limits. Returns all issues with their fields, or the settings
 * trimmed, with an empty amount as null and without empty texts.
 */
export function checkProgrammeSettings(
  settings: ProgrammeSettings,
): Checked<ProgrammeSettings, SettingsCode> {
  const trimmed = settings.severeAmount?.trim() ?? '';
  const severeAmount = trimmed === '' ? null : trimmed;
  const figures = [
    ...figureIssues('infantMuacLine', settings.infantMuacLine),
    ...figureIssues('coverageGoal', settings.coverageGoal),
    ...figureIssues('fileDays', settings.fileDays),
    ...NEXT_VISIT_SETTINGS.flatMap((name) => figureIssues(name, settings.nextVisit[name])),
    ...OPTIONAL_FIGURES.flatMap((name) => {
      const value = settings[name];
      return value === null ? [] : figureIssues(name, value);
    }),
  ];
  const issues = [
    ...figures,
    ...(figures.length === 0 ? orderIssues(settings) : []),
    ...amountIssues(severeAmount),
    ...saidTextIssues('consent', settings.consent, isCountryCode),
    ...saidTextIssues(
      'supplements',
      settings.supplements,
      isNamedSupplement,
      SUPPLEMENT_TEXT_MAX_LENGTH,
    ),
    ...TEXT_SETTINGS.flatMap((name) => saidTextIssues(name, { [name]: settings[name] })),
    ...familyTextIssues(settings.familyTexts),
  ];
  const texts = {
    consent: readSaidTexts(settings.consent, isCountryCode),
    supplements: readSupplements(settings.supplements),
    familyTexts: readFamilyTexts(settings.familyTexts),
    atRiskCountries: readCountries(settings.atRiskCountries) ?? [],
    ...fieldsOf(TEXT_SETTINGS, (name) => readSaidText(settings[name]) ?? {}),
  };
  return issues.length === 0
    ? { ok: true, value: { ...settings, severeAmount, ...texts }, notices: [] }
    : { ok: false, issues };
}
