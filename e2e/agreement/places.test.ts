import type { ErrorBody } from '@crece/contract';
import type { Catalogue } from '@crece/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anApp } from '../../apps/server/src/testing/test-app.ts';
import { aSignedIn, call } from '../../apps/server/src/testing/test-people.ts';
import {
  addCountry,
  addUnit,
  type CatalogueEdit,
  type CountryDraft,
  checkCountry,
  checkNewCountry,
  checkNewUnit,
  checkUnit,
  EMPTY_COUNTRY_DRAFT,
  EMPTY_UNIT_DRAFT,
  editCountry,
  editUnit,
  entryKeys,
  type UnitDraft,
  unitByKey,
} from '../../apps/web/src/features/admin/catalogue-edit.ts';

/** Names that are taken, nearly taken, empty, too long or free, as people type them. */
const name = fc.oneof(
  fc.constantFrom('Guatemala', 'México', 'Peru', 'Miramar', 'Cobán Stake', 'La Ceiba Stake', 'GTM'),
  fc.constantFrom('', '  ', 'x'.repeat(100), 'x'.repeat(101), 'Norte', 'Sur', 'Cobán\nNorte'),
  fc.string({ maxLength: 8 }),
);
const typedName = fc
  .tuple(name, fc.constantFrom('as it is', 'small', 'capitals', 'bare', 'blanks'))
  .map(([text, how]) => {
    if (how === 'small') return text.toLowerCase();
    if (how === 'capitals') return text.toUpperCase();
    if (how === 'bare') return text.normalize('NFD').replace(/\p{M}/gu, '');
    return how === 'blanks' ? ` ${text.replaceAll(' ', '  ')} ` : text;
  });
const flag = fc.constantFrom('', 'MX', 'GT', 'KE', 'mx', 'MXX');
const letters = fc.string({ unit: fc.constantFrom(...'abAB1é'), minLength: 2, maxLength: 4 });
const code = fc.oneof(fc.constantFrom('MEX', 'ken', 'GTM', 'gtm', ' PER ', ''), letters);
const database = fc.oneof(
  fc.constantFrom('coban_stake_gtm', 'test_stake_gtm', 'sys_gtm', 'test_stake_2_gtm', 'x_hnd', ''),
  fc.constantFrom('la_ceiba_stake_hnd', ' peten_gtm ', 'Peten_gtm', `${'p'.repeat(61)}_gtm`),
  letters.map((text) => `${text.toLowerCase()}_gtm`),
);
const wards = fc.array(typedName, { maxLength: 4 }).map((lines) => lines.join('\n'));
const clinicPhone = fc.constantFrom('', ' ', '1234', '12345', ' +502 7951-1000 ', '5550 / 5551');

/** The form's result for a draft, and the change request that a script would send for it anyway. */
interface Attempt {
  form: { ok: boolean; issues?: readonly { code: string; field?: string }[] };
  unasked: CatalogueEdit;
  /** The place's path in the list. */
  path: string;
}

type Attempted = (catalogue: Catalogue) => Attempt | null;

const flagOf = (typed: string) => (typed === '' ? null : typed);
const wardsOf = (typed: string) => typed.split('\n').map((wardName) => ({ wardName }));

const newCountry =
  (typed: Pick<CountryDraft, 'name' | 'code' | 'flag'>): Attempted =>
  (catalogue) => ({
    form: checkNewCountry({ ...EMPTY_COUNTRY_DRAFT, ...typed }, catalogue),
    unasked: addCountry({ ...typed, flag: flagOf(typed.flag), image: '', stakes: [] }),
    path: `countries[${catalogue.countries.length}]`,
  });

const changedCountry =
  (nth: number, typed: Pick<CountryDraft, 'name' | 'flag'>): Attempted =>
  (catalogue) => {
    const at = nth % catalogue.countries.length;
    const country = catalogue.countries[at];
    if (country === undefined) return null;
    return {
      form: checkCountry(typed, country, catalogue),
      unasked: editCountry({ ...country, ...typed, flag: flagOf(typed.flag) }),
      path: `countries[${at}]`,
    };
  };

function placeOf(catalogue: Catalogue, countryCode: string) {
  const at = catalogue.countries.findIndex((country) => country.code === countryCode);
  const country = catalogue.countries[at];
  return country === undefined ? null : { at, country };
}

const newUnit =
  (countryCode: string, typed: Omit<UnitDraft, 'was'>): Attempted =>
  (catalogue) => {
    const found = placeOf(catalogue, countryCode);
    if (found === null) return null;
    return {
      form: checkNewUnit({ ...EMPTY_UNIT_DRAFT, ...typed }, found.country, catalogue),
      unasked: addUnit(countryCode, { ...typed, wards: wardsOf(typed.wards) }),
      path: `countries[${found.at}].stakes[${found.country.stakes.length}]`,
    };
  };

