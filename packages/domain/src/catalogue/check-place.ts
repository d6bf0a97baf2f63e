import { foldText } from '../child/duplicates.ts';
import type { Issue } from '../entities.ts';
import { STAKE_DB_PATTERN } from '../ids.ts';
import { type Country, type Place, testUnitOf, type Unit } from './catalogue.ts';

// The rules of one country and one unit, field by field. A form shows them beside its fields and the
// server refuses by them, both by way of `checkCatalogueChange`.

/** What may be wrong with a field of a country or a unit. */
export type FieldCode =
  | 'place-name-required'
  | 'place-name-length'
  | 'country-name-taken'
  | 'country-code-shape'
  | 'country-code-taken'
  | 'country-flag-required'
  | 'country-image-shape'
  | 'unit-name-taken'
  | 'database-shape'
  | 'database-ending'
  | 'database-reserved'
  | 'database-taken'
  | 'ward-length'
  | 'ward-twice'
  | 'note-length'
  | 'note-required';

/** Longest name of a country, unit or ward, in characters: lists and file names stay readable. */
export const MAX_PLACE_NAME_LENGTH = 100;
/** Longest remark on a unit: every phone loads it. */
export const MAX_PLACE_NOTE_LENGTH = 500;

/** The server's own databases begin with `sys_`; a `test_stake_` unit is its country's alone. */
export const RESERVED_DATABASE = /^(?:sys|test_stake)(?:_|$)/;

type Params = NonNullable<Issue['params']>;

/** One rule: whether a field breaks it, with the figures that the sentence needs. */
interface Rule<Subject, Around> {
  readonly field: keyof Subject & string;
  readonly code: FieldCode;
  readonly broken: (subject: Subject, around: Around) => boolean | Params;
}

/** A country among the others of its list. */
interface AmongCountries {
  readonly others: readonly Country[];
}

/** A unit among the others of the list. */
interface AmongUnits {
  readonly country: Country;
  /** How many units of the country bear this name, case and accents apart, itself among them. */
  readonly bearers: (stakeName: string) => number;
  /** For a new unit: whose its database is already. */
  readonly holder: Place | null;
  /** Whether its database has two entries, and may have. */
  readonly isShared: boolean;
}

const isSameName = (a: string, b: string) => foldText(a) === foldText(b);

function isLonger(text: string, to: number): false | Params {
  return [...text].length > to && { to };
}

const COUNTRY_RULES: readonly Rule<Country, AmongCountries>[] = [
  {
    field: 'flag',
    code: 'country-flag-required',
    broken: ({ flag }) => flag === null || !/^[A-Z]{2}$/.test(flag),
  },
  { field: 'name', code: 'place-name-required', broken: ({ name }) => name === '' },
  {
    field: 'name',
    code: 'place-name-length',
    broken: ({ name }) => isLonger(name, MAX_PLACE_NAME_LENGTH),
  },
  {
    // A route finds a country by its name or code: neither may lead to two.
    field: 'name',
    code: 'country-name-taken',
    broken: ({ name }, { others }) =>
      others.some((other) => isSameName(other.name, name) || isSameName(other.code, name)),
  },
  { field: 'code', code: 'country-code-shape', broken: ({ code }) => !/^[A-Z]{3}$/.test(code) },
  {
    field: 'code',
    code: 'country-code-taken',
    broken: ({ code }, { others }) => {
      const holder = others.find(
        (other) => isSameName(other.code, code) || isSameName(other.name, code),
      );
      return holder !== undefined && { country: holder.name };
    },
  },
  {
    // A file name of older systems, and nothing that a browser could take for an address.
    field: 'image',
    code: 'country-image-shape',
    broken: ({ image }) => !/^[\w.-]{0,100}$/.test(image),
  },
];

const wardNames = ({ wards = [] }: Unit) => wards.map(({ wardName }) => wardName);

