import {
  dayOfAge,
  type Hero,
  type HeroLine,
  type HeroOrder,
  LIMITS,
  MAX_AGE_MONTHS,
  type MeasureDoubt,
  muacFromMillimetres,
  type PraiseDoubt,
  type StandingSign,
} from '@crece/domain';
import type { Translator } from '@crece/messages';
import { outcomeWords } from './outcome-words.ts';
import type { ChildFacts, ScreeningFacts } from './screening-facts.ts';
import { isPlainBeneath } from './status-words.ts';
import { measureText, muacBannerWords, verdictOf, zText } from './verdict-words.ts';

/** The headline of a child in words. */
export interface HeroWords {
  readonly title: string;
  /** What to do, in the largest words after the title; null when nothing is urgent. */
  readonly order: string | null;
  /** A sentence beneath it; null where title and order say everything. */
  readonly text: string | null;
  /** What is milder, in the order of `hero.milder`. */
  readonly milder: readonly string[];
}

/** "Referred on 22 Nov for weight for height −3.52: not measured today". */
function referralWords(
  translator: Translator,
  { sign, shown, near, state, isFutureDated }: StandingSign,
  { newest, today }: ChildFacts,
): string {
  const { t, shortDate } = translator;
  const figure = (value: number | null) => {
    if (value === null) return '';
    return sign === 'whz' ? zText(translator, value) : measureText(translator, value);
  };
  // Day and figure are of one screening: the last that shows the sign, not the first.
  const params = { sign, value: figure(shown.figure), date: shortDate(shown.date, today) };
  if (isFutureDated) return t('assessment.hero.future', params);
  if (near !== null) return t('assessment.hero.near', { ...params, now: figure(near.figure) });
  if (state === 'lapsed') return t('assessment.hero.lapsed', params);
  const isToday = newest?.screening.surveyDate === today;
  return t(isToday ? 'assessment.hero.not-measured-today' : 'assessment.hero.not-measured', params);
}

function doubtWords(translator: Translator, doubts: readonly MeasureDoubt[], name: string): string {
  return doubts
    .filter(({ cause }) => cause === 'implausible')
    .map(({ measure, value }) =>
      translator.t('assessment.doubt.implausible', {
        measure,
        value: measureText(translator, value),
        name,
      }),
    )
    .join(' ');
}

function verdictWords(translator: Translator, entry: ScreeningFacts, doubt: PraiseDoubt | null) {
  return verdictOf(translator, entry.reading, entry.child, entry.supplement, doubt);
}

/** MUAC of a screening as text: "MUAC 12.1 cm: moderate". */
function muacWords({ t, number }: Translator, band: 'red' | 'yellow', muac: number): string {
  return muacFromMillimetres(muac) === null
    ? t(`assessment.muac.${band}`, { muac: number(muac, { decimals: 1 }) })
    : t('assessment.muac.millimetres', { muac: number(muac) });
}

/** Normal figures beneath something else: plain text, nothing unmeasured is called normal. */
function plainWords(translator: Translator, { reading, screening }: ScreeningFacts): string {
  const { t } = translator;
  if (reading.evidence.from === 'muac') {
    const muac = measureText(translator, screening.muac ?? 0);
    return t('assessment.sentence.normal-muac-beside', { muac });
  }
  const { ha, wa, wl } = reading.zScore;
  const figures = [wl, ha, wa].filter((z) => z !== null).map((z) => zText(translator, z));
  const words = t('assessment.sentence.normal-beside-muac');
  return figures.length === 0 ? words : `${words} (${figures.join('; ')})`;
}

/** "At risk: Height for age −1.42". */
function withFigure(translator: Translator, finding: string, { figure }: HeroLine): string {
  if (figure === null || figure.index === 'height' || figure.index === 'weight') return finding;
  const { t } = translator;
  const value =
    figure.index === 'muac'
      ? measureText(translator, figure.value)
      : zText(translator, figure.value);
  const written = t('assessment.index-value', {
    index: t(`assessment.index.${figure.index}`),
    value,
  });
  return t('assessment.hero.with-figure', { finding, figure: written });
}

/** A line beneath the headline, or beneath another that takes its place. */
function lineWords(translator: Translator, line: HeroLine, facts: ChildFacts): string {
  const { t } = translator;
  const { newest, child } = facts;
  switch (line.sign) {
    case 'referred':
    case 'date-to-check':
      return line.referral === null
        ? t('assessment.hero.date-to-check')
        : referralWords(translator, line.referral, facts);
    case 'low-weight':
      return t('assessment.hero.low-weight', {
        value: measureText(translator, line.figure?.value ?? 0),
        min: LIMITS.weight.min,
      });
    case 'infant-at-risk':
      return t('assessment.hero.infant-at-risk');
    case 'swelling':
      return t('assessment.hero.feet');
    case 'muac-red':
    case 'muac-yellow':
      return muacWords(
        translator,
        line.sign === 'muac-red' ? 'red' : 'yellow',
        newest?.screening.muac ?? 0,
      );
    case 'measure-again':
      return doubtWords(translator, newest?.reading.doubts ?? [], child.firstName);
    case 'green':
      return newest === null ? '' : plainWords(translator, newest);
    case 'severe':
    case 'moderate':
    case 'red':
    case 'yellow':
      return newest === null
        ? ''
        : withFigure(translator, verdictWords(translator, newest, null).title, line);
    case 'none':
      return t('assessment.title.not-assessed');
    case 'not-screened':
      return t('assessment.title.not-screened');
    case 'graduated':
      return t('assessment.hero.graduated', { name: child.firstName });
    case 'departed':
      return t('assessment.hero.moved-away', { name: child.firstName });
  }
}

