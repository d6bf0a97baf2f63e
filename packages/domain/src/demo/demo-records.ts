import { canonical } from '../base/canonical.ts';
import { newId } from '../base/ids.ts';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { Child, IsoDate, Mother, MotherKind, Screening, Stored } from '../fields/entities.ts';
import { PROVENANCE_NAMES } from '../gate/provenance.ts';
import { checkMother, EMPTY_MOTHER_DRAFT } from '../mother/check-mother.ts';
import { demoChild } from './demo-child.ts';
import { type DemoUnit, demoUnit, provenanceOf } from './demo-unit.ts';
import { type ChildPlan, ordinaryPlan, SHOWCASE } from './plans.ts';
import type { Random } from './random.ts';

export interface DemoOptions {
  /** Database of the unit: names of people and times follow its country. */
  stakeDB: string;
  today: IsoDate;
  /** Another seed gives other people; the showcase stays complete. */
  seed?: number;
  /** The first 30 children are the showcase, which covers everything that a screen can show. */
  children?: number;
}

/** Invented records, ready to be stored: complete, canonical, with ids of the unit. */
export interface DemoRecords {
  children: readonly Child[];
  screenings: readonly Screening[];
  mothers: readonly Mother[];
  wards: readonly string[];
}

const SEED = 20_250_510;
const CHILDREN = 60;

/** Months from today to the expected or actual birth date, and to the registration. */
const MOTHERS: readonly { kind: MotherKind; months: number; registered: number }[] = [
  { kind: 'pregnant', months: 8, registered: 0 },
  { kind: 'pregnant', months: 5, registered: -1 },
  { kind: 'pregnant', months: 2, registered: -4 },
  { kind: 'pregnant', months: 1, registered: -3 },
  // One who has delivered and is still listed, and one who has left the list.
  { kind: 'pregnant', months: -1, registered: -5 },
  { kind: 'pregnant', months: -5, registered: -9 },
  { kind: 'nursing', months: -1, registered: 0 },
  { kind: 'nursing', months: -2, registered: -1 },
  { kind: 'nursing', months: -4, registered: -2 },
  { kind: 'nursing', months: -5, registered: -4 },
  // A child too old for the list.
  { kind: 'nursing', months: -9, registered: -8 },
];

function demoMother(
  { kind, months, registered }: (typeof MOTHERS)[number],
  unit: DemoUnit,
): Mother {
  const { random, people, stakeDB, today } = unit;
  const day = addDays(addMonths(today, registered), -2);
  const { firstName, lastName } = unit.family('Girl');
  const date = addDays(addMonths(today, months), -random.whole(3, 12));
  const checked = checkMother(
    {
      ...EMPTY_MOTHER_DRAFT,
      firstName,
      lastName,
      memberStatus: random.pick(['Yes', 'No', 'Unknown']),
      deliveryDate: kind === 'pregnant' ? date : '',
      childsBirthDate: kind === 'nursing' ? date : '',
      ward: random.pick(people.wards),
      phone: `555-${String(random.whole(0, 9999)).padStart(4, '0')}`,
    },
    kind,
    day,
  );
  if (!checked.ok) throw new Error(`a mother is refused: ${checked.issues[0]?.code}`);
  const instant = unit.instantOn(day, 'registration');
  const interviewer = unit.interviewer();
  return {
    _id: newId('mthr', stakeDB, instant, random.next),
    ...checked.value,
    interviewer,
    ...provenanceOf(instant, interviewer),
  };
}

/**
 * The showcase first, with birthdays and screenings spread over a few days; then ordinary children.
 */
function planOf(index: number, random: Random): ChildPlan {
  const plan = SHOWCASE[index];
  if (plan === undefined) return ordinaryPlan(random);
  return {
    ...plan,
    age: plan.age + random.between(0, 0.5),
    lastScreeningDaysAgo: plan.lastScreeningDaysAgo + random.whole(0, 12),
  };
}

/** The record as a first write stores it: sorted keys, and every field stamped with revision 1. */
function stored<T extends Stored>(record: T): T {
  const unstamped: readonly string[] = ['_id', ...PROVENANCE_NAMES];
  const fields = Object.keys(record).filter((name) => !unstamped.includes(name));
  return canonical({ ...record, stamp: Object.fromEntries(fields.map((name) => [name, 1])) });
}

/**
 * An invented unit for development, the gallery, tests and the demonstration: children with
 * changing growth and gaps, every status, colour, supplement and mark, and pregnant and nursing
 * mothers. The same options give the same records, ids included.
 */
export function demoRecords(options: DemoOptions): DemoRecords {
  const { stakeDB, today, seed = SEED, children: count = CHILDREN } = options;
  const unit = demoUnit(seed, stakeDB, today);
  const made = Array.from({ length: count }, (_, index) =>
    demoChild(planOf(index, unit.random), unit),
  );
  return {
    children: made.map(({ child }) => stored(child)),
    screenings: made.flatMap(({ screenings }) => screenings.map(stored)),
    mothers: MOTHERS.map((mother) => stored(demoMother(mother, unit))),
    wards: unit.people.wards,
  };
}
