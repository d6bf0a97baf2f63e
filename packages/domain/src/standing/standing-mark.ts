import {
  type LeadingSign,
  type MarkColour,
  markSeverity,
  type ScreeningMark,
} from '../screening/screening-mark.ts';
import type { OpenSign } from './open-signs.ts';
import type { ReferSign } from './refer-signs.ts';

/**
 * The sign of a child: that of its newest screening, a kept weight below the form's limits, or that an
 * open referral hides its green.
 */
export type StandingMarkSign = LeadingSign | 'low-weight' | 'not-measured-again' | 'date-to-check';

/** The mark of a child in rows, headlines, cards and print. */
export interface StandingMark {
  readonly sign: StandingMarkSign;
  readonly colour: MarkColour;
  /** A referral is open that the newest screening does not show: the badge "Referred". */
  readonly isReferred: boolean;
}

const SIGN_OF: Readonly<Record<ReferSign, LeadingSign>> = {
  swelling: 'swelling',
  whz: 'severe',
  muac: 'muac-red',
};

/** The sign under which a screening shows a sign of the referral. */
export function leadingSignOf({ sign }: Pick<OpenSign, 'sign'>): LeadingSign {
  return SIGN_OF[sign];
}

/** What decides a mark of an open referral: its signs, the worst first. */
export interface MarkedReferral {
  readonly referral: {
    readonly signs: readonly Pick<OpenSign, 'sign' | 'isShownByNewest'>[];
  } | null;
  /** A weight below the form's limits that was kept and not measured again. */
  readonly lowWeight?: object | null;
}

/** Below what has to go to a clinic today: a health worker sees the child. */
export const LOW_WEIGHT_SEVERITY = markSeverity({ sign: 'muac-red' }) - 0.5;

/**
 * The mark of a child: that of its newest screening, but never green while a referral is open; red
 * and amber ones stay, with the badge. A kept weight below the limits leads whatever is milder.
 * `mark` is null without a screening that counts.
 */
export function standingMark(
  mark: ScreeningMark | null,
  { referral, lowWeight }: MarkedReferral,
): StandingMark {
  const isReferred = referral?.signs.some((sign) => !sign.isShownByNewest) ?? false;
  const isLight = lowWeight && (mark === null || markSeverity(mark) < LOW_WEIGHT_SEVERITY);
  if (isLight && !isReferred) return { sign: 'low-weight', colour: 'red', isReferred };
  if (mark === null) {
    const sign = isReferred ? 'date-to-check' : 'none';
    return { sign, colour: isReferred ? 'red' : 'grey', isReferred };
  }
  const isHidden = isReferred && (mark.colour === 'green' || mark.sign === 'none');
  return isHidden
    ? { sign: 'not-measured-again', colour: 'grey', isReferred }
    : { ...mark, isReferred };
}

/** How grave a child's standing is: the worse of its newest screening and its open referral. */
export function standingSeverity(
  mark: Pick<ScreeningMark, 'sign'> | null,
  { referral, lowWeight }: MarkedReferral,
): number {
  const [first] = referral?.signs ?? [];
  const open = first === undefined ? 0 : markSeverity({ sign: leadingSignOf(first) });
  return Math.max(
    mark === null ? 0 : markSeverity(mark),
    open,
    lowWeight ? LOW_WEIGHT_SEVERITY : 0,
  );
}
