import { foldText } from '../base/fold-text.ts';
import { STAKE_DB_PATTERN } from '../base/ids.ts';
import type { Issue } from '../fields/entities.ts';
import { type Country, type Place, testUnitOf, type Unit } from './catalogue.ts';

// The rules for one country and one unit, field by field. Both a form and the server apply them
// through `checkCatalogueChange`.

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
  | 'clinic-phone-shape'
  | 'note-length'
  | 'note-required';

/**
 * Maximum length of a country, unit or ward name, in characters, so that lists and file names stay
 * readable.
 */
export const MAX_PLACE_NAME_LENGTH = 100;
/** Maximum length of a remark on a unit, in characters: every phone loads it. */
export const MAX_PLACE_NOTE_LENGTH = 500;

/**
 * Reserved prefixes: `sys_` is for the server's own databases; `test_stake_` is for the test unit
 * of a country.
 */
export const RESERVED_DATABASE = /^(?:sys|test_stake)(?:_|$)/;

type Params = NonNullable<Issue['params']>;

/** One rule: whether a field breaks it, with the figures for its message. */
interface Rule<Subject, Around> {
  readonly field: keyof Subject & string;
  readonly code: FieldCode;
  readonly broken: (subject: Subject, around: Around) => boolean | Params;
}

/** A country and the other countries of its list. */
interface AmongCountries {
  readonly others: readonly Country[];
}

/** A unit and the other units of the list. */
interface AmongUnits {
  readonly country: Country;
  /**
   * How many units of the country have this name, ignoring case and accents, the unit itself
   * included.
   */
  readonly bearers: (stakeName: string) => number;
  /** For a new unit: the place that already has its database. */
  readonly holder: Place | null;
  /** Whether two entries share its database and both were stored before. */
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
    // A route finds a country by its name or code, so each must match one country only.
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
    // A file name of older systems; nothing that a browser could read as an address.
    field: 'image',
    code: 'country-image-shape',
    broken: ({ image }) => !/^[\w.-]{0,100}$/.test(image),
  },
];

const wardNames = ({ wards = [] }: Unit) => wards.map(({ wardName }) => wardName);

/** One number as people write it, of 5 to 15 digits (E.164), which a phone can send a text to. */
function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^\+?[\d ().-]{1,40}$/.test(text) && digits >= 5 && digits <= 15;
}

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
    field: 'clinicPhone',
    code: 'clinic-phone-shape',
    broken: ({ clinicPhone }) => clinicPhone !== undefined && !isPhone(clinicPhone),
  },
  {
    field: 'note',
    code: 'note-length',
    broken: ({ note = '' }) => isLonger(note, MAX_PLACE_NOTE_LENGTH),
  },
  {
    // Two names of one database look like a mistake unless a note explains them.
    field: 'note',
    code: 'note-required',
    broken: ({ note }, { isShared }) => isShared && note === undefined,
  },
];

/** Counts unit names, ignoring case and accents; the counting is done at the first use. */
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

/** The first broken rule of each field that was added or changed. */
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
 * Checks a country. `before` is the stored country, `null` for a new one. Unchanged stored fields
 * are not checked, because names and flags of older lists may break the rules for new ones.
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

/** Checks a unit; `before` is its stored entry, `null` for a new one. */
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
