import { type Mother, newestFirst } from '@crece/domain';
import { type DemoRecords, demoRecords } from '@crece/domain/demo';
import { aMother, aNursingMother } from '@crece/domain/testing';
import { type ChildFile, type LocalUnit, openDevice, openUnit } from '@crece/storage';
import type { OpenUnit } from '../data/units.tsx';
import { DECEMBER, LUZ, MARCH } from '../testing/tasks.ts';

/** The fixed date of the gallery, so that every picture of it is the same. */
export const GALLERY_DAY = '2026-03-14';

const STAKE_DB = 'test_stake_gtm';

/** Invented children, one for each case that can be shown; see the demo's showcase. */
function filesOf({ children, screenings }: DemoRecords): readonly ChildFile[] {
  return children.map((child) => ({
    child,
    screenings: newestFirst(screenings.filter(({ owner }) => owner === child._id)),
    pendingIds: [],
  }));
}

const records = demoRecords({ stakeDB: STAKE_DB, today: GALLERY_DAY, children: 30 });

export const GALLERY_FILES = filesOf(records);

/** One woman for each form in which a date is written. */
export const GALLERY_MOTHERS: readonly Mother[] = [
  aMother({ _id: 'mthr_test_stake_gtm_1_past', firstName: 'Ana', deliveryDate: '2026-02-20' }),
  aMother({ _id: 'mthr_test_stake_gtm_2_today', firstName: 'Bea', deliveryDate: GALLERY_DAY }),
  aMother({ _id: 'mthr_test_stake_gtm_3_weeks', firstName: 'Celia', deliveryDate: '2026-04-18' }),
  aMother({ _id: 'mthr_test_stake_gtm_4_months', firstName: 'Dora', deliveryDate: '2026-10-02' }),
  aNursingMother({ _id: 'mthr_test_stake_gtm_5_days', childsBirthDate: '2026-03-10' }),
  aNursingMother({ _id: 'mthr_test_stake_gtm_6_months', childsBirthDate: '2025-11-01' }),
];

const TIME_ZONE = 'America/Guatemala';

/** The gallery's own unit in this browser, separate from the units used in development. */
export async function openGalleryUnit(): Promise<LocalUnit> {
  return openUnit('gallery_gtm', { device: await openDevice(), timeZone: TIME_ZONE });
}

/** The unit with the records that the specimens link to or read. */
export async function galleryUnit(open: () => Promise<LocalUnit>): Promise<OpenUnit> {
  const unit = await open();
  await unit.ready();
  await unit.fill([LUZ, DECEMBER, MARCH, ...GALLERY_MOTHERS]);
  return {
    stakeDB: STAKE_DB,
    stakeName: 'Guatemala test Only',
    countryName: 'Guatemala',
    countryCode: 'GTM',
    place: { stakeDB: STAKE_DB, countryCode: 'GTM', pilot: false },
    retired: false,
    wards: records.wards,
    local: unit,
    pending: 12,
    sync: unit.snapshot().sync,
    demo: true,
    timeZone: TIME_ZONE,
  };
}
