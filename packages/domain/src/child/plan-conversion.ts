import type { Child, Screening } from '../entities.ts';
import { sameContent } from '../gate/canonical.ts';
import type { RawRecord } from '../gate/gate-codes.ts';
import { withoutFields } from '../optional.ts';
import { CHILD_SUMMARY_NAMES, SCREENING_ASSESSMENT_NAMES } from '../records.ts';
import { assessStored } from '../screening/assess-stored.ts';
import { compareWithTold } from '../screening/compare-with-told.ts';
import { saysSomething, storedAssessment } from '../screening/told.ts';
import { keepingTold } from './plan-writes.ts';
import { summariseChild } from './summarise-child.ts';

/** A record as the gate reads it, beside the document that is stored. */
export interface StoredRecord<T> {
  readonly raw: RawRecord;
  readonly record: T;
}

/** A child with all its screenings, as they are stored and as they are read. */
export interface StoredChildFile {
  readonly child: StoredRecord<Child>;
  readonly screenings: readonly StoredRecord<Screening>[];
}

/** Older systems kept the BMI under this name: read as `bmi`, hence gone where `bmi` is written. */
const OLDER_SUMMARY_NAMES = ['currentBMI'] as const;

/** What reading shows of a screening, in the fields that hold the copy of it. */
function convertedScreening(before: Screening, child: Child, all: readonly Screening[]): Screening {
  const { zScore, ...assessment } = assessStored(before, child, all);
  const after: Screening = {
    ...withoutFields(before, SCREENING_ASSESSMENT_NAMES),
    ...assessment,
    // A field inside that we do not know stays, as on every record.
    zScore: { ...before.zScore, ...zScore },
    gender: child.gender,
  };
  if (before.told !== undefined) return { ...after, told: before.told };
  const { difference } = compareWithTold(before, child, all);
  if (difference === null) return keepingTold(before, after);
  const told = storedAssessment(before);
  return saysSomething(told) ? { ...after, told: { ...told, reason: difference.reason } } : after;
}

/** The derived fields of a screening, and what was told before them. */
const CONVERTED_NAMES = [...SCREENING_ASSESSMENT_NAMES, 'gender', 'told'] as const;

function derivedOf(record: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) =>
      Object.hasOwn(record, name) ? [[name, Reflect.get(record, name)]] : [],
    ),
  );
}

/** The stored document with these derived fields in place of its own; null where it reads the same. */
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
 * What "Convert z-scores" writes of a child: each stored document whose derived fields say something
 * else than reading shows. Nothing but derived fields changes, not even what the gate repairs at
 * reading: a merge with an edit that somebody makes meanwhile asks no question. The answer is empty
 * once it was written.
 */
export function planConversion({ child, screenings }: StoredChildFile): readonly RawRecord[] {
  const all = screenings.map(({ record }) => record);
  const after = all.map((screening) => convertedScreening(screening, child.record, all));
  const changed = screenings.map((stored, i) => {
    const converted = after[i];
    return converted === undefined ? null : rewritten(stored, converted, CONVERTED_NAMES, []);
  });
  const summary = summariseChild(child.record, after);
  changed.push(rewritten(child, summary, CHILD_SUMMARY_NAMES, OLDER_SUMMARY_NAMES));
  return changed.filter((document) => document !== null);
}
