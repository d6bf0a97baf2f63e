import type { UnitDatabase } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { collectUnit } from '@crece/reports';
import { readDhis2Mapping } from '@crece/reports/exports';
import { describe, expect, it } from 'vitest';
import { type ExportAsked, type ExportProblem, exportText } from './export-text.ts';
import { uuidOf } from './uuid-of.ts';

const aUnit = (stakeDB: string): UnitDatabase => ({
  stakeDB,
  stakeName: `Unit ${stakeDB}`,
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
});
const UNITS = [aUnit('coban_stake_gtm'), aUnit('peten_stake_gtm'), aUnit('zacapa_stake_gtm')];

function read(mapping: unknown) {
  const answer = readDhis2Mapping(mapping);
  if (!answer.ok) throw new Error(answer.problems.join(' '));
  return answer.mapping;
}

const ASKED = {
  anthro: { format: 'anthro', screenings: 'newest' },
  fhir: { format: 'fhir', screenings: 'all', withContact: false },
  dhis2: {
    format: 'dhis2',
    months: 2,
    mapping: read({
      figures: { screened: { dataElement: 'element' } },
      orgUnits: { coban_stake_gtm: 'A', peten_stake_gtm: 'B' },
    }),
  },
} as const satisfies Record<string, ExportAsked>;

/**
 * An export of three units with a child each; the second is unreadable, the third contains invalid
 * records.
 */
async function anExport(asked: ExportAsked, units = UNITS) {
  const problems: ExportProblem[] = [];
  let text = '';
  const pieces = exportText(asked, {
    units,
    read: (unit) =>
      unit.stakeDB.startsWith('peten')
        ? Promise.reject(new Error('disk image is malformed'))
        : Promise.resolve(
            collectUnit(unit, [
              aChild({ ward: '=cmd' }),
              aScreening(),
              ...(unit.stakeDB.startsWith('zacapa')
                ? [aChild({ _id: 'chld_b', birthDate: '?' })]
                : []),
            ]),
          ),
    todayOf: () => '2025-06-01',
    problem: (problem) => problems.push(problem),
  });
  for await (const piece of pieces) text += piece;
  return { text, problems: problems.map((problem) => ({ ...problem, error: undefined })) };
}

describe('an export of several units', () => {
  it.each(['anthro', 'fhir'] as const)(
    'as %s names the unreadable unit and the unreadable records of another, and contains all the rest',
    async (format) => {
      const { text, problems } = await anExport(ASKED[format]);
      expect(problems).toEqual([
        { code: 'unit-failed', unit: UNITS[1] },
        { code: 'unreadable', unit: UNITS[2], count: 1 },
      ]);
      expect(text.match(/Unit (?:coban|peten|zacapa)/g)).toEqual(['Unit coban', 'Unit zacapa']);
    },
  );

  it('as anthro keeps the number of a unit as its cluster, and lets no ward run as a formula', async () => {
    const { text } = await anExport(ASKED.anthro);
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).toBe(
      'id,cluster,team,sex,date_birth,date_obs,age,age_estimated,weight,lenhei,measure,oedema,muac,sw,gregion,othergr',
    );
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['1', '3']);
    expect(lines[1]).toMatch(/,'=cmd$/);
  });

  it('as dhis2 reads mapped units only, reports each month, and names what is not mapped', async () => {
    const { text, problems } = await anExport(ASKED.dhis2);
    expect(JSON.parse(text)).toEqual({
      dataValues: [
        { dataElement: 'element', period: '202504', orgUnit: 'A', value: '0' },
        { dataElement: 'element', period: '202505', orgUnit: 'A', value: '1' },
      ],
    });
    expect(problems.map(({ code }) => code)).toEqual(['unmapped', 'unit-failed']);
    expect(problems[0]).toMatchObject({ units: ['zacapa_stake_gtm'] });
    expect(problems[0]).toHaveProperty('figures.0', 'screened-first');
  });
});

describe('uuidOf', () => {
  it('returns the same UUID of version 5 for a name for ever', () => {
    expect(uuidOf('unit coban_stake_gtm')).toBe('bd506fdb-e877-5e59-bbd6-bf4ee07095ae');
    expect(uuidOf('unit coban_stake_gtn')).not.toBe(uuidOf('unit coban_stake_gtm'));
    expect(uuidOf('x')).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});
