import { sameContent } from '../base/canonical.ts';
import { withoutFields } from '../base/optional.ts';
import type { Child, Screening } from '../fields/entities.ts';
import { CHILD_SUMMARY_NAMES, SCREENING_ASSESSMENT_NAMES } from '../fields/records.ts';
import type { RawRecord } from '../gate/gate-codes.ts';
import { assessStored } from '../screening/assess-stored.ts';
import { compareWithTold } from '../screening/compare-with-told.ts';
import { hasCopyOnly, keepingCopy } from '../screening/copied-figures.ts';
import { saysSomething, storedAssessment } from '../screening/told.ts';
import { rulesText } from '../settings/rules-version.ts';
import { keepingTold } from './plan-writes.ts';
import { summariseChild } from './summarise-child.ts';

/** A record as the gate reads it, together with the stored document. */
export interface StoredRecord<T> {
  readonly raw: RawRecord;
  readonly record: T;
}

/** A child and all its screenings, each as stored and as read. */
export interface StoredChildFile {
  readonly child: StoredRecord<Child>;
  readonly screenings: readonly StoredRecord<Screening>[];
}

/**
 * Older systems stored the BMI under this name. The gate reads it as `bmi`, so writing `bmi`
 * removes it.
 */
const OLDER_SUMMARY_NAMES = ['currentBMI'] as const;

/** The screening with its reassessed figures in the fields that store them. */
function convertedScreening(before: Screening, child: Child, all: readonly Screening[]): Screening {
  const { zScore, ...assessment } = assessStored(before, child, all);
  const after: Screening = {
    ...withoutFields(before, SCREENING_ASSESSMENT_NAMES),
    ...assessment,
    // Unknown fields inside `zScore` are kept, as on every record.
    zScore: { ...before.zScore, ...zScore },
    gender: child.gender,
  };
  if (before.told !== undefined) return { ...after, told: before.told };
  if (hasCopyOnly(before)) return keepingCopy(before, after);
  const { difference } = compareWithTold(before, child, all);
  if (difference === null) return keepingTold(before, after);
  const told = storedAssessment(before);
  return saysSomething(told) ? { ...after, told: { ...told, reason: difference.reason } } : after;
}

/** The derived fields of a screening, and its earlier assessment. */
const CONVERTED_NAMES = [...SCREENING_ASSESSMENT_NAMES, 'gender', 'told'] as const;

function derivedOf(record: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) =>
      Object.hasOwn(record, name) ? [[name, Reflect.get(record, name)]] : [],
    ),
  );
}

/** The stored document with new derived fields; null when nothing would change. */
function rewritten(
  { raw, record }: StoredRecord<object>,
  after: object,
  names: readonly string[],
  olderNames: readonly string[],
): RawRecord | null {
  const derived = derivedOf(after, names);
  if (sameContent(derivedOf(record, names), derived)) return null;
  return { ...withoutFields(raw, [...names, ...olderNames]), ...derived };
}

/**
 * The documents that "Convert z-scores" writes for a child: each one whose stored derived fields
 * differ from the reassessed ones. Only derived fields change, not even repairs by the gate are
 * written: a merge with a simultaneous edit then never asks a person to choose. Returns nothing
 * once the conversion is stored.
 */
export function planConversion({ child, screenings }: StoredChildFile): readonly RawRecord[] {
  const all = screenings.map(({ record }) => record);
  const after = all.map((screening) => convertedScreening(screening, child.record, all));
  const changed = screenings.map((stored, i) => {
    const converted = after[i];
    return converted === undefined ? null : rewritten(stored, converted, CONVERTED_NAMES, []);
  });
  // What is rewritten is signed, and then read as a record of this application.
  const signed = after.map((screening, i) =>
    changed[i] === null ? screening : { ...screening, rules: rulesText(0) },
  );
  const summary = summariseChild(child.record, signed);
  changed.push(rewritten(child, summary, CHILD_SUMMARY_NAMES, OLDER_SUMMARY_NAMES));
  return changed.filter((document) => document !== null);
}
