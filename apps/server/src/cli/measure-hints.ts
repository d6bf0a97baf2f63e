import { isWithin, LIMITS, PLAUSIBLE } from '@crece/domain';

/** Measures as written in the file. */
interface TypedMeasures {
  readonly weight?: number | undefined;
  readonly height?: number | undefined;
  readonly muac?: number | undefined;
}

/**
 * No child under five was ever measured outside these limits: the file has another unit, or columns
 * are swapped. The limits are wider than those for a plausible child. Only the person with the file
 * can correct such a value.
 */
const POSSIBLE = { ...PLAUSIBLE, muac: { min: 4, max: 40 } } as const;

const UNITS = {
  weight: { unit: 'kg', tooLittle: '', tooMuch: ' (grams or pounds?)' },
  height: { unit: 'cm', tooLittle: ' (metres or inches?)', tooMuch: ' (millimetres?)' },
  muac: { unit: 'cm', tooLittle: '', tooMuch: ' (millimetres?)' },
} as const;

/** A MUAC that no form accepts decides nothing: one that is too wide would count as "normal". */
const OUTSIDE_MUAC = `outside ${LIMITS.muac.min}–${LIMITS.muac.max}`;

const NAMES = ['weight', 'height', 'muac'] as const;

/** Whether weight and height are possible only when they are swapped. */
function areSwapped({ weight, height }: TypedMeasures): boolean {
  if (weight === undefined || height === undefined || weight <= height) return false;
  return isWithin(height, POSSIBLE.weight) && isWithin(weight, POSSIBLE.height);
}

/**
 * Sentences about measures that no child can have. The z-score commands still compute; `assess`
 * gives no outcome for such a row.
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
