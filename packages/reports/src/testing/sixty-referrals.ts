import {
  addDays,
  type Child,
  type ClinicAnswer,
  type ReferralOutcome,
  type Screening,
} from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { monthsAgo, TODAY } from './records.ts';

/**
 * Sixty histories of referrals, and what became of each, worked out by hand from the rules. Days count
 * back from today.
 *
 * A visit is written `S40`: swelling, 40 days ago; `W` weight for height, `A` a red MUAC of 11.2 (or
 * `A=11.4@20`); `ok` looked at, weighed and measured, and well; `s`, `w`, `a` one of them alone is well;
 * `n` nothing was measured. After a visit stands `:seen38`, the programme's result of that day,
 * `+seen38@Coban`, a clinic's answer, or `!seen38`, a struck one. `died5` and `moved-away5` are said of
 * the child; `|` begins the visits of its second record.
 *
 * What became of it: signs, since, result, day, whose word, place, days, lost; behind `/` the day of
 * arrival, and `admitted`.
 */
const TABLE = `
nobody-says-40          20 S40                            = S 40 - - - - - lost
nobody-says-13          20 S13                            = S 13 - - - - - -
nobody-says-14          20 S14                            = S 14 - - - - - lost
nobody-says-arm-14      20 A14                            = A 14 - - - - - lost
nobody-says-arm-13      20 A13                            = A 13 - - - - - -
nobody-says-weight      20 W15                            = W 15 - - - - - lost
seen                    20 S40:seen38                     = S 40 seen 38 programme - 2 - / 38
admitted                20 S40:admitted33                 = S 40 admitted 33 programme - 7 - / 33 admitted
not-found               20 S40:not-found39                = S 40 not-found 39 programme - 1 -
refused                 20 S40:refused40                  = S 40 refused 40 programme - 0 -
clinic-seen             20 S40+seen37@Coban               = S 40 seen 37 clinic Coban 3 - / 37
clinic-admitted         20 A40+admitted37                 = A 40 admitted 37 clinic - 3 - / 37 admitted
clinic-died             20 S40+died30                     = S 40 died 30 clinic - 10 - / 30
clinic-did-not-come     20 S40+not-found35                = S 40 not-found 35 clinic - 5 -
clinic-refused          20 W40+refused35                  = W 40 refused 35 clinic - 5 -
struck                  20 S40!seen37                     = S 40 - - - - - lost
struck-and-another      20 S40!seen37+admitted36          = S 40 admitted 36 clinic - 4 - / 36 admitted
clinic-contradicts      20 S40:not-found38+seen36@Coban   = S 40 seen 36 clinic;programme:not-found38 Coban 4 - / 36
programme-contradicts   20 S40:seen36+not-found38         = S 40 seen 36 programme;clinic:not-found38 - 4 - / 36
one-day-shorter         20 S40:not-found36+admitted36     = S 40 not-found 36 programme;clinic:admitted36 - 4 -
one-day-equal           20 S40:refused36+seen36           = S 40 seen 36 clinic;programme:refused36 - 4 - / 36
seen-then-admitted      20 S40:seen38+admitted30@Coban    = S 40 admitted 30 clinic;programme:seen38 Coban 10 - / 38 admitted
admitted-then-refused   20 S40+admitted38:refused30       = S 40 refused 30 programme;clinic:admitted38 - 10 -
dated-ahead             20 S5+seen-2                      = S 5 - - - - - -
dated-tomorrow          20 S5+seen-1                      = S 5 seen -1 clinic - 6 - / -1
well-again              20 S40 ok10                       = S 40 - - - - - -
well-after-seen         20 S40:seen38 ok10                = S 40 seen 38 programme - 2 - / 38
one-of-two-well         20 SA40 a10                       = SA 40 - - - - - lost
both-well-in-turn       20 SA40 s10 a5                    = SA 40 - - - - - -
another-sign-joins      20 S40 A30                        = SA 40 - - - - - lost
two-referrals           20 S60 ok40 A20                   = S 60 - - - - - - & A 20 - - - - - lost
two-with-answers        20 S60:seen58 ok40 S20+admitted18 = S 60 seen 58 programme - 2 - / 58 & S 20 admitted 18 clinic - 2 - / 18 admitted
second-is-young         20 S60:seen58 ok40 S10            = S 60 seen 58 programme - 2 - / 58 & S 10 - - - - - -
shown-again-after-seen  20 S40:seen38 S20                 = S 40 seen 38 programme - 2 - / 38
answered-at-second-show 20 S40 S20+seen15                 = S 40 seen 15 clinic - 25 - / 15
nothing-measured-since  20 S40 n10                        = S 40 - - - - - lost
too-near-to-tell        20 A=11.4@20 a=11.6@15            = A 20 - - - - - lost
near-but-8-days         20 A=11.4@20 a=11.6@12            = A 20 - - - - - -
near-but-half-a-cm      20 A=11.4@20 a=11.9@15            = A 20 - - - - - -
lapsed                  20 S200 n10                       = S 200 - - - - - lost
died                    20 S40 died5                      = S 40 died 5 programme - 35 -
moved-away              20 S40 moved-away30               = S 40 moved-away 30 programme - 10 -
died-in-hospital        20 S40+admitted38 died5           = S 40 died 5 programme;clinic:admitted38 - 35 - / 38 admitted
is-here-all-the-same    20 S40 n10 died20                 = S 40 - - - - - lost
died-when-well          20 S40 ok30 died5                 = S 40 - - - - - -
died-as-result          20 S40:died35                     = S 40 died 35 programme - 5 -
past-five-seen          62 S40:seen38                     = S 40 seen 38 programme - 2 - / 38
past-five-clinic        62 S40+seen38                     = S 40 seen 38 clinic - 2 - / 38
past-five-nothing       62 S40                            = S 40 - - - - - lost
past-six                73 S40                            = S 40 - - - - - -
baby                    4  W20                            = W 20 - - - - - lost
arm-in-millimetres      20 A=112@20                       = A 20 - - - - - lost
thirteen-months-ago     20 S400                           =
twelve-months-ago       20 S380                           = S 380 - - - - - lost
dated-to-come           20 S-5                            = S -5 - - - - - -
well-on-a-day-to-come   20 S40 ok-5                       = S 40 - - - - - lost
registered-twice        20 S40 | ok10                     = S 40 - - - - - -
twice-both-referred     20 S40:seen38 | A30               = SA 40 seen 38 programme - 2 - / 38
never-shown             20 ok40 n10                       =
well-then-referred      20 ok40 SA16                      = SA 16 - - - - - lost
`;

