import type { Child, Mother, Screening } from '../fields/entities.ts';
import { assessStored } from '../screening/assess-stored.ts';

/**
 * A girl of Guatemala's test unit, 14 months old at her only screening (see `aScreening`), with the
 * summary of this screening. A test passes only the values it needs.
 */
export function aChild(different: Partial<Child> = {}): Child {
  return {
    _id: 'chld_test_stake_gtm_1746878400000_0a1b2c',
    firstName: 'Marisol',
    lastName: 'Xicay',
    gender: 'Girl',
    birthDate: '2024-03-10',
    monthAge: 14,
    memberStatus: 'Yes',
    mother: 'Elena Xicay',
    father: 'Tomás Xicay',
    address: '4a calle 2-15',
    city: 'Patzicía',
    idGroup: 'A7',
    ward: 'El Centro',
    phone: '5550 1234',
    comments: 'Lives with her grandmother',
    interviewer: 'Ana Morales',
    zscoreStatus: 'Acute: supplements required',
    statusColor: 'redZoneZscore',
    lastScreening: 'scr_test_stake_gtm_1746878700000_3d4e5f',
    supType: 'sup',
    bmi: 15.13,
    obese: false,
    created: '2025-05-10T12:00:00.000Z',
    updatedAt: '2025-05-10T12:05:00.000Z',
    updatedBy: 'Ana Morales',
    device: 'builder-device',
    rules: '1',
    ...different,
  };
}

/**
 * The first screening of `aChild`: 68.5 cm, 7.1 kg, MUAC 11.9 at 14 months (HAZ −2.94, WAZ −2.35,
 * WHZ −1.13: red by HAZ and WAZ, yellow by MUAC).
 */
export function aScreening(different: Partial<Screening> = {}): Screening {
  return {
    _id: 'scr_test_stake_gtm_1746878700000_3d4e5f',
    owner: 'chld_test_stake_gtm_1746878400000_0a1b2c',
    gender: 'Girl',
    surveyDate: '2025-05-10',
    monthAge: 14,
    height: 68.5,
    weight: 7.1,
    muac: 11.9,
    familyHealthPlan: true,
    followFamilyHealthPlan: false,
    visitedDoctor: false,
    zScore: {
      ha: -2.94,
      wa: -2.35,
      wl: -1.13,
      haStatus: 'redZoneZscore',
      waStatus: 'redZoneZscore',
      wlStatus: 'marginalZscore',
    },
    status: 'RED_CHILD',
    actions: ['RED_START', 'RED_ENROLL', 'RED_INCLUDE'],
    interviewer: 'Ana Morales',
    created: '2025-05-10T12:05:00.000Z',
    updatedAt: '2025-05-10T12:05:00.000Z',
    updatedBy: 'Ana Morales',
    device: 'builder-device',
    rules: '1',
    ...different,
  };
}

/**
 * A screening of a child with the assessment of its measures, as the application would store it.
 * `different` sets measures and date; `others` are the child's other screenings.
 */
export function anAssessedScreening(
  child: Child,
  different: Partial<Screening> = {},
  others: readonly Screening[] = [],
): Screening {
  const {
    status: _status,
    height: _height,
    weight: _weight,
    muac: _muac,
    ...rest
  } = aScreening({ owner: child._id, gender: child.gender });
  const empty = { ha: null, wa: null, wl: null, haStatus: null, waStatus: null, wlStatus: null };
  const screening: Screening = { ...rest, zScore: empty, actions: [], ...different };
  return { ...screening, ...assessStored(screening, child, others) };
}

/** A pregnant woman of Guatemala's test unit who expects her child on 20 August 2025. */
export function aMother(different: Partial<Mother> = {}): Mother {
  return {
    _id: 'mthr_test_stake_gtm_1746879000000_6g7h8i',
    firstName: 'Rosa',
    lastName: 'Tzul',
    memberStatus: 'Unknown',
    deliveryDate: '2025-08-20',
    address: '1a avenida 7-30',
    city: 'Patzicía',
    ward: 'El Centro',
    phone: '5550 5678',
    comments: 'Speaks Kaqchikel',
    interviewer: 'Ana Morales',
    created: '2025-05-10T12:10:00.000Z',
    updatedAt: '2025-05-10T12:10:00.000Z',
    updatedBy: 'Ana Morales',
    device: 'builder-device',
    rules: '1',
    ...different,
  };
}

/** A woman of Guatemala's test unit who nurses a child born on 1 February 2025. */
export function aNursingMother(different: Partial<Mother> = {}): Mother {
  const { deliveryDate: _none, ...mother } = aMother({
    _id: 'mthr_test_stake_gtm_1746879300000_9j0k1l',
    firstName: 'Lidia',
    lastName: 'Cutzal',
    childsBirthDate: '2025-02-01',
  });
  return { ...mother, ...different };
}
