import {
  type Checked,
  checkProgrammeSettings,
  DEFAULT_PROGRAMME_SETTINGS,
  type FigureSetting,
  type LimitedSetting,
  NEXT_VISIT_SETTINGS,
  type ProgrammeSettings,
  parseDecimal,
  readProgrammeSettings,
  type SaidText,
  type SaidTexts,
  type SettingsCode,
  settingFigureOf,
  type TEXT_SETTINGS,
} from '@crece/domain';

export type TextSetting = (typeof TEXT_SETTINGS)[number];

/** The settings as typed: figures as text, texts as JSON by their languages, and the settings from which the form was filled. */
export type ProgrammeDraft = Record<FigureSetting | TextSetting, string> & {
  guidanceShown: string;
  severeAmount: string;
  /** Empty: no term. */
  graduatesKeptYears: string;
  /** Days, or empty. */
  auditDays: string;
  /** Texts by country and language, as JSON. */
  consent: string;
  /** Texts by supplement and language, as JSON. */
  supplements: string;
  /** Texts by what they ask for and language, as JSON. */
  familyTexts: string;
  /** Codes of countries, as JSON. */
  atRiskCountries: string;
  /** The settings at that time, as JSON: the server refuses a change based on others. */
  was: string;
};

/** The old and the new settings, as the server requires them. */
export interface ProgrammeRequest {
  was: ProgrammeSettings;
  settings: ProgrammeSettings;
}

/** `write` formats a figure in the person's language: `11,5`. */
export function draftOfProgramme(
  settings: ProgrammeSettings,
  write: (value: number) => string,
): ProgrammeDraft {
  const figure = (name: FigureSetting) => write(settingFigureOf(settings, name));
  return {
    guidanceShown: settings.guidanceShown ? 'yes' : 'no',
    severeAmount: settings.severeAmount ?? '',
    graduatesKeptYears:
      settings.graduatesKeptYears === null ? '' : write(settings.graduatesKeptYears),
    infantMuacLine: figure('infantMuacLine'),
    referredDays: figure('referredDays'),
    admittedDays: figure('admittedDays'),
    lostDays: figure('lostDays'),
    infantAtRiskDays: figure('infantAtRiskDays'),
    acuteMonths: figure('acuteMonths'),
    recoveringMonths: figure('recoveringMonths'),
    supplementMonths: figure('supplementMonths'),
    ordinaryMonths: figure('ordinaryMonths'),
    coverageGoal: figure('coverageGoal'),
    fileDays: figure('fileDays'),
    auditDays: settings.auditDays === null ? '' : write(settings.auditDays),
    consent: JSON.stringify(settings.consent),
    supplements: JSON.stringify(settings.supplements),
    atRiskCountries: JSON.stringify(settings.atRiskCountries),
    familyTexts: JSON.stringify(settings.familyTexts),
    announcement: JSON.stringify(settings.announcement),
    household: JSON.stringify(settings.household),
    was: JSON.stringify(settings),
  };
}

/** The settings from which a form was filled. */
export function wasOfDraft({ was }: ProgrammeDraft): ProgrammeSettings {
  return readProgrammeSettings(JSON.parse(was));
}

/** A typed figure; NaN for other text, which the check of the domain rejects. */
function figureIn(draft: ProgrammeDraft, name: LimitedSetting): number {
  const value = parseDecimal(draft[name]);
  return typeof value === 'number' ? value : Number.NaN;
}

/** Typed texts by their keys; those of a draft that an older page kept may be missing. */
export function textsOfDraft(typed: string | undefined): SaidTexts {
  return typed === undefined || typed === '' ? {} : (JSON.parse(typed) as SaidTexts);
}

/** One typed text, by its languages. */
export function textOfDraft(typed: string | undefined): SaidText {
  return typed === undefined || typed === '' ? {} : (JSON.parse(typed) as SaidText);
}

/** The chosen countries; a draft that an older page kept has the default. */
export function countriesOfDraft(typed: string | undefined): readonly string[] {
  return typed === undefined
    ? DEFAULT_PROGRAMME_SETTINGS.atRiskCountries
    : (JSON.parse(typed) as readonly string[]);
}

/** The settings as typed, unchecked. */
export function typedSettings(draft: ProgrammeDraft): ProgrammeSettings {
  const table = Object.fromEntries(
    NEXT_VISIT_SETTINGS.map((name) => [name, figureIn(draft, name)]),
  ) as Record<(typeof NEXT_VISIT_SETTINGS)[number], number>;
  const severeAmount = draft.severeAmount.trim();
  return {
    guidanceShown: draft.guidanceShown === 'yes',
    infantMuacLine: figureIn(draft, 'infantMuacLine'),
    severeAmount: severeAmount === '' ? null : severeAmount,
    nextVisit: table,
    coverageGoal: figureIn(draft, 'coverageGoal'),
    graduatesKeptYears:
      draft.graduatesKeptYears.trim() === '' ? null : figureIn(draft, 'graduatesKeptYears'),
    consent: textsOfDraft(draft.consent),
    announcement: textOfDraft(draft.announcement),
    household: textOfDraft(draft.household),
    fileDays: figureIn(draft, 'fileDays'),
    auditDays: draft.auditDays.trim() === '' ? null : figureIn(draft, 'auditDays'),
    supplements: textsOfDraft(draft.supplements),
    atRiskCountries: countriesOfDraft(draft.atRiskCountries),
    familyTexts: textsOfDraft(draft.familyTexts),
  };
}

export function checkProgrammeDraft(
  draft: ProgrammeDraft,
): Checked<ProgrammeRequest, SettingsCode> {
  const checked = checkProgrammeSettings(typedSettings(draft));
  return checked.ok
    ? { ...checked, value: { was: wasOfDraft(draft), settings: checked.value } }
    : checked;
}
