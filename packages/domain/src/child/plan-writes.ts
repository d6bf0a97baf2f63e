import { sameContent } from '../base/canonical.ts';
import { withoutFields } from '../base/optional.ts';
import type { Child, Screening } from '../fields/entities.ts';
import { withAssessment, withSummary } from '../fields/records.ts';
import { assessStored } from '../screening/assess-stored.ts';
import { classify } from '../screening/classify.ts';
import { hasCopyOnly, keepingCopy } from '../screening/copied-figures.ts';
import { isFirstScreening } from '../screening/order.ts';
import { saysSomething, storedAssessment } from '../screening/told.ts';
import { summariseChild } from './summarise-child.ts';

/**
 * The writes that one action requires: the screenings whose content changes, and the child with its
 * summary. Pure; the caller stores them.
 */
export interface PlannedWrites {
  readonly screenings: readonly Screening[];
  readonly child: Child;
}

/**
 * Returns the screening with its previous assessment in `told`, unless an older one is kept there:
 * what the family was told stays readable after any reassessment.
 */
export function keepingTold(before: Screening, after: Screening): Screening {
  if (before.told !== undefined) return { ...after, told: before.told };
  // Nothing is written of a record that stays as it is.
  if (hasCopyOnly(before)) return sameContent(before, after) ? after : keepingCopy(before, after);
  const told = storedAssessment(before);
  const { zScore, status, actions } = storedAssessment(after);
  const isTheSame = sameContent(
    { zScore: told.zScore, status: told.status, actions: told.actions },
    { zScore, status, actions },
  );
  return isTheSame || !saysSomething(told) ? after : { ...after, told };
}

/**
 * The screening with class and actions recalculated from its figures and all the child's
 * screenings.
 */
function classifiedAgain(screening: Screening, all: readonly Screening[]): Screening {
  const { zScore, muac, monthAge } = screening;
  const isFirst = isFirstScreening(screening, all);
  const { status, actions } = classify({ ageMonths: monthAge ?? null, zScore, muac }, isFirst);
  return {
    ...withoutFields(screening, ['status', 'actions']),
    ...(status === undefined ? {} : { status }),
    actions: [...actions],
  };
}

/** Applies `keepingTold` to each screening; `before` holds the previous versions, matched by id. */
function keepingAllTold(
  before: readonly Screening[],
  after: readonly Screening[],
): readonly Screening[] {
  const byId = new Map(before.map((screening) => [screening._id, screening]));
  return after.map((screening) => {
    const known = byId.get(screening._id);
    return known === undefined ? screening : keepingTold(known, screening);
  });
}

function changedFrom(before: readonly Screening[], after: readonly Screening[]): Screening[] {
  const byId = new Map(before.map((screening) => [screening._id, screening]));
  return after.filter((screening) => {
    const known = byId.get(screening._id);
    return known === undefined || !sameContent(known, screening);
  });
}

function writesFor(
  child: Child,
  before: readonly Screening[],
  assessed: readonly Screening[],
): PlannedWrites {
  const after = keepingAllTold(before, assessed);
  return {
    screenings: changedFrom(before, after),
    child: withSummary(child, summariseChild(child, after)),
  };
}

/**
 * The writes for a screening that was added or edited: the screening itself, other screenings whose
 * class or actions change because another screening is now the first, and the child's summary.
 * `screenings` are the stored ones; they may contain the old version of the edited screening.
 */
export function planScreeningSave(
  child: Child,
  screenings: readonly Screening[],
  screening: Screening,
): PlannedWrites {
  const all = [...screenings.filter(({ _id }) => _id !== screening._id), screening];
  const after = all.map((each) => classifiedAgain(each, all));
  const plan = writesFor(child, screenings, after);
  const saved =
    plan.screenings.find(({ _id }) => _id === screening._id) ??
    after.find(({ _id }) => _id === screening._id) ??
    screening;
  const others = plan.screenings.filter(({ _id }) => _id !== screening._id);
  // A saved screening is written even when it equals the stored one: the person was told "saved".
  return { screenings: [saved, ...others], child: plan.child };
}

/**
 * The writes for a removed screening: other screenings whose class changes, and the child's
 * summary.
 */
export function planScreeningRemoval(
  child: Child,
  screenings: readonly Screening[],
  screeningId: string,
): PlannedWrites {
  const left = screenings.filter(({ _id }) => _id !== screeningId);
  return writesFor(
    child,
    left,
    left.map((screening) => classifiedAgain(screening, left)),
  );
}

/** Whether a changed birth date or sex requires every screening to be reassessed. */
function isAssessedAnew(child: Child, next: Child): boolean {
  return (
    child.birthDate !== next.birthDate ||
    child.birthDateEstimated !== next.birthDateEstimated ||
    child.gender !== next.gender
  );
}

/**
 * The writes for an edited child. When its birth date or sex changes, every screening is reassessed
 * (one with an age override keeps its age); otherwise only the child is written.
 */
export function planChildEdit(
  child: Child,
  next: Child,
  screenings: readonly Screening[],
): PlannedWrites {
  const after = isAssessedAnew(child, next)
    ? screenings.map((screening) => ({
        ...withAssessment(screening, assessStored(screening, next, screenings)),
        gender: next.gender,
      }))
    : screenings;
  return writesFor(next, screenings, after);
}

/**
 * The writes for an action that adds several records of one child at once. `next` is the new
 * version of the child, `incoming` its new and changed screenings. Incoming screenings are
 * assessed; all screenings are when birth date or sex change. The others keep their figures, and
 * their class is updated when another screening becomes the first.
 */
export function planTogether(
  before: { readonly child: Child | null; readonly screenings: readonly Screening[] },
  next: Child,
  incoming: readonly Screening[],
): PlannedWrites {
  const { child, screenings } = before;
  const brought = new Set(incoming.map(({ _id }) => _id));
  const all = [...screenings.filter(({ _id }) => !brought.has(_id)), ...incoming];
  const isEachAssessed = child !== null && isAssessedAnew(child, next);
  const after = all.map((screening) =>
    isEachAssessed || brought.has(screening._id)
      ? {
          ...withAssessment(screening, assessStored(screening, next, all)),
          gender: next.gender,
        }
      : classifiedAgain(screening, all),
  );
  return writesFor(next, screenings, after);
}