/** One referral, as it was worked out by hand. */
export interface ExpectedReferral {
  readonly signs: string;
  readonly since: string;
  readonly outcome: string | null;
  readonly day: string | null;
  /** `clinic;programme:not-found 2026-05-08`: whose word counts, and who says something else. */
  readonly by: string | null;
  readonly place: string | null;
  readonly days: number | null;
  readonly isLost: boolean;
  readonly arrivedOn: string | null;
  readonly isAdmitted: boolean;
}

export interface ReferralHistory {
  readonly name: string;
  readonly documents: readonly (Child | Screening)[];
  readonly expected: readonly ExpectedReferral[];
}

const ago = (days: string): string => addDays(TODAY, -Number(days));
const given = (text: string): string | null => (text === '-' ? null : text);

function expectedOf(text: string): ExpectedReferral {
  const [row = '', arrival = ''] = text.split(' / ');
  const [signs = '', since = '', outcome = '', day = '', by = '', place = '', days = '', lost] = row
    .trim()
    .split(' ');
  const [arrived, admitted] = arrival.trim().split(' ');
  return {
    signs,
    since: ago(since),
    outcome: given(outcome),
    day: day === '-' ? null : ago(day),
    by: given(by.replace(/(\d+)$/, (_, count: string) => ` ${ago(count)}`)),
    place: given(place),
    days: days === '-' ? null : Number(days),
    isLost: lost === 'lost',
    arrivedOn: arrived === undefined || arrived === '' ? null : ago(arrived),
    isAdmitted: admitted === 'admitted',
  };
}

