import type { MuacBand, StatusColor } from '../entities.ts';
import type { AcuteEvidence } from './acute-evidence.ts';
import type { MeasureDoubt } from './usable-measures.ts';

/** What a screening is told by before anything else; `none` where nothing could be assessed. */
export type LeadingSign =
  | 'swelling'
  | 'severe'
  | 'muac-red'
  | 'moderate'
  | 'muac-yellow'
  | 'red'
  | 'yellow'
  /** A stored figure that is no child's: nothing green is drawn until it was measured again. */
  | 'measure-again'
  | 'green'
  | 'none';

export type MarkColour = 'red' | 'amber' | 'green' | 'grey';

/** The mark of a screening: its sign chooses shape and word, its colour is never milder than the status. */
export interface ScreeningMark {
  readonly sign: LeadingSign;
  readonly colour: MarkColour;
}

/** What of a reading decides its mark. */
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

/** A MUAC in millimetres ranks as its tenth; what is no child's figure at all leaves nothing green. */
function leavesNoGreen({ cause }: MeasureDoubt): boolean {
  return cause === 'implausible';
}

/**
 * The one place that turns an assessment into a mark and a colour. The worst sign leads: swelling,
 * severe, red MUAC, moderate, yellow MUAC, red, yellow, green. A child low for age with a yellow MUAC
 * is marked by its arm, in red.
 */
export function screeningMark(source: MarkSource): ScreeningMark {
  const row = SIGNS.find(({ holds }) => holds(source));
  if (row === undefined) return { sign: 'none', colour: 'grey' };
  const { sign, colour } = row;
  return { sign, colour: source.statusColor === 'redZoneZscore' ? 'red' : colour };
}

/** How bad a mark is: higher is worse, 0 is "nothing assessed". */
export function markSeverity({ sign }: ScreeningMark): number {
  const place = SIGNS.findIndex((row) => row.sign === sign);
  return place === -1 ? 0 : SIGNS.length - place;
}

/** Whether a screening sends the child to a clinic today: swelling, severe evidence or a red MUAC. */
export function isRefer({ sign }: ScreeningMark): boolean {
  return sign === 'swelling' || sign === 'severe' || sign === 'muac-red';
}

/** The signs that stand above the status and take the place of its word. */
export function leadsStatus({ sign }: ScreeningMark): boolean {
  return (
    sign === 'swelling' || sign === 'muac-red' || sign === 'muac-yellow' || sign === 'measure-again'
  );
}
