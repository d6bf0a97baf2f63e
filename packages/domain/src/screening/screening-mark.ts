import type { MuacBand, StatusColor } from '../fields/entities.ts';
import type { AcuteEvidence } from './acute-evidence.ts';
import type { MeasureDoubt } from './usable-measures.ts';

/** The finding that a screening shows first; `none` when nothing could be assessed. */
export type LeadingSign =
  | 'swelling'
  | 'severe'
  | 'muac-red'
  | 'moderate'
  | 'muac-yellow'
  | 'red'
  | 'yellow'
  /** An implausible stored figure: the mark is not green until it is measured again. */
  | 'measure-again'
  | 'green'
  | 'none';

export type MarkColour = 'red' | 'amber' | 'green' | 'grey';

/**
 * The mark of a screening: its sign determines shape and word; its colour is never milder than the
 * status.
 */
export interface ScreeningMark {
  readonly sign: LeadingSign;
  readonly colour: MarkColour;
}

/** The values of a reading that determine its mark. */
export interface MarkSource {
  readonly evidence: AcuteEvidence;
  readonly includesSwelling: boolean;
  readonly doubts: readonly MeasureDoubt[];
  readonly muacBand?: MuacBand | undefined;
  readonly statusColor?: StatusColor | undefined;
}

interface SignRow extends ScreeningMark {
  readonly holds: (source: MarkSource) => boolean;
}

/** The signs of a screening, the worst first. */
const SIGNS: readonly SignRow[] = [
  { sign: 'swelling', colour: 'red', holds: ({ includesSwelling }) => includesSwelling },
  { sign: 'severe', colour: 'red', holds: ({ evidence }) => evidence.level === 'severe' },
  { sign: 'muac-red', colour: 'red', holds: ({ muacBand }) => muacBand === 'red' },
  { sign: 'moderate', colour: 'red', holds: ({ evidence }) => evidence.level === 'moderate' },
  { sign: 'muac-yellow', colour: 'amber', holds: ({ muacBand }) => muacBand === 'yellow' },
  { sign: 'red', colour: 'red', holds: ({ statusColor }) => statusColor === 'redZoneZscore' },
  {
    sign: 'yellow',
    colour: 'amber',
    holds: ({ statusColor }) => statusColor === 'marginalZscore',
  },
  { sign: 'measure-again', colour: 'grey', holds: ({ doubts }) => doubts.some(leavesNoGreen) },
  { sign: 'green', colour: 'green', holds: ({ statusColor }) => statusColor === 'normalZscore' },
];

/**
 * Whether a doubt prevents green. A MUAC in millimetres does not: it is rated as a tenth of its
 * value.
 */
function leavesNoGreen({ cause }: MeasureDoubt): boolean {
  return cause === 'implausible';
}

/**
 * Turns an assessment into a mark and a colour; all screens use this function. The worst sign
 * leads: oedema, severe, red MUAC, moderate, yellow MUAC, red, yellow, green. A child with low HAZ
 * or WAZ and a yellow MUAC shows the MUAC sign, in red.
 */
export function screeningMark(source: MarkSource): ScreeningMark {
  const row = SIGNS.find(({ holds }) => holds(source));
  if (row === undefined) return { sign: 'none', colour: 'grey' };
  const { sign, colour } = row;
  return { sign, colour: source.statusColor === 'redZoneZscore' ? 'red' : colour };
}

/** Severity of a mark: higher is worse, 0 is "nothing assessed". */
export function markSeverity({ sign }: Pick<ScreeningMark, 'sign'>): number {
  const place = SIGNS.findIndex((row) => row.sign === sign);
  return place === -1 ? 0 : SIGNS.length - place;
}

/** Whether the child must go to a clinic today: oedema, severe evidence or a red MUAC. */
export function isRefer({ sign }: Pick<ScreeningMark, 'sign'>): boolean {
  return sign === 'swelling' || sign === 'severe' || sign === 'muac-red';
}

/** Whether a sign ranks above the status and replaces its word. */
export function leadsStatus({ sign }: ScreeningMark): boolean {
  return (
    sign === 'swelling' || sign === 'muac-red' || sign === 'muac-yellow' || sign === 'measure-again'
  );
}
