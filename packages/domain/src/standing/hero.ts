import { LIMITS, MUAC_LINES, UNDER_SIX_MONTHS, Z_LINES } from '../base/limits.ts';
import type { IsoDate } from '../fields/entities.ts';
import {
  type LeadingSign,
  type MarkColour,
  type MarkSource,
  markSeverity,
  screeningMark,
} from '../screening/screening-mark.ts';
import type { StatusReason } from '../screening/status-table.ts';
import type { ZFigures, ZIndex } from '../screening/stored-z-scores.ts';
import type { Standing, StandingSign } from './standing.ts';
import { LOW_WEIGHT_SEVERITY, leadingSignOf, standingMark } from './standing-mark.ts';

/** What the headline of a child says: the finding that leads, or a line beneath it. */
export type HeroSign =
  | LeadingSign
  /** A sign that was referred and is not shown by the newest screening. */
  | 'referred'
  /** A weight below the form's limits that was kept. */
  | 'low-weight'
  | 'infant-at-risk'
  /** Every screening is dated after tomorrow. */
  | 'date-to-check'
  | 'not-screened'
  | 'graduated'
  | 'departed';

/** What has to be done for the child, the most urgent first. */
export const HERO_ORDERS = [
  'clinic-today',
  /** Past the fifth birthday: the clinic takes over. */
  'hand-over',
  'health-worker-today',
  /** An outcome is known: what follows it. */
  'answered',
  'health-worker-week',
  'measure-now',
  'doctor',
] as const;
export type HeroOrder = (typeof HERO_ORDERS)[number];

/** The figure that decided, with its line, and its day where it is not of the newest screening. */
export interface HeroFigure {
  readonly index: ZIndex | 'muac' | 'height' | 'weight';
  readonly value: number;
  /** The line below which it decides; null for a figure that cannot be right. */
  readonly line: number | null;
  readonly date: IsoDate | null;
}

/** A finding in the headline. */
export interface HeroLine {
  readonly sign: HeroSign;
  readonly colour: MarkColour;
  readonly figure: HeroFigure | null;
  /** For `referred` and `date-to-check`: the open sign. */
  readonly referral: StandingSign | null;
}

/**
 * The headline of a child: the leading finding with its full colour and figure, the one order, and
 * what is milder as lines beneath, never redder and without an order.
 */
export interface Hero extends HeroLine {
  /** Null when nothing is urgent: then the sentence of the status tells what to do. */
  readonly order: HeroOrder | null;
  readonly milder: readonly HeroLine[];
}

/** What of the newest screening a headline is made from, as it is read. */
export interface HeroSource extends MarkSource {
  readonly zScore: ZFigures;
  readonly reason: StatusReason;
  /** MUAC as stored. */
  readonly muac?: number | undefined;
}

interface Finding extends HeroLine {
  /** The worse, the higher. */
  readonly rank: number;
}

const COLOURS: readonly MarkColour[] = ['grey', 'green', 'amber', 'red'];
const rednessOf = (colour: MarkColour): number => COLOURS.indexOf(colour);

function notRedder(colour: MarkColour, than: MarkColour): MarkColour {
  if (rednessOf(colour) > rednessOf(than)) return than;
  // Green beneath anything else would weaken it.
  return colour === 'green' ? 'grey' : colour;
}

const figureOf = (
  index: HeroFigure['index'],
  value: number | null | undefined,
  line: number | null,
  date: IsoDate | null = null,
): HeroFigure | null =>
  value === null || value === undefined ? null : { index, value, line, date };

/** The lowest figure that made the rule of the status hold. */
function decidingFigure({ reason }: HeroSource): HeroFigure | null {
  const lowest = [...reason.facts].sort((a, b) => a.value - b.value)[0];
  return lowest === undefined ? null : figureOf(lowest.index, lowest.value, lowest.line);
}

function own(sign: LeadingSign, colour: MarkColour, figure: HeroFigure | null): Finding {
  return { sign, colour, figure, referral: null, rank: markSeverity({ sign }) };
}

function statusFinding(source: HeroSource): Finding {
  const figure = decidingFigure(source);
  const { level } = source.evidence;
  if (level === 'severe' || level === 'moderate') return own(level, 'red', figure);
  if (source.statusColor === 'redZoneZscore') return own('red', 'red', figure);
  if (source.statusColor === 'marginalZscore') return own('yellow', 'amber', figure);
  return source.statusColor === 'normalZscore'
    ? own('green', 'green', figure)
    : own('none', 'grey', null);
}

