import { type IsoDate, MUAC_FROM_MONTHS, type SaidTexts, saidIn } from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { ChildRow } from '@crece/storage';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/status-mark.tsx';
import type { RowAlert } from '../screenings/record-state.ts';
import { timePast, wordSourceOf } from '../screenings/row-words.ts';
import { muacBadge, signWord, statusWord } from '../screenings/status-words.ts';
import type { RowView } from './child-row-view.ts';

/** The leading sign (null: the status leads) and the status of a row's newest screening. */
export function resultWords(
  translator: Translator,
  { newest, mark, departed, entries, ageMonths }: RowView,
): { sign: string | null; status: string } {
  const { t } = translator;
  if (departed !== null) {
    return { sign: null, status: t(departed === 'died' ? 'children.died' : 'children.moved-away') };
  }
  if (newest === undefined && mark.sign !== 'date-to-check') {
    const status = t(entries === 'all' ? 'assessment.word.not-screened' : 'arrival.visits');
    return { sign: null, status };
  }
  const sign = signWord(translator, mark, newest?.muac);
  if (newest === undefined) return { sign: null, status: sign ?? '' };
  // What was measured instead says nothing of the sign that is open: no "normal" beside it.
  if (mark.sign === 'not-measured-again') return { sign: null, status: sign ?? '' };
  // A row without a result says what to do. When another sign leads, it says only that there is no
  // result.
  const isUnassessed = newest.zscoreStatus === undefined && sign === null;
  const isInfant = ageMonths !== null && ageMonths < MUAC_FROM_MONTHS;
  const status = isUnassessed
    ? t(isInfant ? 'children.not-assessed-infant' : 'children.not-assessed')
    : statusWord(translator, mark, wordSourceOf(newest));
  return { sign, status };
}

/** The age today, `brief` as a list shows it. */
export function ageWords(
  { t, age }: Translator,
  { ageMonths, isAboutAge }: Pick<RowView, 'ageMonths' | 'isAboutAge'>,
  brief?: 'brief',
): string {
  if (ageMonths === null) return t('children.age-unknown');
  const text = age(ageMonths, brief);
  return isAboutAge ? t('common.about-age', { age: text }) : text;
}

/** When the child was last screened, short enough for the side of a row. */
export function lastWords({ t, date }: Translator, view: RowView, today: IsoDate): string {
  const { lastScreening, entries } = view;
  if (lastScreening === null) return t(entries === 'all' ? 'common.never' : 'arrival.last');
  const past = timePast(lastScreening, today);
  if ('count' in past) return t(`children.ago.${past.unit}`, { count: past.count });
  return past.unit === 'today' ? t('common.today') : date(lastScreening, 'day');
}

export interface RowBadge {
  look: 'status' | 'brand' | 'line';
  tone?: Tone;
  icon: IconName;
  full: string;
  /** For a phone, where five rows are to be visible. */
  short: string;
}

const ALERT_ICONS = {
  task: 'split',
  removed: 'remove',
  refused: 'warning',
  unread: 'warning',
  moving: 'exit',
} as const;

/** What calls for attention beside the result, the most urgent first. */
export function rowBadges(
  translator: Translator,
  view: RowView,
  alert: RowAlert | undefined,
  supplements: SaidTexts = {},
): readonly RowBadge[] {
  const { t } = translator;
  const { muacBadge: muac, supplement } = view;
  const badges: RowBadge[] = [];
  if (view.mark.isReferred) {
    const full = t('children.referred');
    badges.push({ look: 'status', tone: 'red', icon: 'doctor', full, short: full });
  }
  const note = (icon: IconName, full: string, short = full) =>
    badges.push({ look: 'line', icon, full, short });
  if (muac !== null) {
    const full = muacBadge(translator, muac.band, muac.muac);
    const tone = muac.band === 'red' ? 'red' : 'amber';
    badges.push({ look: 'status', tone, icon: 'tape', full, short: full });
  }
  if (supplement !== null) {
    const own = saidIn(supplements[supplement], translator.language);
    badges.push({
      look: 'brand',
      icon: supplement === 'mic' ? 'pill' : 'bowl',
      full: own ?? t(`children.supplement.${supplement}`),
      short: own ?? t(`children.short.${supplement}`),
    });
  }
  if (view.isOverdue) note('calendar', t('children.overdue'), t('children.short.overdue'));
  if (view.dateToCheck && view.mark.sign !== 'date-to-check') {
    note('calendar', t('children.date-to-check'));
  }
  if (view.isWorkedOutAnew) note('info', t('assessment.anew-badge'));
  if (view.isConfirmed) note('info', t('assessment.confirmed-badge'));
  if (view.entries === 'some') note('down', t('arrival.more'));
  if (alert !== undefined) note(ALERT_ICONS[alert], t(`children.alert.${alert}`));
  return badges;
}

/** The texts of a row. */
export interface RowWords {
  sign: string | null;
  status: string;
  ageAndSex: string;
  /** Mother, and on a wide window the ward; empty without them. */
  family: string;
  last: string;
  badges: readonly RowBadge[];
  /** The whole row as a screen reader says it. */
  spoken: string;
}

export function rowWords(
  translator: Translator,
  row: ChildRow,
  view: RowView,
  {
    today,
    alert,
    isWide,
    supplements,
  }: {
    today: IsoDate;
    alert: RowAlert | undefined;
    isWide: boolean;
    /** The programme's own words for what it hands out. */
    supplements?: SaidTexts;
  },
): RowWords {
  const { t, ago } = translator;
  const { lastScreening } = view;
  const { sign, status } = resultWords(translator, view);
  const sex = t(`children.sex.${row.gender}`);
  const family = [row.mother, isWide ? row.ward : undefined].filter((each) => each !== undefined);
  const last = lastWords(translator, view, today);
  const badges = rowBadges(translator, view, alert, supplements);
  const spoken = [
    `${row.firstName} ${row.lastName}`,
    row.pending ? `${t('children.only-on-device')},` : '',
    t('children.last-screening'),
    lastScreening === null ? last : ago(lastScreening, today),
    sign ?? '',
    status,
    `${ageWords(translator, view)} · ${sex}`,
    row.mother === undefined ? '' : t('children.mother'),
    ...family,
    ...badges.map(({ full }) => full),
  ];
  return {
    sign,
    status,
    ageAndSex: `${ageWords(translator, view, 'brief')}, ${sex}`,
    family: family.join(' · '),
    last,
    badges,
    spoken: spoken.filter((each) => each !== '').join(' '),
  };
}