/** The lines beneath a headline; a measure that cannot be right is named once. */
export function milderLines({ milder }: Pick<Hero, 'milder'>): readonly HeroLine[] {
  return milder.filter(
    ({ sign }, index) =>
      milder.findIndex((other) => other.sign === sign) === index || sign === 'referred',
  );
}

function orderWords(translator: Translator, { hero, standing }: ChildFacts): string | null {
  if (hero.order === null) return null;
  if (hero.order !== 'answered') return translator.t(`assessment.order.${hero.order}`);
  const outcome = standing.next?.outcome;
  return outcome === undefined ? null : outcomeWords(translator, outcome);
}

/** The title and the sentence of what the newest screening itself shows. */
function ownWords(
  translator: Translator,
  { hero }: ChildFacts,
  entry: ScreeningFacts,
  doubt: PraiseDoubt | null,
): Pick<HeroWords, 'title' | 'text'> {
  const { t } = translator;
  const { child, reading, screening } = entry;
  const { title, sentence } = verdictWords(translator, entry, doubt);
  const { sign, order } = hero;
  if (sign === 'swelling') {
    const isOfToday = order === 'clinic-today';
    const oedema = t('assessment.banner.oedema-text', { name: child.firstName });
    return { title: t('assessment.banner.oedema'), text: isOfToday ? oedema : null };
  }
  if (sign === 'muac-red' || sign === 'muac-yellow') {
    const band = sign === 'muac-red' ? 'red' : 'yellow';
    const isAlone = isPlainBeneath(entry.mark, reading) && reading.evidence.from === 'whz';
    const words = muacBannerWords(translator, band, screening.muac ?? 0, child, isAlone);
    const isOfToday = order === 'clinic-today' || order === 'doctor';
    return { title: words.title, text: isOfToday ? words.text : null };
  }
  if (sign === 'measure-again') {
    const doubts = doubtWords(translator, reading.doubts, child.firstName);
    return { title: t('assessment.sign.measure-again'), text: doubts };
  }
  // The sentence of the status orders something too: beside another order it is left out.
  const said = SENTENCE_WITH[sign];
  return { title, text: sign === 'none' || order === (said ?? null) ? sentence : null };
}

/** The order that the sentence of a status agrees with; the others say what to do by themselves. */
const SENTENCE_WITH: Readonly<Partial<Record<Hero['sign'], HeroOrder>>> = {
  severe: 'clinic-today',
  moderate: 'doctor',
};

const OWN_SIGNS: ReadonlySet<Hero['sign']> = new Set([
  'swelling',
  'severe',
  'muac-red',
  'moderate',
  'muac-yellow',
  'red',
  'yellow',
  'measure-again',
  'green',
  'none',
]);

/** The fifth birthday, by the age that the newest screening used. */
function fifthBirthday({ child, newest }: ChildFacts): string {
  const surveyDate = newest?.screening.surveyDate ?? child.birthDate;
  const found = { ageOverride: newest?.reading.override?.ageMonths };
  return dayOfAge(MAX_AGE_MONTHS, { surveyDate, found }, child);
}

/** The words of a headline that no screening gives. */
function standingWords(
  translator: Translator,
  facts: ChildFacts,
): Pick<HeroWords, 'title' | 'text'> {
  const { t, date } = translator;
  const { hero, child, standing } = facts;
  const who = { name: child.firstName, sex: child.gender };
  const { departure } = standing;
  if (departure !== null) {
    return {
      title: t(
        departure.outcome === 'died' ? 'assessment.hero.died' : 'assessment.hero.moved-away',
        who,
      ),
      text: t('assessment.hero.departed-text', { ...who, date: date(departure.date) }),
    };
  }
  const title = lineWords(translator, hero, facts);
  if (hero.sign === 'graduated') {
    return {
      title,
      text: t('assessment.hero.graduated-text', { ...who, date: date(fifthBirthday(facts)) }),
    };
  }
  if (hero.sign === 'not-screened') {
    return { title, text: t('assessment.sentence.not-screened', who) };
  }
  const isUnread = hero.sign === 'date-to-check' && hero.referral === null;
  return { title, text: isUnread ? t('assessment.hero.date-to-check-text', who) : null };
}

/** The headline of a child in words: what leads, the order for today, and what is milder. */
export function heroWords(
  translator: Translator,
  facts: ChildFacts,
  doubt: PraiseDoubt | null,
): HeroWords {
  const { hero, newest } = facts;
  const isOwn = newest !== null && OWN_SIGNS.has(hero.sign);
  return {
    ...(isOwn ? ownWords(translator, facts, newest, doubt) : standingWords(translator, facts)),
    order: orderWords(translator, facts),
    milder: milderLines(hero).map((line) => lineWords(translator, line, facts)),
  };
}
