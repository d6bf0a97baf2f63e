import {
  type Checked,
  checkProgrammeSettings,
  FIGURE_LIMITS,
  type FigureSetting,
  figureOf,
  NEXT_VISIT_SETTINGS,
  type ProgrammeSettings,
  parseDecimal,
  readProgrammeSettings,
  type SettingsCode,
} from '@crece/domain';

/** The settings as typed: figures as text, and the settings from which the form was filled. */
export type ProgrammeDraft = Record<FigureSetting, string> & {
  guidanceShown: string;
  severeAmount: string;
  /** The settings at that time, as JSON: the server refuses a change based on others. */
  was: string;
};

/** The old and the new settings, as the server requires them. */
export interface ProgrammeRequest {
  was: ProgrammeSettings;
  settings: ProgrammeSettings;
}

export const FIGURE_SETTINGS = Object.keys(FIGURE_LIMITS) as FigureSetting[];

/** `write` formats a figure in the person's language: `11,5`. */
export function draftOfProgramme(
  settings: ProgrammeSettings,
  write: (value: number) => string,
): ProgrammeDraft {
  const figure = (name: FigureSetting) => write(figureOf(settings, name));
  return {
    guidanceShown: settings.guidanceShown ? 'yes' : 'no',
    severeAmount: settings.severeAmount ?? '',
    infantMuacLine: figure('infantMuacLine'),
    referredDays: figure('referredDays'),
    admittedDays: figure('admittedDays'),
    infantAtRiskDays: figure('infantAtRiskDays'),
    acuteMonths: figure('acuteMonths'),
    recoveringMonths: figure('recoveringMonths'),
    supplementMonths: figure('supplementMonths'),
    ordinaryMonths: figure('ordinaryMonths'),
    coverageGoal: figure('coverageGoal'),
    was: JSON.stringify(settings),
  };
}

/** The settings from which a form was filled. */
export function wasOfDraft({ was }: ProgrammeDraft): ProgrammeSettings {
  return readProgrammeSettings(JSON.parse(was));
}

/** A typed figure; NaN for other text, which the check of the domain rejects. */
function figureIn(draft: ProgrammeDraft, name: FigureSetting): number {
  const value = parseDecimal(draft[name]);
  return typeof value === 'number' ? value : Number.NaN;
}

export function checkProgrammeDraft(
  draft: ProgrammeDraft,
): Checked<ProgrammeRequest, SettingsCode> {
  const table = Object.fromEntries(
    NEXT_VISIT_SETTINGS.map((name) => [name, figureIn(draft, name)]),
  ) as Record<(typeof NEXT_VISIT_SETTINGS)[number], number>;
  const checked = checkProgrammeSettings({
    guidanceShown: draft.guidanceShown === 'yes',
    infantMuacLine: figureIn(draft, 'infantMuacLine'),
    severeAmount: draft.severeAmount,
    nextVisit: table,
    coverageGoal: figureIn(draft, 'coverageGoal'),
  });
  return checked.ok
    ? { ...checked, value: { was: wasOfDraft(draft), settings: checked.value } }
    : checked;
}