/** Every finding of one screening. */
function findingsOf(source: HeroSource): readonly Finding[] {
  const { includesSwelling, muacBand, evidence, muac, doubts } = source;
  const findings: Finding[] = [];
  if (includesSwelling) findings.push(own('swelling', 'red', null));
  // Where MUAC is itself the evidence, the status says it.
  const isBeside = evidence.from !== 'muac';
  if (isBeside && muacBand === 'red') {
    findings.push(own('muac-red', 'red', figureOf('muac', muac, MUAC_LINES.severe)));
  }
  if (isBeside && muacBand === 'yellow') {
    findings.push(own('muac-yellow', 'amber', figureOf('muac', muac, MUAC_LINES.moderate)));
  }
  for (const { cause, measure, value } of doubts) {
    if (cause !== 'implausible') continue;
    findings.push(own('measure-again', 'grey', figureOf(measure, value, null)));
  }
  findings.push(statusFinding(source));
  // The colour of what leads is the redder of its own and the status's.
  const { sign, colour } = screeningMark(source);
  return findings.map((each) => (each.sign === sign ? { ...each, colour } : each));
}

/** A referral that is answered or lapsed is less urgent than whatever has to go to a clinic today. */
const WAITING_RANK = LOW_WEIGHT_SEVERITY;

function referredFindings(
  { referral }: Standing,
  colour: MarkColour,
  hasNewest: boolean,
): readonly Finding[] {
  const open = referral?.signs.filter(({ isShownByNewest }) => !isShownByNewest) ?? [];
  return open.map((sign) => {
    const isInRefer = sign.state === 'refer';
    const index = sign.sign === 'muac' ? 'muac' : 'wl';
    const line = index === 'muac' ? MUAC_LINES.severe : Z_LINES.severe;
    // Of a sign shown now and an equally grave one of before, the one shown now leads.
    const rank = markSeverity({ sign: leadingSignOf(sign) }) - 0.1;
    return {
      sign: hasNewest || !sign.isFutureDated ? 'referred' : 'date-to-check',
      colour: isInRefer ? 'red' : colour,
      figure: figureOf(index, sign.shown.figure, line, sign.shown.date),
      referral: sign,
      rank: isInRefer ? rank : Math.min(rank, WAITING_RANK),
    };
  });
}

const ABOVE_STATUS = markSeverity({ sign: 'yellow' }) + 0.5;

/** Findings that neither a mark nor a referral says. */
function standingFindings(
  { lowWeight, isInfantAtRisk }: Standing,
  colour: MarkColour,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (lowWeight !== null) {
    const figure = figureOf('weight', lowWeight.weight, LIMITS.weight.min, lowWeight.date);
    findings.push({
      sign: 'low-weight',
      colour: 'red',
      figure,
      referral: null,
      rank: WAITING_RANK,
    });
  }
  // A red or amber status says it already, with its figure.
  if (isInfantAtRisk && colour !== 'red' && colour !== 'amber') {
    findings.push({
      sign: 'infant-at-risk',
      colour: 'amber',
      figure: null,
      referral: null,
      rank: ABOVE_STATUS,
    });
  }
  return findings;
}

const plain = (sign: HeroSign, rank = 0): Finding => ({
  sign,
  colour: 'grey',
  figure: null,
  referral: null,
  rank,
});

/** The one order of a child today; null when none is urgent. */
function orderOf(standing: Standing, source: HeroSource | null): HeroOrder | null {
  const { section, next, isOverdue, isInfantAtRisk, ageMonths } = standing;
  if (section === 'closed') return 'answered';
  if (standing.isGraduate) return next === null ? null : 'hand-over';
  if (section === 'refer') {
    return next?.reason === 'low-weight' ? 'health-worker-today' : 'clinic-today';
  }
  const isInfantToday = ageMonths !== null && ageMonths < UNDER_SIX_MONTHS;
  if (isInfantAtRisk && (isInfantToday || !isOverdue)) return 'health-worker-week';
  if (isOverdue || source === null) return 'measure-now';
  const { sign } = screeningMark(source);
  const isAcute = markSeverity({ sign }) >= markSeverity({ sign: 'muac-yellow' });
  return isAcute ? 'doctor' : null;
}

/**
 * The headline of a child from its standing and its newest screening. `isScreened`: there is a
 * screening, even if it is dated after tomorrow.
 */
export function hero(standing: Standing, source: HeroSource | null, isScreened: boolean): Hero {
  if (standing.departure !== null) return { ...plain('departed'), order: null, milder: [] };
  const order = orderOf(standing, source);
  if (standing.isGraduate && order === null) {
    return { ...plain('graduated'), order, milder: [] };
  }
  const shown = source === null ? null : screeningMark(source);
  const { colour } = standingMark(shown, { referral: standing.referral });
  const unread = plain(isScreened ? 'date-to-check' : 'not-screened');
  const findings: readonly Finding[] = [
    ...(source === null ? [unread] : findingsOf(source)),
    ...referredFindings(standing, colour, source !== null),
    ...standingFindings(standing, colour),
  ];
  const [first = unread, ...others] = [...findings].sort((a, b) => b.rank - a.rank);
  return {
    ...lineOf(first, first.colour),
    order,
    milder: others
      .filter((each) => each.sign !== 'none' && each !== unread)
      .map((each) => lineOf(each, notRedder(each.colour, first.colour))),
  };
}

function lineOf({ sign, figure, referral }: Finding, colour: MarkColour): HeroLine {
  return { sign, colour, figure, referral };
}
