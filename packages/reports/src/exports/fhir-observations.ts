import {
  ageAtScreening,
  isRefer,
  muacBandOf,
  plausibleExactMeasures,
  type Screening,
  screeningMark,
  storedOverride,
  type UnitDatabase,
  withoutUndefined,
} from '@crece/domain';
import { exactZScores } from '@crece/growth/exact';
import type { ChildRecords } from '../base/report-records.ts';
import { entryOf, type ReportedScreening } from '../rows/reported-screenings.ts';
import {
  CATEGORIES,
  type Coding,
  HEIGHT_CODES,
  IMPLAUSIBLE,
  MUAC_BANDS,
  MUAC_CODES,
  NOT_ASSESSED,
  OEDEMA_CODE,
  REFER,
  STATUS_CODE,
  STATUS_VALUES,
  SYSTEMS,
  WEIGHT_CODE,
  Z_SCORE_CODES,
} from './fhir-codes.ts';
import {
  type FhirResource,
  NAMES,
  type PatientOptions,
  reference,
  type UuidOf,
} from './fhir-resources.ts';

/** R4's own profiles of body weight and height (http://hl7.org/fhir/R4/observation-vitalsigns.html). */
const PROFILES = {
  weight: 'http://hl7.org/fhir/StructureDefinition/bodyweight',
  height: 'http://hl7.org/fhir/StructureDefinition/bodyheight',
} as const;

const METHODS = {
  exact: 'WHO Child Growth Standards (2006), exact age in days',
  programme: 'Rules of the screening programme: WHO month tables, MUAC where these say nothing',
} as const;