const UNIT_RULES: readonly Rule<Unit, AmongUnits>[] = [
  { field: 'stakeName', code: 'place-name-required', broken: ({ stakeName }) => stakeName === '' },
  {
    field: 'stakeName',
    code: 'place-name-length',
    broken: ({ stakeName }) => isLonger(stakeName, MAX_PLACE_NAME_LENGTH),
  },
  {
    field: 'stakeName',
    code: 'unit-name-taken',
    broken: ({ stakeName }, { bearers }) => bearers(stakeName) > 1,
  },
  {
    field: 'stakeDB',
    code: 'database-shape',
    broken: ({ stakeDB }) => !STAKE_DB_PATTERN.test(stakeDB),
  },
  {
    field: 'stakeDB',
    code: 'database-ending',
    broken: ({ stakeDB }, { country }) => {
      const ending = `_${country.code.toLowerCase()}`;
      return !stakeDB.endsWith(ending) && { ending };
    },
  },
  {
    field: 'stakeDB',
    code: 'database-reserved',
    broken: ({ stakeDB }, { country }) =>
      RESERVED_DATABASE.test(stakeDB) && stakeDB !== testUnitOf(country.code),
  },
  {
    field: 'stakeDB',
    code: 'database-taken',
    broken: (_stake, { holder }) =>
      holder !== null && { unit: holder.unit.stakeName, country: holder.country.name },
  },
  {
    field: 'wards',
    code: 'ward-length',
    broken: (unit) => {
      const to = MAX_PLACE_NAME_LENGTH;
      const ward = wardNames(unit).find((name) => isLonger(name, to));
      return ward !== undefined && { ward, to };
    },
  },
  {
    field: 'wards',
    code: 'ward-twice',
    broken: (unit) => {
      const seen = new Set<string>();
      const ward = wardNames(unit).find((name) => {
        const folded = foldText(name);
        const isTwice = seen.has(folded);
        seen.add(folded);
        return isTwice;
      });
      return ward !== undefined && { ward };
    },
  },
  {
    field: 'note',
    code: 'note-length',
    broken: ({ note = '' }) => isLonger(note, MAX_PLACE_NOTE_LENGTH),
  },
  {
    // Two names of one database look like a mistake to whoever does not know why.
    field: 'note',
    code: 'note-required',
    broken: ({ note }, { isShared }) => isShared && note === undefined,
  },
];

/** Counts names of units as the rules compare them; nothing is counted before it is asked. */
export function countNames(stakes: readonly Unit[]): AmongUnits['bearers'] {
  let counts: Map<string, number> | null = null;
  return (stakeName) => {
    if (counts === null) {
      counts = new Map();
      for (const { stakeName: name } of stakes) {
        const folded = foldText(name);
        counts.set(folded, (counts.get(folded) ?? 0) + 1);
      }
    }
    return counts.get(foldText(stakeName)) ?? 0;
  };
}

/** The first broken rule of each field that does not stand as it was. */
function firstBroken<Subject, Around>(
  rules: readonly Rule<Subject, Around>[],
  subject: Subject,
  around: Around,
  isKept: (field: keyof Subject & string) => boolean,
): Issue<FieldCode>[] {
  const issues: Issue<FieldCode>[] = [];
  for (const { field, code, broken } of rules) {
    if (isKept(field) || issues.some((issue) => issue.field === field)) continue;
    const params = broken(subject, around);
    if (params !== false) issues.push({ code, field, ...(params === true ? {} : { params }) });
  }
  return issues;
}

/**
 * What is wrong with a country. `before` is the country as it stands, `null` for a new one: what
 * stands is not judged, because names and flags of older lists need not follow the rules for new ones.
 */
export function checkCountryFields(
  country: Country,
  before: Country | null,
  around: AmongCountries,
): Issue<FieldCode>[] {
  return firstBroken(
    COUNTRY_RULES,
    country,
    around,
    (field) => before !== null && before[field] === country[field],
  );
}

/** What is wrong with a unit; `before` is its entry as it stands, `null` for a new one. */
export function checkUnitFields(
  unit: Unit,
  before: Unit | null,
  around: AmongUnits,
): Issue<FieldCode>[] {
  return firstBroken(
    UNIT_RULES,
    unit,
    around,
    (field) => before !== null && JSON.stringify(before[field]) === JSON.stringify(unit[field]),
  );
}
