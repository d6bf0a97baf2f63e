import {
  type IsoDate,
  isRefer,
  MAX_AGE_MONTHS,
  newestScreening,
  plausibleExactMeasures,
  type ReassessedScreening,
  type Sex,
  screeningMark,
} from '@crece/domain';
import { type SurveyPlace, type SurveyPlaces, surveyPlaces } from '@crece/growth/prevalence';
import type { ChildRecords, ReportRecords } from '../base/report-records.ts';
import { entryOf } from '../rows/reported-screenings.ts';

/** A child as counted in a month: by its last screening in it. */
interface CountedChild {
  readonly reading: ReassessedScreening;
  /** By WHO's exact method; null for a child older than the standards. */
  readonly places: SurveyPlaces | null;
  /** Never screened before the month: a child seen weekly in its first month counts once. */
  readonly isFirst: boolean;
  readonly oedema: boolean;
}

interface Figure {
  readonly code: string;
  /** A description for the person who maps the figure. */
  readonly about: string;
  readonly counts: (child: CountedChild) => boolean;
}

type Index = 'HA' | 'WA' | 'WH';

function standsAt(index: Index, ...wanted: readonly SurveyPlace[]) {
  return ({ places }: CountedChild) => places !== null && wanted.includes(places[index]);
}

/** Children with a usable score, those below −2 and those below −3, as in WHO's prevalence. */
function indexFigures(index: Index, known: string, low: string, words: string): readonly Figure[] {
  return [
    {
      code: known,
      about: `Children with a usable ${words} z-score (WHO, exact age)`,
      counts: standsAt(index, 'severe', 'moderate', 'other'),
    },
    {
      code: low,
      about: `… of them below -2, severe ones included`,
      counts: standsAt(index, 'severe', 'moderate'),
    },
    { code: `${low}-severe`, about: '… of them below -3', counts: standsAt(index, 'severe') },
  ];
}

/** Every figure of a month; statuses are the programme's, as on the screens. */
export const DHIS2_FIGURES: readonly Figure[] = [
  {
    code: 'screened',
    about: 'Children screened in the month, each once, by the last screening of the month',
    counts: () => true,
  },
  {
    code: 'screened-first',
    about: '… of them screened for the first time: never before this month',
    counts: ({ isFirst }) => isFirst,
  },
  {
    code: 'status-red',
    about: 'Status red by the rules of the programme',
    counts: ({ reading }) => reading.statusColor === 'redZoneZscore',
  },
  {
    code: 'status-yellow',
    about: 'Status yellow (at risk)',
    counts: ({ reading }) => reading.statusColor === 'marginalZscore',
  },
  {
    code: 'status-green',
    about: 'Status green (normal)',
    counts: ({ reading }) => reading.statusColor === 'normalZscore',
  },
  {
    code: 'not-assessed',
    about: 'Screened, but nothing could be assessed',
    counts: ({ reading }) => reading.statusColor === undefined,
  },
  {
    code: 'sam',
    about: 'Severe acute malnutrition: weight for height below -3, or MUAC where it is not known',
    counts: ({ reading }) => reading.evidence.level === 'severe',
  },
  {
    code: 'mam',
    about: 'Moderate acute malnutrition: weight for height from -3 to below -2, or MUAC',
    counts: ({ reading }) => reading.evidence.level === 'moderate',
  },
  {
    code: 'muac-red',
    about: 'MUAC below 11.5 cm, from 6 months',
    counts: ({ reading }) => reading.muacBand === 'red',
  },
  {
    code: 'muac-yellow',
    about: 'MUAC from 11.5 to below 12.5 cm, from 6 months',
    counts: ({ reading }) => reading.muacBand === 'yellow',
  },
  { code: 'oedema', about: 'Swelling of both feet', counts: ({ oedema }) => oedema },
  {
    code: 'refer',
    about: 'To be referred: severe, MUAC below 11.5 cm or swelling',
    counts: ({ reading }) => isRefer(screeningMark(reading)),
  },
  ...indexFigures('HA', 'haz-known', 'stunted', 'length- or height-for-age'),
  ...indexFigures('WA', 'waz-known', 'underweight', 'weight-for-age'),
  ...indexFigures('WH', 'whz-known', 'wasted', 'weight-for-length or -height'),
  ...(['sup', 'mic', 'MAM', 'SAM'] as const).map((type) => ({
    code: `supplement-${type.toLowerCase()}`,
    about: `The screening called for the supplement "${type}"`,
    counts: ({ reading }: CountedChild) => reading.supType === type,
  })),
];

/**
 * Completed months at the screening, half-open; a child of exactly 60.00 months counts in the last
 * band.
 */
const AGE_BANDS = [
  { name: '0-5', to: 6 },
  { name: '6-23', to: 24 },
  { name: '24-59', to: Number.POSITIVE_INFINITY },
] as const;

const SEX_WORDS = { Girl: 'girls', Boy: 'boys' } as const satisfies Record<Sex, string>;

/** `girls 0-5` … `boys 24-59`: the parts into which a figure may be divided. */
export const DHIS2_PARTS: readonly string[] = Object.values(SEX_WORDS).flatMap((sex) =>
  AGE_BANDS.map(({ name }) => `${sex} ${name}`),
);

/** The figures of a unit in a month: totals and their parts. */
export interface MonthFigures {
  /** `YYYY-MM`. */
  readonly month: string;
  /** By `code`, and by `code` and part (`screened`, `screened girls 0-5`); absent means zero. */
  readonly counts: ReadonlyMap<string, number>;
  /** Children screened before birth or older than 60 months: in no figure. */
  readonly outsideAge: number;
}

export function partKey(code: string, part: string): string {
  return `${code} ${part}`;
}

/**
 * The screening with which a child counts in a month, with its category and age; null: not
 * screened.
 */
function screeningIn(month: string, { screenings }: ChildRecords, today: IsoDate) {
  return newestScreening(
    screenings.filter(({ surveyDate }) => surveyDate.startsWith(`${month}-`)),
    today,
  );
}

/** Counts the children of a unit in a month (`YYYY-MM`), each once. */
export function monthFigures(records: ReportRecords, month: string, today: IsoDate): MonthFigures {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  let outsideAge = 0;
  for (const record of records.children) {
    const screening = screeningIn(month, record, today);
    if (screening === null) continue;
    const { reading, basis } = entryOf(record, screening);
    const { monthAge } = reading;
    const band = AGE_BANDS.find(({ to }) => monthAge !== null && monthAge < to);
    if (band === undefined || monthAge === null || monthAge > MAX_AGE_MONTHS) {
      outsideAge += 1;
      continue;
    }
    const counted = {
      reading,
      places: surveyPlaces(plausibleExactMeasures(basis.screening, basis.child)),
      isFirst: !record.screenings.some(({ surveyDate }) => surveyDate < `${month}-01`),
      oedema: basis.screening.oedema === true,
    };
    for (const { code, counts: holds } of DHIS2_FIGURES) {
      if (!holds(counted)) continue;
      add(code);
      add(partKey(code, `${SEX_WORDS[basis.child.gender]} ${band.name}`));
    }
  }
  return { month, counts, outsideAge };
}
