import { NO_STANDING_FACTS } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { idPrefixes, type Packed, RowUnpacker } from './row-codec.ts';
import { RowPacker } from './row-packer.ts';
import type { ChildRow, MotherRow } from './types.ts';

const STAKE = 'test_stake_gtm';

const FULL: Required<ChildRow> = {
  id: `chld_${STAKE}_1746878400000_0a1b2c`,
  firstName: 'Óscar "El ~Grande"',
  lastName: 'Xicay',
  gender: 'Boy',
  birthDate: '2024-03-10',
  birthDateEstimated: true,
  ward: 'El Centro',
  mother: 'Elena',
  phone: '5550 1234',
  idGroup: 'A7',
  memberStatus: 'Yes',
  searchKey: 'oscar "el ~grande" xicay',
  motherKey: 'elena',
  cardNumber: 'PN-0417',
  landmark: 'Casa azul',
  moreKey: 'pn-0417 casa azul',
  slips: [['0123456789ABCDEF', '2025-05-10']],
  others: [{ firstName: 'Oscar', lastName: 'X', birthDate: '2024-03-11', searchKey: 'oscar x' }],
  family: {
    mayMessage: true,
    language: 'es',
    messaged: { day: '2025-05-12', who: 'Ana', way: 'sms' },
  },
  screeningCount: 3,
  dateToCheck: true,
  pending: false,
  newest: {
    id: `scr_${STAKE}_1746878700000_3d4e5f`,
    surveyDate: '2025-05-10',
    sign: 'muac-yellow',
    colour: 'red',
    monthAge: 0,
    ageOverride: 14.5,
    muac: 11.9,
    muacBand: 'yellow',
    oedema: false,
    zScore: {
      ha: -2.94,
      wa: 0,
      wl: null,
      haStatus: 'redZoneZscore',
      waStatus: 'normalZscore',
      wlStatus: null,
    },
    zScoreConfirmed: true,
    zscoreStatus: 'Acute: supplements required',
    statusColor: 'redZoneZscore',
    supType: 'sup',
    bmi: 15.13,
    obese: false,
    isWorkedOutAnew: true,
    isContested: true,
    foodFrom: '2025-06-01',
    isImplausible: true,
  },
  standing: {
    openSigns: [
      {
        sign: 'whz',
        since: '2025-03-10',
        shown: { date: '2025-05-10', figure: -3.52 },
        isShownByNewest: true,
        isFutureDated: false,
        near: { date: '2025-05-12', figure: -3.2 },
        answers: [
          {
            versions: [
              { outcome: 'not-found', date: '2025-05-12' },
              { outcome: 'admitted', date: '2025-05-13' },
            ],
            isBeforeLastShow: true,
          },
        ],
      },
    ],
    lastAcuteOn: '2025-03-10',
    lowWeight: {
      date: '2024-06-10',
      weight: 2.2,
      outcomes: [{ outcome: 'seen', date: '2024-06-11' }],
    },
    departure: { outcome: 'moved-away', date: '2025-04-01', voidedOn: '2025-05-10' },
    isWeightLost: true,
    assessedBefore: null,
  },
};

const BARE: ChildRow = {
  id: 'chld_of_another_system',
  firstName: '',
  lastName: 'Batz',
  gender: 'Girl',
  birthDate: '2023-01-31',
  memberStatus: 'Unknown',
  searchKey: 'batz',
  screeningCount: 0,
  standing: NO_STANDING_FACTS,
  pending: true,
};

const MOTHER: MotherRow = {
  id: `mthr_${STAKE}_1746879000000_6g7h8i`,
  firstName: 'Rosa',
  lastName: 'Tzul',
  memberStatus: 'No',
  deliveryDate: '2025-08-20',
  ward: 'El Centro',
  searchKey: 'rosa tzul',
  pending: true,
};

describe('packed rows', () => {
  it('packed rows are restored unchanged, with every column and with the fewest', () => {
    const prefixes = idPrefixes(STAKE);
    const packer = new RowPacker(prefixes);
    const kept = JSON.stringify([
      packer.child(FULL),
      packer.child(BARE),
      packer.mother(MOTHER),
      packer.words,
    ]);
    const [full, bare, mother, words] = JSON.parse(kept) as Packed[];
    const unpacker = new RowUnpacker(words ?? [], prefixes);
    expect(unpacker.child(full ?? [])).toStrictEqual(FULL);
    expect(unpacker.child(bare ?? [])).toStrictEqual(BARE);
    expect(unpacker.mother(mother ?? [])).toStrictEqual(MOTHER);
  });

  it('take no room for facts that say nothing beyond the newest screening', () => {
    const packed = JSON.stringify(new RowPacker(idPrefixes(STAKE)).child(BARE));
    expect(packed).not.toContain('openSigns');
  });

  it('store a repeated value once', () => {
    const packer = new RowPacker(idPrefixes(STAKE));
    for (let index = 0; index < 5; index += 1) packer.child(FULL);
    expect(packer.words).toEqual([
      'Boy',
      'El Centro',
      'Yes',
      'muac-yellow',
      'red',
      'yellow',
      { haStatus: 'redZoneZscore', waStatus: 'normalZscore', wlStatus: null },
      'Acute: supplements required',
      'redZoneZscore',
      'sup',
    ]);
  });

  it('packed rows are refused when they are too short or refer to a missing word', () => {
    const unpacker = new RowUnpacker([], idPrefixes(STAKE));
    expect(() => unpacker.child(['a', 'b'])).toThrow('too short');
    expect(() =>
      unpacker.mother(['~1', 'Rosa', 'Tzul', 7, null, null, null, null, 'x', true]),
    ).toThrow('missing');
  });
});
