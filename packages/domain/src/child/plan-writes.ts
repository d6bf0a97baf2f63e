import type { Child, Screening } from '../entities.ts';
import { sameContent } from '../gate/canonical.ts';
import { withoutFields } from '../optional.ts';
import { withAssessment, withSummary } from '../records.ts';
import { assessStored } from '../screening/assess-stored.ts';
import { classify } from '../screening/classify.ts';
import { isFirstScreening } from '../screening/order.ts';
import { saysSomething, storedAssessment } from '../screening/told.ts';
import { summariseChild } from './summarise-child.ts';

/**
 * What one act of a person has to write: the screenings whose content changes, and the child with
 * its summary. Pure; the store writes it.
 */
export interface PlannedWrites {
  readonly screenings: readonly Screening[];
  readonly child: Child;
}

/**
 * The screening with the assessment that was told before it in `told`, unless one is kept there: what a
 * family heard stays readable, whoever writes the assessment anew.
 */
export function keepingTold(before: Screening, after: Screening): Screening {
  if (before.told !== undefined) return { ...after, told: before.told };
  const told = storedAssessment(before);
  const { zScore, status, actions } = storedAssessment(after);
  const isTheSame = sameContent(
    { zScore: told.zScore, status: told.status, actions: told.actions },
    { zScore, status, actions },
  );
  return isTheSame || !saysSomething(told) ? after : { ...after, told };
}

/** The screening with class and actions as its figures give them among all the child's screenings. */
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

/** Screenings as they were, by id, so that what was told can be kept. */
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
 * The writes of a screening that was added or edited: itself, those other screenings whose class or
 * actions change because "first" has moved, and the child's summary. `screenings` are the stored
 * ones, the old form of the edited screening among them or not.
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
  // What the person saved is written even when it equals what is stored: they were told "saved".
  return { screenings: [saved, ...others], child: plan.child };
}

/** The writes of a removed screening: the others whose class changes, and the child's summary. */
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

/** Whether every screening has to be assessed again: by another birth date, or for the other sex. */
function isAssessedAnew(child: Child, next: Child): boolean {
  return (
    child.birthDate !== next.birthDate ||
    child.birthDateEstimated !== next.birthDateEstimated ||
    child.gender !== next.gender
  );
}

/**
 * The writes of an edited child. When its birth date or sex changes, every screening is assessed
 * again (one with an age override keeps its age); otherwise only the child is written.
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
 * The writes of an act that brings several records of one child at once: `next` is the child as it is to
 * be, `incoming` its new and changed screenings. Those are assessed, all of them when birth date or sex
 * change; the others keep their figures, and their class follows where "first" has moved.
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
