import { timeZoneOfUnit } from '../dates/time-zones.ts';
import type { IsoDate, Provenance, Sex } from '../fields/entities.ts';
import { type InventedPeople, peopleOf } from './people.ts';
import { type Random, randomFrom } from './random.ts';

const MINUTE_MS = 60_000;

/** Version of the rules that the records name; their device id matches no real device. */
const RULES = '1';
const DEVICE = 'demo-records';

/** A unit that is being filled: its people, its clock and its random numbers. */
export interface DemoUnit {
  stakeDB: string;
  today: IsoDate;
  random: Random;
  people: InventedPeople;
  /** An instant in the daytime of the unit's country; registrations come before screenings. */
  instantOn(day: IsoDate, act: 'registration' | 'screening'): Date;
  /** Names of a family that was not used before, as long as unused ones remain. */
  family(sex: Sex): { firstName: string; lastName: string; mother: string; father: string };
  /** One of the unit's screeners. */
  interviewer(): string;
}

/** Hour of UTC at which it is day in a part of the world. */
function dayHour(timeZone: string): number {
  if (timeZone.startsWith('America/')) return 16;
  return timeZone.startsWith('Africa/') || timeZone.startsWith('Indian/') ? 9 : 2;
}

/**
 * Minutes from the day's first hour until each kind of action, and the range over which starts are
 * spread.
 */
const ACTS = { registration: 0, screening: 110 } as const;
const ACT_MINUTES = 100;
/** How often to search for an unused name. */
const NAME_TRIES = 20;

function familiesOf(people: InventedPeople, random: Random): DemoUnit['family'] {
  const borne = new Set<string>();
  const invent = (sex: Sex) => {
    const fathers = random.pick(people.families);
    let mothers = random.pick(people.families);
    while (mothers === fathers) mothers = random.pick(people.families);
    return {
      firstName: random.pick(sex === 'Girl' ? people.girls : people.boys),
      lastName: people.twoFamilyNames ? `${fathers} ${mothers}` : fathers,
      mother: `${random.pick(people.girls)} ${mothers}`,
      father: `${random.pick(people.boys)} ${fathers}`,
    };
  };
  return (sex) => {
    let family = invent(sex);
    const name = () => `${family.firstName} ${family.lastName}`;
    for (let i = 0; i < NAME_TRIES && borne.has(name()); i += 1) family = invent(sex);
    borne.add(name());
    return family;
  };
}

/** Sets up a unit; the same seed and unit give the same people. */
export function demoUnit(seed: number, stakeDB: string, today: IsoDate): DemoUnit {
  const random = randomFrom(seed);
  const people = peopleOf(stakeDB);
  const hour = dayHour(timeZoneOfUnit(stakeDB));
  const family = familiesOf(people, random);
  const screener = (sex: Sex) => {
    const { firstName, lastName } = family(sex);
    return `${firstName} ${lastName}`;
  };
  const screeners = [screener('Girl'), screener('Boy'), screener('Girl')] as const;
  return {
    stakeDB,
    today,
    random,
    people,
    family,
    instantOn: (day, act) => {
      const minutes = hour * 60 + ACTS[act] + random.whole(0, ACT_MINUTES);
      return new Date(Date.parse(day) + minutes * MINUTE_MS);
    },
    interviewer: () => random.pick(screeners),
  };
}

/** Author and time of a record. `stamp` is added once the record is complete. */
export function provenanceOf(instant: Date, author: string): Provenance {
  const at = instant.toISOString();
  return { created: at, updatedAt: at, updatedBy: author, device: DEVICE, rules: RULES };
}
