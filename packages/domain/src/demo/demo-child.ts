import { newId } from '../base/ids.ts';
import { MAX_AGE_MONTHS, MUAC_FROM_MONTHS, STANDING_FROM_MONTHS } from '../base/limits.ts';
import { checkChild, EMPTY_CHILD_DRAFT } from '../child/check-child.ts';
import { planScreeningSave } from '../child/plan-writes.ts';
import { ageOn } from '../dates/age.ts';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { Checked, Child, IsoDate, Screening, Sex } from '../fields/entities.ts';
import { assessScreening } from '../screening/assess-screening.ts';
import { emptyScreeningDraft, type ScreeningDraft } from '../screening/screening-draft.ts';
import { type DemoUnit, provenanceOf } from './demo-unit.ts';
import { heightAtZ, muacAtZ, weightAtZ } from './measures.ts';
import type { ChildPlan } from './plans.ts';

/** Days of an average month. */
const MONTH_DAYS = 30.4375;
/** Age of the first demo screening: families do not bring a child in its first days. */
const FIRST_VISIT_DAYS = 12;
/** Standing height is this much less than lying length of the same child (WHO). */
const STANDING_LOSS_CM = 0.7;

/** The values of the previous screening that limit this one. */
interface Before {
  height: number;
  ageMonths: number;
}

/**
 * Minimum height: children do not shrink, but a child's first standing height is 0.7 cm less than
 * its lying length.
 */
function leastHeight({ height, ageMonths: ageBefore }: Before, ageMonths: number): number {
  const stands = ageMonths >= STANDING_FROM_MONTHS && ageBefore < STANDING_FROM_MONTHS;
  return Math.round((stands ? height - STANDING_LOSS_CM : height) * 10) / 10;
}

/**
 * Returns the value of a checked form. Demo data must pass the same checks as typed data: a refusal
 * is a bug in the plan, so it throws.
 */
function accepted<T>(checked: Checked<T>, what: string): T {
  if (checked.ok) return checked.value;
  throw new Error(`${what} is refused: ${checked.issues.map(({ code }) => code).join(', ')}`);
}

/** The day that many days ago, but not before the child's first possible screening. */
function dayAgo(days: number, birthDate: IsoDate, today: IsoDate): IsoDate {
  const firstDay = addDays(birthDate, FIRST_VISIT_DAYS);
  const day = addDays(today, -days);
  return day < firstDay ? firstDay : day;
}

/** The days of a child's screenings, oldest first: a few months apart, now and then with a long gap. */
function screeningDays(
  plan: ChildPlan,
  birthDate: IsoDate,
  { random, today }: DemoUnit,
): IsoDate[] {
  const firstDay = addDays(birthDate, FIRST_VISIT_DAYS);
  const lastDay = addMonths(birthDate, MAX_AGE_MONTHS);
  const days: IsoDate[] = [];
  let day = dayAgo(plan.lastScreeningDaysAgo, birthDate, today);
  while (days.length < plan.screenings && day >= firstDay) {
    if (day <= lastDay) days.unshift(day);
    const gap = random.chance(0.12) ? random.whole(240, 330) : random.whole(60, 150);
    day = addDays(day, -gap);
  }
  return days;
}

function newChild(plan: ChildPlan, unit: DemoUnit, sex: Sex): { child: Child; days: IsoDate[] } {
  const { random, people, stakeDB, today } = unit;
  const born = addDays(today, -Math.round(plan.age * MONTH_DAYS));
  const days = screeningDays(plan, born, unit);
  const registered = days[0] ?? dayAgo(plan.lastScreeningDaysAgo, born, today);
  const months = ageOn({ birthDate: born }, registered)?.completedMonths ?? 0;
  const isAgeTyped = plan.isAgeTyped === true && months >= 1;
  const { firstName, lastName, mother, father } = unit.family(sex);
  const fields = accepted(
    checkChild(
      {
        ...EMPTY_CHILD_DRAFT,
        firstName,
        lastName,
        gender: sex,
        birthDate: isAgeTyped ? '' : born,
        ageMonths: isAgeTyped ? String(months) : '',
        memberStatus: random.pick(['Yes', 'Yes', 'No', 'Unknown']),
        mother,
        father: random.chance(0.7) ? father : '',
        ward: random.pick(people.wards),
        phone: random.chance(0.5) ? `555-${String(random.whole(0, 9999)).padStart(4, '0')}` : '',
        idGroup: random.chance(0.3) ? `G${random.whole(1, 9)}` : '',
      },
      registered,
    ),
    'a child',
  );
  const instant = unit.instantOn(registered, 'registration');
  const interviewer = unit.interviewer();
  const child: Child = {
    _id: newId('chld', stakeDB, instant, random.next),
    ...fields,
    interviewer,
    ...provenanceOf(instant, interviewer),
  };
  return { child, days };
}

