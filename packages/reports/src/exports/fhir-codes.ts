import type { MuacBand, ZscoreStatus } from '@crece/domain';
import type { ExactScore } from '@crece/growth/exact';

/** A code of a code system with its display text, in FHIR's format. */
export interface Coding {
  readonly system: string;
  readonly code: string;
  readonly display: string;
}

/**
 * Code systems for what no public one covers (docs/exports.md lists the codes). `.example` is a
 * reserved domain: these URLs are only names, equal in every installation, and lead nowhere.
 */
const OWN = 'https://crece.example/fhir';

export const SYSTEMS = {
  loinc: 'http://loinc.org',
  ucum: 'http://unitsofmeasure.org',
  category: 'http://terminology.hl7.org/CodeSystem/observation-category',
  absent: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
  role: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode',
  own: `${OWN}/CodeSystem/growth`,
  childId: `${OWN}/identifier/child`,
  screeningId: `${OWN}/identifier/screening`,
  unitId: `${OWN}/identifier/unit`,
} as const;

function loinc(code: string, display: string): Coding {
  return { system: SYSTEMS.loinc, code, display };
}

function own(code: string, display: string): Coding {
  return { system: SYSTEMS.own, code, display };
}

export const CATEGORIES = {
  vitalSigns: { system: SYSTEMS.category, code: 'vital-signs', display: 'Vital Signs' },
  exam: { system: SYSTEMS.category, code: 'exam', display: 'Exam' },
} as const satisfies Record<string, Coding>;

/** The body height profile requires `8302-2`; `8306-3` adds that the child was lying. */
export const HEIGHT_CODES = {
  any: loinc('8302-2', 'Body height'),
  lying: loinc('8306-3', 'Body height --lying'),
} as const;

export const WEIGHT_CODE = loinc('29463-7', 'Body weight');

/**
 * LOINC has the arm circumference only by side, and the side is not recorded. Our own code is
 * exact; LOINC's lets other systems find the value.
 */
export const MUAC_CODES: readonly Coding[] = [
  own('muac', 'Mid-upper arm circumference, arm not recorded'),
  loinc('56072-2', 'Circumference Mid upper arm - right'),
];

export const OEDEMA_CODE = own('bilateral-oedema', 'Swelling (oedema) of both feet');

export const STATUS_CODE = own(
  'programme-status',
  'Nutrition status by the rules of the programme',
);

/**
 * Own codes: LOINC has percentiles for age (8336-0, 77606-2, 59576-9 …), which are other figures,
 * but no z-scores.
 */
export const Z_SCORE_CODES: Readonly<Record<Exclude<ExactScore, 'zhc'>, Coding>> = {
  zlen: own('haz', 'Length- or height-for-age z-score'),
  zwei: own('waz', 'Weight-for-age z-score'),
  zwfl: own('whz', 'Weight-for-length or weight-for-height z-score'),
  zbmi: own('baz', 'BMI-for-age z-score'),
  zac: own('acz', 'Arm-circumference-for-age z-score'),
};

export const STATUS_VALUES: Readonly<Record<ZscoreStatus, Coding>> = {
  'Acute: sam supplements required': own('sam', 'Acute: sam supplements required'),
  'Acute: mam supplements required': own('mam', 'Acute: mam supplements required'),
  'Acute: supplements required': own('supplements', 'Acute: supplements required'),
  'Micro nutrients required': own('micronutrients', 'Micro nutrients required'),
  'At Risk: Come to next screening': own('at-risk', 'At Risk: Come to next screening'),
  Normal: own('normal', 'Normal'),
};

export const MUAC_BANDS: Readonly<Record<MuacBand, Coding>> = {
  red: own('muac-red', 'Below 11.5 cm: refer'),
  yellow: own('muac-yellow', 'From 11.5 to below 12.5 cm'),
  green: own('muac-green', 'From 12.5 cm'),
};

export const IMPLAUSIBLE = own('implausible', 'Beyond WHO’s limits of plausibility');
export const REFER = own('refer', 'Refer to a clinic today: severe, red MUAC or swelling');

export const NOT_ASSESSED: Coding = {
  system: SYSTEMS.absent,
  code: 'not-performed',
  display: 'Not Performed',
};