/** The parts in which an observation differs from others of its screening. */
interface Finding {
  /** Its name within the screening. */
  readonly kind: string;
  readonly profile?: string;
  readonly category: Coding;
  readonly code: readonly Coding[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly interpretation?: readonly Coding[];
  readonly method?: string;
  /** Kinds of the observations from which it was calculated. */
  readonly from?: readonly string[];
  readonly notes?: readonly string[];
}

/** The context of a finding. */
interface Setting {
  readonly unit: UnitDatabase;
  readonly patientId: string;
  readonly screening: Screening;
  /**
   * `preliminary` while two versions are in conflict: until then the most severe outcome is
   * exported.
   */
  readonly status: 'final' | 'preliminary';
  readonly uuidOf: UuidOf;
}

function quantity(value: number, unit: string, code = unit) {
  return { valueQuantity: { value, unit, system: SYSTEMS.ucum, code } };
}

function concept(coding: readonly Coding[], text?: string) {
  return withoutUndefined({ coding, text });
}

function observation(finding: Finding, setting: Setting): FhirResource {
  const { kind, profile, category, code, value, interpretation, method, from, notes } = finding;
  const { unit, patientId, screening, status, uuidOf } = setting;
  const idOf = (name: string) => uuidOf(NAMES.observation(unit, screening, name));
  const isNone = (list: readonly unknown[] | undefined) => list === undefined || list.length === 0;
  return withoutUndefined({
    resourceType: 'Observation' as const,
    id: idOf(kind),
    meta: profile === undefined ? undefined : { profile: [profile] },
    identifier: [{ system: SYSTEMS.screeningId, value: `${screening._id}#${kind}` }],
    status,
    category: [concept([category])],
    code: concept(code, code[0]?.display),
    subject: reference(patientId),
    effectiveDateTime: screening.surveyDate,
    ...value,
    interpretation: isNone(interpretation)
      ? undefined
      : interpretation?.map((coding) => concept([coding])),
    note: isNone(notes) ? undefined : notes?.map((text) => ({ text })),
    method: method === undefined ? undefined : { text: method },
    derivedFrom: isNone(from) ? undefined : from?.map((name) => reference(idOf(name))),
  });
}

/** Weight, length or height, and MUAC in the record's units; implausible figures are left out. */
function measureFindings({ screening, child }: ReportedScreening['basis']): Finding[] {
  const { weight, height, muac, measured } = plausibleExactMeasures(screening, child);
  const findings: Finding[] = [];
  const category = CATEGORIES.vitalSigns;
  if (weight !== undefined)
    findings.push({
      kind: 'weight',
      profile: PROFILES.weight,
      category,
      code: [WEIGHT_CODE],
      value: quantity(weight, 'kg'),
    });
  if (height !== undefined)
    findings.push({
      kind: 'height',
      profile: PROFILES.height,
      category,
      code: measured === 'lying' ? [HEIGHT_CODES.any, HEIGHT_CODES.lying] : [HEIGHT_CODES.any],
      value: quantity(height, 'cm'),
    });
  if (muac !== undefined) {
    const age = ageAtScreening(screening, child);
    const band = muacBandOf(muac, age?.ageMonths ?? null);
    findings.push({
      kind: 'muac',
      category,
      code: MUAC_CODES,
      value: quantity(muac, 'cm'),
      interpretation: band === undefined ? [] : [MUAC_BANDS[band]],
    });
  }
  return findings;
}

const NEEDED = {
  zlen: ['height'],
  zwei: ['weight'],
  zwfl: ['weight', 'height'],
  zbmi: ['weight', 'height'],
  zac: ['muac'],
} as const;

/** The z-scores by WHO's exact method; implausible ones are marked. */
function scoreFindings({ screening, child }: ReportedScreening['basis']): Finding[] {
  const exact = exactZScores(plausibleExactMeasures(screening, child));
  const override = storedOverride(screening);
  return (['zlen', 'zwei', 'zwfl', 'zbmi', 'zac'] as const).flatMap((name) => {
    const score = exact[name];
    if (score.z === null) return [];
    return {
      kind: Z_SCORE_CODES[name].code,
      category: CATEGORIES.vitalSigns,
      code: [Z_SCORE_CODES[name]],
      value: quantity(score.z, 'z-score', '1'),
      interpretation: score.isFlagged ? [IMPLAUSIBLE] : [],
      method: METHODS.exact,
      from: NEEDED[name],
      notes: override === undefined ? [] : [`Age taken as ${override} months`],
    };
  });
}

function oedemaFindings({ oedema }: Screening): Finding[] {
  if (oedema === undefined) return [];
  return [
    {
      kind: 'oedema',
      category: CATEGORIES.exam,
      code: [OEDEMA_CODE],
      value: { valueBoolean: oedema },
    },
  ];
}

/**
 * The programme's status as on every screen; absent, and not "normal", when nothing was assessed.
 */
function statusFinding({ screening, reading }: ReportedScreening, withContact: boolean): Finding {
  const { zscoreStatus } = reading;
  return {
    kind: 'status',
    category: CATEGORIES.exam,
    code: [STATUS_CODE],
    value:
      zscoreStatus === undefined
        ? { dataAbsentReason: concept([NOT_ASSESSED]) }
        : { valueCodeableConcept: concept([STATUS_VALUES[zscoreStatus]]) },
    interpretation: isRefer(screeningMark(reading)) ? [REFER] : [],
    method: METHODS.programme,
    notes: withContact && screening.comments !== undefined ? [screening.comments] : [],
  };
}

/** All observations of one screening. */
export function observationsOf(
  screening: Screening,
  record: ChildRecords,
  unit: UnitDatabase,
  { uuidOf, withContact }: PatientOptions,
): FhirResource[] {
  const entry = entryOf(record, screening);
  const { basis, foodFrom } = entry;
  const setting = {
    unit,
    patientId: uuidOf(NAMES.child(unit, record.child)),
    screening: basis.screening,
    status: foodFrom === undefined ? 'final' : 'preliminary',
    uuidOf,
  } as const;
  return [
    ...measureFindings(basis),
    ...oedemaFindings(basis.screening),
    ...scoreFindings(basis),
    statusFinding(entry, withContact),
  ].map((finding) => observation(finding, setting));
}
