import {
  type Child,
  type MuacBand,
  muacFromMillimetres,
  type PraiseDoubt,
  type ReasonFact,
  type ScreeningReading,
  type SupplementToday,
  screeningMark,
  type ZIndex,
} from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';
import type { Tone } from '../../ui/status-mark.tsx';
import { isPlainBeneath, muacBadge, statusWord } from './status-words.ts';

/** The child that a sentence is about. */
export type Named = Pick<Child, 'firstName' | 'gender' | 'mother'>;

/** A screening's status as a title, a word and a sentence. */
export interface Verdict {
  readonly tone: Tone;
  /** An alert is shown above a normal status, which is then plain text without green. */
  readonly isPlain: boolean;
  readonly title: string;
  /** For rows and small areas. */
  readonly word: string;
  readonly sentence: string;
}

/** Which index is low for age: height, weight or both. */
function lowOf(facts: readonly ReasonFact[]): 'ha' | 'wa' | 'both' {
  const [first, ...others] = facts.filter(({ index, value }) => index !== 'wl' && value < -2);
  if (first === undefined || others.length > 0) return 'both';
  return first.index === 'ha' ? 'ha' : 'wa';
}

function lowest(facts: readonly ReasonFact[]): string {
  const sorted = [...facts].sort((a, b) => a.value - b.value);
  return sorted[0]?.index ?? 'wl';
}

function sentenceKey(reading: ScreeningReading): MessageKey {
  const { reason, evidence, lowForAge } = reading;
  const isByMuac = evidence.from === 'muac';
  switch (reason.rule) {
    case 'acute-severe':
      return isByMuac ? 'assessment.sentence.sam-by-muac' : 'assessment.sentence.sam-by-whz';
    case 'acute-moderate':
      return isByMuac ? 'assessment.sentence.mam-by-muac' : 'assessment.sentence.mam-by-whz';
    case 'low-for-age':
      return 'assessment.sentence.low';
    case 'low-for-age-micronutrients':
      return 'assessment.sentence.low-micronutrients';
    case 'at-risk':
      return lowForAge === undefined
        ? 'assessment.sentence.at-risk'
        : 'assessment.sentence.low-at-risk';
    case 'normal':
      return isByMuac ? 'assessment.sentence.normal-by-muac' : 'assessment.sentence.normal';
    case 'not-assessed':
      return reason.cause === 'muac-under-6-months'
        ? 'assessment.sentence.not-assessed-under6'
        : 'assessment.sentence.not-assessed';
  }
}

/** Normal figures without praise, and why. */
const UNPRAISED: Readonly<Record<PraiseDoubt, MessageKey>> = {
  sign: 'assessment.sentence.normal-figures',
  'not-measured': 'assessment.sentence.normal-figures',
  unknown: 'assessment.sentence.normal-figures',
  heavy: 'assessment.sentence.normal-heavy',
  'less-than-before': 'assessment.sentence.normal-changed',
};

/** Colour, word and sentence of a screening's status, with the child's name. */
export function verdictOf(
  translator: Translator,
  reading: ScreeningReading,
  child: Named,
  { supType, noFoodUnder6 }: Pick<SupplementToday, 'supType' | 'noFoodUnder6'>,
  /** Why "is growing well" is not said; null when it may be said. */
  doubt: PraiseDoubt | null = null,
): Verdict {
  const { t } = translator;
  const { reason, zscoreStatus, evidence } = reading;
  const mark = screeningMark(reading);
  const isMuacNormal = zscoreStatus === 'Normal' && evidence.from === 'muac';
  const unpraised = zscoreStatus === 'Normal' && !isMuacNormal ? doubt : null;
  const sentence = t(unpraised === null ? sentenceKey(reading) : UNPRAISED[unpraised], {
    name: child.firstName,
    sex: child.gender,
    feed: supType === 'none' || noFoodUnder6 ? 'no' : 'yes',
    low: lowOf(reason.facts),
    index: lowest(reason.facts),
  });
  const word = statusWord(translator, mark, reading);
  if (zscoreStatus === undefined) {
    return {
      tone: 'grey',
      isPlain: false,
      title: t('assessment.title.not-assessed'),
      word,
      sentence,
    };
  }
  const normalTitle = isMuacNormal ? 'normal-by-muac' : 'normal-figures';
  return {
    tone: screeningMark({ ...reading, includesSwelling: false, doubts: [], muacBand: undefined })
      .colour,
    isPlain: isPlainBeneath(mark, reading),
    title:
      isMuacNormal || unpraised !== null
        ? t(`assessment.title.${normalTitle}`)
        : t(`assessment.title.${zscoreStatus}`),
    word,
    sentence,
  };
}

/** A z-score as text: two decimals, plus sign, true minus. */
export function zText({ number }: Translator, z: number): string {
  return number(z, { decimals: 2, signed: true });
}

/** Whether an index uses a weight that is too high because of oedema: all except height. */
export function isSwollenIndex({ includesSwelling }: ScreeningReading, index: ZIndex): boolean {
  return includesSwelling && index !== 'ha';
}

/** The name of an index; with oedema and weight `Weight for age, includes swelling`. */
export function indexLabel({ t }: Translator, reading: ScreeningReading, index: ZIndex): string {
  const label = t(`assessment.index.${index}`);
  return isSwollenIndex(reading, index) ? `${label}, ${t('assessment.includes-swelling')}` : label;
}

/** A figure with the remark about oedema: `15.13 (includes swelling)`. */
export function withSwelling({ t }: Translator, figure: string): string {
  return `${figure} (${t('assessment.includes-swelling')})`;
}

/** BMI as text with two decimals and the remark about oedema; null when unknown. */
export function bmiText(translator: Translator, reading: ScreeningReading): string | null {
  if (reading.bmi === undefined) return null;
  const bmi = translator.number(reading.bmi, { decimals: 2 });
  return reading.includesSwelling ? withSwelling(translator, bmi) : bmi;
}

/** A measurement as text: at least one decimal, otherwise as typed. */
export function measureText({ number }: Translator, value: number): string {
  return Number.isInteger(value * 10) ? number(value, { decimals: 1 }) : number(value);
}

/** The words of the MUAC banner, for a red or yellow band only. */
export function muacBannerWords(
  translator: Translator,
  band: Exclude<MuacBand, 'green'>,
  muac: number,
  child: Named,
  isNormalOtherwise: boolean,
): { title: string; text: string } {
  const { t, number } = translator;
  const inCm = muacFromMillimetres(muac);
  if (inCm !== null) {
    const figures = { muac: number(muac), cm: number(inCm, { decimals: 1 }), sex: child.gender };
    return {
      title: muacBadge(translator, band, muac),
      text: t('assessment.banner.muac-text-millimetres', figures),
    };
  }
  const who = { name: child.firstName, sex: child.gender, muac: measureText(translator, muac) };
  const action =
    band === 'red' ? t('assessment.action.report', who) : t('assessment.action.urge-visit', who);
  const key: MessageKey =
    band === 'red' && isNormalOtherwise
      ? 'assessment.banner.muac-text-alone.red'
      : `assessment.banner.muac-text.${band}`;
  return {
    title: t(`assessment.banner.muac.${band}`),
    text: t(key, { ...who, action }),
  };
}

/** A stored MUAC as text: "10.8"; a figure in millimetres is never written as centimetres. */
export function muacFigure(translator: Translator, muac: number): string {
  return muacFromMillimetres(muac) === null
    ? measureText(translator, muac)
    : translator.t('assessment.muac-figure.millimetres', { muac: translator.number(muac) });
}