const WELL = { height: 78, weight: 10 };
const NOTHING = { zScore: { ha: 0, wa: 0, wl: 0, haStatus: null, waStatus: null, wlStatus: null } };
const OF_VISIT: Readonly<Record<string, Partial<Screening>>> = {
  S: { oedema: true },
  W: { zScore: { ...NOTHING.zScore, wl: -3.4 } },
  A: { muac: 11.2 },
  SA: { oedema: true, muac: 11.2 },
  ok: { ...WELL, muac: 14, oedema: false },
  s: { oedema: false },
  w: WELL,
  a: { muac: 14 },
  n: {},
};

const VISIT = /^([SWA]+|ok|[swan])(?:=([\d.]+)@)?(-?\d+)(.*)$/;
const WORD = /([:+!])([a-z-]*[a-z])(-?\d+)(?:@(\w+))?/g;

function visitOf(text: string, owner: string, at: number): Screening {
  const [, what = '', muac, days = '', words = ''] = VISIT.exec(text) ?? [];
  const { height: _h, weight: _w, muac: _m, status: _s, monthAge: _a, ...bare } = aScreening();
  const visit: Screening = {
    ...bare,
    ...NOTHING,
    actions: [],
    _id: `scr_${owner}_${at}`,
    owner,
    surveyDate: ago(days),
    ...OF_VISIT[what],
    ...(muac === undefined ? {} : { muac: Number(muac) }),
  };
  const clinicAnswers: ClinicAnswer[] = [];
  for (const [, mark, word = '', day = '', place] of words.matchAll(WORD)) {
    if (mark === ':') {
      visit.referralOutcome = word as ReferralOutcome;
      visit.referralDate = ago(day);
    } else {
      clinicAnswers.push({
        outcome: word as ClinicAnswer['outcome'],
        day: ago(day),
        ...(place === undefined ? {} : { place }),
        ...(mark === '!' ? { struck: true } : {}),
      });
    }
  }
  return clinicAnswers.length === 0 ? visit : { ...visit, clinicAnswers };
}

function lineOf(line: string, place: number): ReferralHistory {
  const [history = '', rows = ''] = line.split(/ =(?: |$)/);
  const [name = '', age = '', ...words] = history.trim().split(/ +/);
  const documents: (Child | Screening)[] = [];
  const records = words.join(' ').split(' | ');
  const ids = records.map((_, at) => `chld_coban_stake_gtm_17468784${place + 10}00${at}_0a1b2c`);
  for (const [at, record] of records.entries()) {
    const _id = ids[at] ?? '';
    const visits = record.split(' ');
    const departure = /^(died|moved-away)(\d+)$/.exec(visits.at(-1) ?? '');
    documents.push(
      aChild({
        ...{ _id, firstName: name, birthDate: monthsAgo(Number(age)) },
        ...(departure === null
          ? {}
          : { departure: departure[1] as 'died', departureDate: ago(departure[2] ?? '') }),
        ...(at === 0 ? {} : { sameAs: [{ id: ids[0] ?? '', decided: 1 }] }),
      }),
    );
    for (const [index, visit] of visits.entries()) {
      if (VISIT.test(visit)) documents.push(visitOf(visit, _id, index));
    }
  }
  const expected = rows.trim() === '' ? [] : rows.split(' & ').map(expectedOf);
  return { name, documents, expected };
}

/** See `TABLE`. */
export const SIXTY_REFERRALS: readonly ReferralHistory[] = TABLE.trim().split('\n').map(lineOf);