function measuresOf(
  plan: ChildPlan,
  child: Child,
  ageMonths: number,
  share: number,
  unit: DemoUnit,
  before: Before,
): Pick<ScreeningDraft, 'height' | 'weight' | 'muac'> {
  const isLast = share === 1;
  // Lists and cards show the last screening, so it follows the plan exactly, without random
  // variation.
  const wobble = () => (isLast ? 0 : unit.random.normal() * 0.12);
  const along = ([from, to]: readonly [number, number]) => from + (to - from) * share + wobble();
  const whz = along(plan.whz);
  const muac = isLast && plan.muac !== undefined ? plan.muac : muacAtZ(ageMonths, whz);
  const hasMuac =
    plan.measured === 'muac' || (plan.measured === 'all' && ageMonths >= MUAC_FROM_MONTHS);
  if (plan.measured === 'muac') return { height: '', weight: '', muac: String(muac) };
  const { gender } = child;
  const height = Math.max(
    heightAtZ(gender, ageMonths, along(plan.haz)),
    leastHeight(before, ageMonths),
  );
  const weight = weightAtZ(gender, ageMonths, height, whz);
  return { height: String(height), weight: String(weight), muac: hasMuac ? String(muac) : '' };
}

function draftOf(
  plan: ChildPlan,
  child: Child,
  day: IsoDate,
  share: number,
  unit: DemoUnit,
  before: Before,
): ScreeningDraft {
  const { random, people } = unit;
  const ageMonths = ageOn(child, day)?.ageMonths ?? 0;
  const isLast = share === 1;
  const hasPlan = random.chance(0.6);
  const remark = random.chance(0.2) ? random.pick(people.remarks) : '';
  const measures = measuresOf(plan, child, ageMonths, share, unit, before);
  return {
    ...emptyScreeningDraft(day),
    ...measures,
    comments: isLast ? (plan.comment ?? remark) : remark,
    familyHealthPlan: hasPlan,
    followFamilyHealthPlan: hasPlan && random.chance(0.7),
    visitedDoctor: random.chance(0.3),
    ...(measures.height !== '' && random.chance(0.5)
      ? { measured: ageMonths < STANDING_FROM_MONTHS ? ('lying' as const) : ('standing' as const) }
      : {}),
    ...(isLast && plan.oedema === true ? { oedema: true } : {}),
    zScoreConfirmed: true,
  };
}

/**
 * Builds a child with its screenings by the application's own steps: each form is checked, assessed
 * and saved after the previous one, so that classes, summaries and stored figures agree.
 */
export function demoChild(
  plan: ChildPlan,
  unit: DemoUnit,
): { child: Child; screenings: readonly Screening[] } {
  const { random, stakeDB } = unit;
  const sex: Sex = random.chance(0.5) ? 'Girl' : 'Boy';
  const { child: registered, days } = newChild(plan, unit, sex);
  let child = registered;
  let screenings: readonly Screening[] = [];
  let before: Before = { height: 0, ageMonths: 0 };
  for (const [index, day] of days.entries()) {
    const share = days.length === 1 ? 1 : index / (days.length - 1);
    const draft = draftOf(plan, child, day, share, unit, before);
    const { fields, assessment } = accepted(
      assessScreening(draft, child, screenings, day),
      `a screening at ${day}`,
    );
    const { height = before.height } = fields;
    before = { height, ageMonths: assessment.monthAge ?? before.ageMonths };
    const interviewer = unit.interviewer();
    const instant = unit.instantOn(day, 'screening');
    const screening: Screening = {
      _id: newId('scr', stakeDB, instant, random.next),
      owner: child._id,
      gender: sex,
      ...fields,
      ...assessment,
      interviewer,
      ...provenanceOf(instant, interviewer),
    };
    const saved = planScreeningSave(child, screenings, screening);
    const changed = new Map(saved.screenings.map((each) => [each._id, each]));
    screenings = [...screenings.map((each) => changed.get(each._id) ?? each), screening];
    child = { ...saved.child, updatedAt: instant.toISOString(), updatedBy: interviewer };
  }
  return { child, screenings };
}
