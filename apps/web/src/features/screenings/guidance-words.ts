import { type IsoDate, MUAC_LINES } from '@crece/domain';
import type {
  BelowLine,
  GuidanceLine,
  GuidanceOf,
  NotYet,
  WeightLoss,
} from '@crece/domain/guidance';
import type { Translator } from '@crece/messages';
import { measureText, zText } from '../../shared/screenings/verdict-words.ts';

/** One line of the panel in words. */
export interface GuidanceWords {
  /** Heading of the line, also used for the one line of a folded panel. */
  readonly short: string;
  /** One paragraph each; empty when the heading says everything. */
  readonly sentences: readonly string[];
  readonly source: string;
}

const dayOf = ({ date }: Translator, day: IsoDate) => date(day, 'medium');

function figure(translator: Translator, { index, value, line }: BelowLine): string {
  return translator.t('guidance.figure', {
    index,
    value: index === 'muac' ? measureText(translator, value) : zText(translator, value),
    line,
  });
}

const figures = (translator: Translator, values: readonly BelowLine[]): readonly string[] =>
  values.map((value) => figure(translator, value));

/** Two decimals at most: a subtraction of stored figures must not show 0.30000000000000004. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

function lossWords(translator: Translator, { since, before, now }: WeightLoss): string {
  return translator.t('guidance.weight-loss', {
    lost: translator.number(rounded(before - now)),
    date: dayOf(translator, since),
  });
}

function itemWords(translator: Translator, item: NotYet): string {
  if (item.what === 'below-line') return figure(translator, item);
  const { t } = translator;
  return item.what === 'muac-millimetres'
    ? t('guidance.item.muac-millimetres', { value: item.value })
    : t(`guidance.item.${item.what}`);
}

const items = (translator: Translator, values: readonly NotYet[]): string =>
  translator.list(values.map((item) => itemWords(translator, item)));

function severeSentences(
  translator: Translator,
  line: GuidanceOf<'G2'>,
  name: string,
): readonly string[] {
  const { t, list } = translator;
  return [
    t('guidance.text.G2', { name, figures: list(figures(translator, line.figures)) }),
    ...(line.isProgrammeMilder ? [t('guidance.text.G2-milder')] : []),
  ];
}

function moderateSentences(
  translator: Translator,
  { figures: crossed, priority, energy }: GuidanceOf<'G3'>,
  name: string,
): readonly string[] {
  const { t, list } = translator;
  const reasons = priority.map((reason) =>
    reason.why === 'under-age'
      ? t('guidance.under-age', { months: reason.line })
      : figure(translator, reason),
  );
  return [
    t('guidance.text.G3', { name, figures: list(figures(translator, crossed)) }),
    ...(reasons.length === 0
      ? []
      : [t('guidance.text.G3-priority', { name, reasons: list(reasons) })]),
    ...(energy === null
      ? []
      : [
          t('guidance.text.G3-energy', {
            weight: measureText(translator, energy.weight),
            from: energy.fromKcal,
            to: energy.toKcal,
          }),
        ]),
  ];
}

function babySentences(translator: Translator, line: GuidanceOf<'G4'>): readonly string[] {
  const { t, list } = translator;
  const { weightLoss } = line;
  const signs = [
    ...figures(translator, line.figures),
    ...(weightLoss === null ? [] : [lossWords(translator, weightLoss)]),
  ];
  const arm = line.figures.find(({ index }) => index === 'muac');
  return [
    t('guidance.text.G4', { signs: list(signs) }),
    ...(arm === undefined ? [] : [t('guidance.text.G4-muac', { line: arm.line })]),
  ];
}

function recoverySentences(
  translator: Translator,
  { screeningsMet, notYet }: GuidanceOf<'G8'>,
  name: string,
): readonly string[] {
  const { t } = translator;
  const met =
    screeningsMet === 2 ? t('guidance.text.G8-recovered', { name }) : t('guidance.text.G8-met');
  return [
    notYet.length > 0 ? t('guidance.text.G8-not-yet', { items: items(translator, notYet) }) : met,
    t('guidance.text.G8-rule', { muac: MUAC_LINES.moderate }),
  ];
}

function checkSentence(translator: Translator, line: GuidanceOf<'G9'>, name: string): string {
  const { t, number } = translator;
  const { before, now } = line;
  const date = dayOf(translator, line.since);
  if (line.kind === 'z-fell') {
    return t('guidance.text.z-fell', {
      index: line.index,
      before: zText(translator, before),
      now: zText(translator, now),
      date,
    });
  }
  const measures = {
    before: measureText(translator, before),
    now: measureText(translator, now),
    date,
  };
  if (line.kind === 'height-fell') return t('guidance.text.height-fell', measures);
  const percent = number(((before - now) / before) * 100, { decimals: 1 });
  return t('guidance.text.weight-lost', { ...measures, percent, name });
}

function methodSentences(translator: Translator, line: GuidanceOf<'G10'>): readonly string[] {
  const { t } = translator;
  if (line.kind === 'other-band') {
    return [
      t('guidance.text.other-band', {
        index: line.index,
        exact: zText(translator, line.exact),
        programme: zText(translator, line.programme),
        side: line.exact < line.line ? 'below' : 'not-below',
        line: line.line,
      }),
    ];
  }
  const { measure, value, min, max, isTooLight } = line;
  return [
    t('guidance.text.outside-form', { measure, value: measureText(translator, value), min, max }),
    ...(isTooLight ? [t('guidance.text.too-light', { min })] : []),
  ];
}

function levelOf({ line }: GuidanceOf<'G6'>): 'obese' | 'overweight' {
  return line === 3 ? 'obese' : 'overweight';
}

function shortOf(translator: Translator, line: GuidanceLine): string {
  const { t } = translator;
  if (line.code === 'G6') return t('guidance.short.G6', { level: levelOf(line) });
  if (line.code === 'G7') {
    return t('guidance.short.G7', { items: items(translator, line.unchecked) });
  }
  if (line.code === 'G8') return t('guidance.short.G8', { screenings: line.screeningsMet });
  if (line.code === 'G9' || line.code === 'G10') return t(`guidance.short.${line.kind}`);
  return t(`guidance.short.${line.code}`);
}

function sentencesOf(
  translator: Translator,
  line: GuidanceLine,
  name: string,
  lines: readonly GuidanceLine[],
): readonly string[] {
  const { t, list } = translator;
  switch (line.code) {
    case 'G1':
      return [t('guidance.text.G1', { name })];
    case 'G2':
      return severeSentences(translator, line, name);
    case 'G3':
      return moderateSentences(translator, line, name);
    case 'G4':
      return babySentences(translator, line);
    case 'G5':
      return [t('guidance.text.G5', { figures: list(figures(translator, line.figures)) })];
    case 'G6':
      return [
        t('guidance.text.G6', {
          value: zText(translator, line.value),
          line: line.line,
          level: levelOf(line),
        }),
      ];
    case 'G7': {
      // Beside a severe line no other line may reassure with "a normal result".
      const isSevere = lines.some(({ code }) => code === 'G1' || code === 'G2');
      return isSevere ? [] : [t('guidance.text.G7')];
    }
    case 'G8':
      return recoverySentences(translator, line, name);
    case 'G9':
      return [checkSentence(translator, line, name)];
    case 'G10':
      return methodSentences(translator, line);
  }
}

/** The limits of the form are the programme's: WHO says nothing of them. */
function isOwn(line: GuidanceLine): boolean {
  return line.code === 'G10' && line.kind === 'outside-form';
}

/** The lines of the panel in words, about a child by name. */
export function guidanceWords(
  translator: Translator,
  lines: readonly GuidanceLine[],
  name: string,
): readonly GuidanceWords[] {
  return lines.map((line) => ({
    short: shortOf(translator, line),
    sentences: sentencesOf(translator, line, name, lines),
    source: translator.t(`guidance.source.${isOwn(line) ? 'G9' : line.code}`),
  }));
}
