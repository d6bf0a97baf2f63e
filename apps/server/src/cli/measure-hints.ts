/** Measures as they stand in the file. */
interface TypedMeasures {
  readonly weight?: number | undefined;
  readonly height?: number | undefined;
  readonly muac?: number | undefined;
}

/**
 * Beyond these no child under five was ever measured: the file has another unit, or the columns
 * changed places. Wider than any plausible child; only the person who has the file can mend it.
 */
const POSSIBLE = [
  { name: 'weight', unit: 'kg', min: 0.3, max: 60, tooMuch: 'grams or pounds?' },
  { name: 'height', unit: 'cm', min: 25, max: 150, tooMuch: 'millimetres?' },
  { name: 'muac', unit: 'cm', min: 4, max: 40, tooMuch: 'millimetres?' },
] as const;

/**
 * Sentences about measures that cannot be a child's; nothing is changed or left out for them.
 *
 * @param heightColumn the name of the column with length or height
 */
export function measureHints(measures: TypedMeasures, heightColumn: string): string[] {
  const hints = POSSIBLE.flatMap(({ name, unit, min, max, tooMuch }) => {
    const value = measures[name];
    const column = name === 'height' ? heightColumn : name;
    if (value === undefined || (value >= min && value <= max)) return [];
    if (value <= 0) return [`${column}: ${value} ${unit} is no measurement`];
    return [`${column}: ${value} ${unit} is no child's${value > max ? ` (${tooMuch})` : ''}`];
  });
  const { weight, height } = measures;
  if (weight !== undefined && height !== undefined && height > 0 && weight > height)
    hints.push(`weight is larger than ${heightColumn}: have the columns changed places?`);
  return hints;
}
