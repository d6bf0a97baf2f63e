import { measureAtZ } from './base/lms.ts';
import type { Sex } from './base/sex.ts';
import type { LmsTable } from './tables/lms-table.ts';
import { PROGRAMME_TABLES } from './tables/programme-tables.ts';

export type CurveKind = 'height-for-age' | 'weight-for-age' | 'weight-for-height';

/** `x` in months (for age) or cm (for height), `y` in cm or kg. */
export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

/**
 * A part of a curve that is drawn as one line; `position` is null for weight-for-age, where it has
 * no effect.
 */
export interface CurveSegment {
  readonly position: 'lying' | 'standing' | null;
  readonly points: readonly CurvePoint[];
}

function segment(position: CurveSegment['position'], table: LmsTable, z: number): CurveSegment {
  const points = table.rows.flatMap((lms, index) => {
    const y = measureAtZ(z, lms);
    return y === null ? [] : [{ x: table.first + index * table.step, y }];
  });
  return { position, points };
}

/**
 * WHO's curve at a z-score (−3 to +3 on the charts), one point per table row. Lying and standing
 * are separate segments with a gap at 24 months, because standing height is 0.7 cm less.
 *
 * `referenceCurve('height-for-age', 'Boy', 0)` is months 0 to 24 lying, ending at 87.8161 cm, and
 * months 24 to 60 standing, starting at 87.1161 cm.
 */
export function referenceCurve(kind: CurveKind, sex: Sex, z: number): readonly CurveSegment[] {
  const { lengthForAge, heightForAge, weightForAge, weightForLength, weightForHeight } =
    PROGRAMME_TABLES;
  switch (kind) {
    case 'height-for-age':
      return [segment('lying', lengthForAge[sex], z), segment('standing', heightForAge[sex], z)];
    case 'weight-for-age':
      return [segment(null, weightForAge[sex], z)];
    case 'weight-for-height':
      return [
        segment('lying', weightForLength[sex], z),
        segment('standing', weightForHeight[sex], z),
      ];
  }
}
