import { ACUTE_ONLY_FROM_MONTHS, UNDER_SIX_MONTHS, Z_LINES } from '../base/limits.ts';
import type { ActionCode, ScreeningClass } from '../fields/entities.ts';
import type { MeasuredFacts } from './acute-evidence.ts';
import { type StatusOutcome, statusOf } from './status-table.ts';
import { anyBelow, type ZFigures } from './stored-z-scores.ts';

/** Class of one screening, and the codes of the messages for the family. */
export interface Classification {
  readonly status?: ScreeningClass;
  readonly actions: readonly ActionCode[];
}

/** The input of a line in the class table. */
interface ClassCase extends MeasuredFacts {
  readonly isFirst: boolean;
  readonly outcome: StatusOutcome;
}

type Band = 'red' | 'orange' | 'green';

const CLASS_OF_BAND: Readonly<Record<Band, ScreeningClass>> = {
  red: 'RED_CHILD',
  orange: 'ORANGE_CHILD',
  green: 'GREEN_CHILD',
};

const FIRST_ACTIONS: Readonly<Record<Band, readonly ActionCode[]>> = {
  red: ['RED_START', 'RED_ENROLL', 'RED_INCLUDE'],
  orange: ['ORANGE_ENROLL', 'ORANGE_ENCOURAGE'],
  green: ['GREEN_TELL'],
};

const LATER_ACTIONS: Readonly<Record<Band, readonly ActionCode[]>> = {
  red: ['PRIOR_RED_CONTINUE', 'PRIOR_RED_REVIEW', 'PRIOR_RED_LESSONS', 'PRIOR_RED_NEXT'],
  orange: ['PRIOR_ORANGE_ENROLL', 'PRIOR_ORANGE_ENCOURAGE'],
  green: ['PRIOR_GREEN_TELL'],
};

const SEVERE_ACTIONS: readonly ActionCode[] = [
  'SEVERE_REPORT',
  'SEVERE_VERIFY',
  'SEVERE_REVIEW',
  'SEVERE_WEIGH',
  'SEVERE_PROVIDE',
];

const MODERATE_ACTIONS: readonly ActionCode[] = [
  'MODERATE_PROVIDE',
  'MODERATE_ENCOURAGE',
  'MODERATE_REVIEW',
  'MODERATE_WEIGH',
];

function bandOf(zScore: ZFigures): Band {
  if (anyBelow(zScore, Z_LINES.moderate)) return 'red';
  return anyBelow(zScore, Z_LINES.marginal) ? 'orange' : 'green';
}

function isUnderSix({ ageMonths }: MeasuredFacts): boolean {
  return ageMonths !== null && ageMonths < UNDER_SIX_MONTHS;
}

/** Whether only acute malnutrition decides: from 48 months, or when only MUAC is known. */
function isAcuteAlone({ ageMonths, outcome }: ClassCase): boolean {
  return (
    (ageMonths !== null && ageMonths >= ACUTE_ONLY_FROM_MONTHS) || outcome.evidence.from === 'muac'
  );
}

const UNDER_SIX: Classification = {
  status: 'UNDER_6_MONTHS',
  actions: ['UNDER_6_REEVALUATE'],
};

interface ClassRow {
  readonly holds: (screening: ClassCase) => boolean;
  readonly gives: (screening: ClassCase) => Classification;
}

function isUnassessed({ outcome }: ClassCase): boolean {
  return outcome.zscoreStatus === undefined;
}

/** Class and actions; the first matching line applies. */
const CLASS_TABLE: readonly ClassRow[] = [
  {
    holds: (screening) => isUnassessed(screening) && isUnderSix(screening),
    gives: () => UNDER_SIX,
  },
  { holds: isUnassessed, gives: () => ({ actions: [] }) },
  {
    holds: (screening) => isAcuteAlone(screening) && screening.outcome.evidence.level === 'severe',
    gives: () => ({ status: 'SEVERE_ACUTE', actions: SEVERE_ACTIONS }),
  },
  {
    holds: (screening) =>
      isAcuteAlone(screening) && screening.outcome.evidence.level === 'moderate',
    gives: () => ({ status: 'MODERATE_ACUTE_CHILD', actions: MODERATE_ACTIONS }),
  },
  { holds: (screening) => !screening.isFirst && isUnderSix(screening), gives: () => UNDER_SIX },
  {
    holds: (screening) => screening.isFirst && isUnderSix(screening),
    gives: ({ zScore }) => {
      const band = bandOf(zScore);
      const told = FIRST_ACTIONS[band].filter((code) => code !== 'RED_START');
      return { status: CLASS_OF_BAND[band], actions: [...told, 'UNDER_6_REEVALUATE'] };
    },
  },
  {
    holds: () => true,
    gives: ({ zScore, isFirst }) => {
      const band = bandOf(zScore);
      const actions = (isFirst ? FIRST_ACTIONS : LATER_ACTIONS)[band];
      return { status: CLASS_OF_BAND[band], actions };
    },
  },
];

/** The action that an acute WHZ adds under 48 months, in addition to the table's. */
const ADDED_ACTIONS: Readonly<
  Record<'severe' | 'moderate', { front: readonly ActionCode[]; end: readonly ActionCode[] }>
> = {
  severe: {
    front: ['SEVERE_REPORT', 'SEVERE_VERIFY'],
    end: ['RESCREEN_ONE_MONTH', 'REVIEW_HEALTH_LESSONS'],
  },
  moderate: { front: ['MODERATE_ENCOURAGE'], end: ['RESCREEN_ONE_MONTH'] },
};

function withAddedActions(
  actions: readonly ActionCode[],
  { ageMonths, outcome: { evidence } }: ClassCase,
): readonly ActionCode[] {
  const isAdded =
    ageMonths !== null && ageMonths < ACUTE_ONLY_FROM_MONTHS && evidence.from === 'whz';
  if (!isAdded || (evidence.level !== 'severe' && evidence.level !== 'moderate')) return actions;
  const { front, end } = ADDED_ACTIONS[evidence.level];
  return [...front, ...actions, ...end];
}

/**
 * Class and actions of one screening. A girl's first screening at 14 months with HAZ −2.94 is
 * RED_CHILD with RED_START, RED_ENROLL, RED_INCLUDE.
 */
export function classify(
  facts: MeasuredFacts,
  isFirst: boolean,
  outcome: StatusOutcome = statusOf(facts),
): Classification {
  const screening: ClassCase = { ...facts, isFirst, outcome };
  const row = CLASS_TABLE.find((line) => line.holds(screening));
  const { status, actions } = row?.gives(screening) ?? { actions: [] };
  const told = withAddedActions(actions, screening);
  return status === undefined ? { actions: told } : { status, actions: told };
}
