import { aMother, aNursingMother } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { collectUnit } from '../base/report-records.ts';
import { cellsOf, UNIT } from '../testing/records.ts';

const rows = (...mothers: object[]) => cellsOf('women', collectUnit(UNIT, mothers));

describe('the women report', () => {
  it('lists pregnant and nursing women with any dates', () => {
    expect(rows(aMother({ deliveryDate: '2020-01-01' }), aNursingMother())).toMatchObject([
      { firstName: 'Lidia', type: 'nursing', deliveryDate: null, childsBirthDate: '2025-02-01' },
      { firstName: 'Rosa', type: 'pregnant', deliveryDate: '2020-01-01', childsBirthDate: null },
    ]);
  });

  it("the date of registration is in the time zone of the unit's country, blank when unknown", () => {
    const { created: _unknown, ...older } = aMother({ firstName: 'Zoila' });
    const [dated, undated] = rows(aNursingMother({ created: '2026-02-18T03:00:00.000Z' }), older);
    expect([dated?.['screenDate'], undated?.['screenDate']]).toEqual(['2026-02-17', null]);
  });

  it("contains the women's names and unit", () => {
    expect(rows(aMother())[0]).toEqual({
      firstName: 'Rosa',
      lastName: 'Tzul',
      phone: '5550 5678',
      address: '1a avenida 7-30',
      city: 'Patzicía',
      ward: 'El Centro',
      lds: 'Unknown',
      screenDate: '2025-05-10',
      deliveryDate: '2025-08-20',
      childsBirthDate: null,
      type: 'pregnant',
      country: 'Guatemala',
      stake: 'Cobán Stake',
    });
  });
});
