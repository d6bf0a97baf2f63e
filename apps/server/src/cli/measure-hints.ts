import { isWithin, LIMITS, PLAUSIBLE } from '@crece/domain';

/** Measures as they stand in the file. */
interface TypedMeasures {
  readonly weight?: number | undefined;
  readonly height?: number | undefined;
  readonly muac?: number | undefined;
}

/**
 * Beyond these no child under five was ever measured: the file has another unit, or the columns
 * changed places. Wider than any plausible child; only the person who has the file can correct it.
 */
const POSSIBLE = { ...PLAUSIBLE, muac: { min: 4, max: 40 } } as const;

const UNITS = {
  weight: { unit: 'kg', tooLittle: '', tooMuch: ' (grams or pounds?)' },
  height: { unit: 'cm', tooLittle: ' (metres or inches?)', tooMuch: ' (millimetres?)' },
  muac: { unit: 'cm', tooLittle: '', tooMuch: ' (millimetres?)' },
} as const;

/** What no form takes decides nothing either: a wide MUAC would read as "normal". */
const OUTSIDE_MUAC = `outside ${LIMITS.muac.min}–${LIMITS.muac.max}`;

const NAMES = ['weight', 'height', 'muac'] as const;

/** Whether both would be possible the other way round, and are not as they stand. */
function areSwapped({ weight, height }: TypedMeasures): boolean {
  if (weight === undefined || height === undefined || weight <= height) return false;
  return isWithin(height, POSSIBLE.weight) && isWithin(weight, POSSIBLE.height);
}

/**
 * Sentences about measures that cannot be a child's. The z-score commands compute all the same;
 * `assess` gives no outcome beside one.
 *
 * @param heightColumn the name of the column with length or height
 */
export function measureHints(measures: TypedMeasures, heightColumn: string): string[] {
  const hints = NAMES.flatMap((name) => {
    const value = measures[name];
    const { unit, tooLittle, tooMuch } = UNITS[name];
    if (value === undefined) return [];
    const what = `${name === 'height' ? heightColumn : name}: ${value} ${unit}`;
    if (isWithin(value, POSSIBLE[name])) {
      return name === 'muac' && !isWithin(value, LIMITS.muac) ? [`${what} is ${OUTSIDE_MUAC}`] : [];
    }
    if (value <= 0) return [`${what} is no measurement`];
    return [`${what} is no child's${value > POSSIBLE[name].max ? tooMuch : tooLittle}`];
  });
  if (areSwapped(measures))
    hints.push(`weight is larger than ${heightColumn}: have the columns changed places?`);
  return hints;
}
