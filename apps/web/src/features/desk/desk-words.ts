import {
  addMonths,
  type DeskChoice,
  type DeskList,
  FORMER_VOLUNTEER,
  type IsoDate,
  type SaidTexts,
  type StandingMarkSign,
  saidIn,
} from '@crece/domain';
import type { Translator } from '@crece/messages';
import {
  type DeskFigures,
  FUNNEL_STEPS,
  INDICATOR_BASES,
  INDICATORS,
  type Indicator,
  type IndicatorBase,
  NEEDS,
  type Need,
  needTimeOf,
} from '@crece/reports/desk';

import type { HttpError } from '../../api/http.ts';
import { failureText } from '../../shared/words/failure-words.ts';

type Words = Pick<Translator, 't' | 'date' | 'number' | 'language'> & {
  /** The programme's own words for what it hands out. */
  readonly supplements?: SaidTexts;
};

/** The name of somebody who screened, as the desk's figures and lists name them. */
export function screenerText({ t }: Pick<Words, 't'>, name: string): string {
  if (name === FORMER_VOLUNTEER) return t('common.former');
  return name === '' ? t('desk.quality.no-name') : name;
}

/** Why an overview or a list of it could not be loaded. */
export function deskFailure(t: Translator['t'], failure: HttpError): string {
  return failure.status === 429 ? t('desk.busy') : failureText(t, failure);
}

/** A share in per cent: `6.9%`, in Spanish `6,9 %`. */
export function percentText({ t, number }: Words, value: number): string {
  return t('desk.percent', { value: number(value, { decimals: 1 }) });
}

/** A calendar month with name and year, from `2026-12` or a day of it. */
export function monthText({ date }: Words, month: string): string {
  return date(`${month.slice(0, 7)}-01`, 'month');
}

/** The short name of a month, for an axis: `Dec`. */
export function shortMonth({ date }: Words, month: string): string {
  return date(`${month.slice(0, 7)}-01`, 'day')
    .replace(/\d+/g, '')
    .replace(/^\s*de\s+|\.|^\s+|\s+$/g, '');
}

/** The children's ages: `6 to 23 months`. */
export function ageGroupText({ t }: Pick<Words, 't'>, ages: DeskChoice['ages']): string {
  return t(`desk.ages.${ages}`);
}

/** The supplement to order: SAM and MAM are the words in both languages. */
export function needWord({ t, language, supplements = {} }: Words, need: Need): string {
  return saidIn(supplements[need], language) ?? t(`desk.need.${need}`);
}

export function shortNeed({ t }: Words, need: Need): string {
  return need === 'sup' || need === 'mic' ? t(`desk.need-short.${need}`) : need;
}

export function signText({ t }: Words, sign: StandingMarkSign): string {
  return t(`desk.sign.${sign}`);
}

const isIndicator = (text: string): text is Indicator =>
  (INDICATORS as readonly string[]).includes(text);
const isBase = (text: string): text is IndicatorBase =>
  (INDICATOR_BASES as readonly string[]).includes(text);
const isNeed = (text: string): text is Need => (NEEDS as readonly string[]).includes(text);

/** The supplement that a list names for each child; null for a list that names none. */
export function needText(words: Words, list: DeskList, need: Need | null): string | null {
  if (list === 'supplement-under-6') return words.t('desk.order.ask-clinic');
  return need === null || needTimeOf(list) === null ? null : needWord(words, need);
}

/** The month of a list of supplements, and what a column of them is called. */
export function needColumn(words: Words, list: DeskList, today: IsoDate): string {
  const time = needTimeOf(list) ?? 0;
  if (time === 0) return words.t('desk.file.need');
  return words.t('desk.file.need-of', { month: monthText(words, addMonths(today, time)) });
}

function needTitle(words: Words, [, need = '', time = '']: readonly string[], today: IsoDate) {
  if (!isNeed(need) && need !== 'any') return null;
  const month =
    time === '0' ? words.t('desk.order.today') : monthText(words, addMonths(today, Number(time)));
  const name = need === 'any' ? words.t('desk.order.kind') : needWord(words, need);
  return words.t('desk.list-need', { need: name, month });
}

/** The title of a list: what its children have in common. */
export function listTitle(
  words: Words,
  list: DeskList,
  { today, choice }: Pick<DeskFigures, 'today' | 'choice'>,
): string {
  const { t } = words;
  const [kind = '', ...rest] = list.split('-');
  const name = rest.join('-');
  if (kind === 'need') return needTitle(words, list.split('-'), today) ?? '';
  if (kind === 'month') {
    const first = `${today.slice(0, 7)}-01`;
    return t('desk.list-month', { month: monthText(words, addMonths(first, -Number(name))) });
  }
  if (kind === 'is' && isIndicator(name)) return t(`desk.indicator.${name}`);
  if ((kind === 'known' || kind === 'missing' || kind === 'flagged') && isBase(name)) {
    return t(`desk.list-${kind}`, { base: t(`desk.base.${name}`) });
  }
  if (name.startsWith('digit-')) {
    return t('desk.list-digit', { measure: kind, digit: name.slice('digit-'.length) });
  }
  const step = FUNNEL_STEPS.find((each) => each === kind);
  if (step !== undefined) {
    return t(`desk.list-${step}`, { months: choice.months, sign: name });
  }
  if (list === 'covered' || list === 'not-covered') {
    return t(`desk.list.${list}`, { months: choice.months });
  }
  return isPlain(list) ? t(`desk.list.${list}`) : '';
}

/** The lists whose title is a sentence of its own. */
const PLAIN = [
  'under-five',
  'new',
  'never',
  'unassessed',
  'red',
  'amber',
  'green',
  'age-unknown',
  'swelling',
  'severe',
  'severe-under-6',
  'muac-red',
  'muac-yellow',
  'muac-millimetres',
  'muac-only',
  'refer',
  'refer-infant',
  'hand-over',
  'referral-open',
  'referral-seen',
  'referral-admitted',
  'referral-not-found',
  'referral-refused',
  'referral-died',
  'late',
  'late-long',
  'supplement-under-6',
  'flagged',
  'height-missing',
  'weight-missing',
  'swelling-not-looked',
  'uncounted',
  'hand-out',
  'hand-out-at-risk',
  'hand-out-ever-low',
  'hand-out-lapsed',
  'ordered-only',
] as const satisfies readonly DeskList[];

function isPlain(list: DeskList): list is (typeof PLAIN)[number] {
  return (PLAIN as readonly DeskList[]).includes(list);
}