const changedUnit =
  (countryCode: string, nth: number, typed: Omit<UnitDraft, 'stakeDB' | 'was'>): Attempted =>
  (catalogue) => {
    const found = placeOf(catalogue, countryCode);
    const keys = entryKeys(found?.country.stakes ?? []);
    const index = nth % Math.max(keys.length, 1);
    const key = keys[index] ?? '';
    const unit = found === null ? null : unitByKey(found.country, key);
    if (found === null || unit === null) return null;
    return {
      form: checkUnit(typed, { code: countryCode, key, unit }, catalogue),
      unasked: editUnit(countryCode, key, { ...unit, ...typed, wards: wardsOf(typed.wards) }),
      path: `countries[${found.at}].stakes[${index}]`,
    };
  };

/** Mostly Guatemala, because most of the names and databases above are there. */
const where = fc.constantFrom('GTM', 'GTM', 'HND', 'MEX');

const attempts = fc.oneof(
  fc.record({ name: typedName, code, flag }).map(newCountry),
  fc
    .tuple(fc.nat(), fc.record({ name: typedName, flag }))
    .map(([nth, typed]) => changedCountry(nth, typed)),
  {
    arbitrary: fc
      .tuple(where, fc.record({ stakeName: typedName, stakeDB: database, wards, clinicPhone }))
      .map(([countryCode, typed]) => newUnit(countryCode, typed)),
    weight: 2,
  },
  fc
    .tuple(where, fc.nat(), fc.record({ stakeName: typedName, wards, clinicPhone }))
    .map(([countryCode, nth, typed]) => changedUnit(countryCode, nth, typed)),
);

/**
 * For every rule of a form at least one violation, and a valid draft: random drafts may miss one.
 */
const EXAMPLES: [Attempted][] = [
  [newCountry({ name: 'Perú', code: 'M1X', flag: '' })],
  [newCountry({ name: ' ', code: 'gtm', flag: 'MX' })],
  [newCountry({ name: 'x'.repeat(101), code: 'MEX', flag: 'MX' })],
  [newCountry({ name: 'México', code: 'mex', flag: 'MX' })],
  [
    newUnit('GTM', {
      stakeName: 'COBAN stake',
      stakeDB: 'Peten_gtm',
      wards: 'Sur\nSUR',
      clinicPhone: '',
    }),
  ],
  [
    newUnit('GTM', {
      stakeName: 'Petén',
      stakeDB: 'x_hnd',
      wards: 'w'.repeat(101),
      clinicPhone: '',
    }),
  ],
  [newUnit('GTM', { stakeName: 'Petén', stakeDB: 'sys_gtm', wards: '', clinicPhone: '1234' })],
  [
    newUnit('GTM', {
      stakeName: 'Petén',
      stakeDB: 'coban_stake_gtm',
      wards: '',
      clinicPhone: '1234',
    }),
  ],
  [
    newUnit('GTM', {
      stakeName: 'Petén',
      stakeDB: 'peten_gtm',
      wards: 'Sur',
      clinicPhone: '12345',
    }),
  ],
];

it('form and server accept or refuse the same places, with the same codes and fields', async () => {
  const server = await anApp();
  const { token } = await aSignedIn(server, { roles: ['user', 'admin'] });
  const counts = { taken: 0, refused: 0 };
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(attempts, async (attempt) => {
      const { rev, catalogue } = await server.services.catalogue.current();
      const tried = attempt(catalogue);
      if (tried === null) return;
      const wanted = tried.unasked(catalogue);
      const answer = await call(
        server,
        'PUT',
        '/api/catalogue',
        { rev, catalogue: wanted },
        { token },
      );
      const issues = answer.statusCode === 200 ? [] : (answer.json<ErrorBody>().issues ?? []);
      expect([200, 422]).toContain(answer.statusCode);
      expect(issues.map(({ code: said, field }) => `${field} ${said}`)).toEqual(
        (tried.form.issues ?? []).map(({ code: said, field }) => `${tried.path}.${field} ${said}`),
      );
      expect(tried.form.ok).toBe(answer.statusCode === 200);
      counts[tried.form.ok ? 'taken' : 'refused'] += 1;
      for (const { code: said } of issues) seen.add(said);
    }),
    { numRuns: 250, endOnFailure: true, examples: EXAMPLES },
  );
  // Both outcomes were tried, and every rule of the form was broken.
  expect(counts.taken).toBeGreaterThan(10);
  expect(counts.refused).toBeGreaterThan(10);
  expect([...seen].sort()).toEqual([
    'clinic-phone-shape',
    'country-code-shape',
    'country-code-taken',
    'country-flag-required',
    'country-name-taken',
    'database-ending',
    'database-reserved',
    'database-shape',
    'database-taken',
    'place-name-length',
    'place-name-required',
    'unit-name-taken',
    'ward-length',
    'ward-twice',
  ]);
}, 120_000);
