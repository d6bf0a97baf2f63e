/** A JSON schema as the document of the calls has them. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema | JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
}

/** The same numbers for the same seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Whether something that happens in this share of cases happens now. */
  is(share: number): boolean {
    return this.share() < share;
  }

  below(limit: number): number {
    return Math.floor(this.share() * limit);
  }

  of<T>(all: readonly T[]): T {
    const one = all[this.below(all.length)];
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  }
}

/** Texts that have broken servers. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "'; DROP TABLE documents; --",
  '<script>alert(1)</script>',
  '=1+1',
  '9'.repeat(400),
  'x'.repeat(5_000),
  '2024-02-31',
  '1e309',
  'NaN',
  'null',
  '\u202eabc',
  '👶🏽'.repeat(50),
] as const;

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 53),
  1e300,
  [],
  {},
  [[[[]]]],
  { length: -1 },
  { ['__proto__']: { isAdmin: true } },
];

export const oddText = (chance: Chance): string => chance.of(ODD_TEXTS);

const WORDS = [
  'Ana',
  'López',
  'es',
  'en',
  'chld_test_stake_gtm_1748880000000_k3f09z',
  '1-abc',
  'sync',
];

function aText(chance: Chance, { minLength = 0, maxLength = 60 }: JsonSchema): string {
  const text = chance.is(0.7) ? chance.of(WORDS) : 'x'.repeat(chance.below(40));
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

function aNumber(chance: Chance, { minimum = 0, maximum = 1_000 }: JsonSchema, isWhole: boolean) {
  const value = minimum + chance.share() * (maximum - minimum);
  return isWhole ? Math.round(value) : value;
}

const MOST_DEPTH = 6;

/** A value by a schema: valid as far as the schema tells. */
export function madeBy(chance: Chance, schema: JsonSchema, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined && schema.enum.length > 0) return chance.of(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined && choices.length > 0) return madeBy(chance, chance.of(choices), depth);
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => madeBy(chance, part, depth)));
  }
  const type = Array.isArray(schema.type) ? chance.of(schema.type) : schema.type;
  switch (type ?? 'object') {
    case 'string':
      return aText(chance, schema);
    case 'integer':
      return aNumber(chance, schema, true);
    case 'number':
      return aNumber(chance, schema, false);
    case 'boolean':
      return chance.is(0.5);
    case 'null':
      return null;
    case 'array': {
      const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
      const length = depth > MOST_DEPTH ? 0 : chance.below(4);
      return Array.from({ length }, () => madeBy(chance, items ?? {}, depth + 1));
    }
    default:
      return anObject(chance, schema, depth);
  }
}

function anObject(chance: Chance, schema: JsonSchema, depth: number): unknown {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (depth > MOST_DEPTH) return {};
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || chance.is(0.6))
    .map(([name, property]) => [name, madeBy(chance, property, depth + 1)]);
  if (typeof additionalProperties === 'object' && chance.is(0.7)) {
    entries.push([chance.of(WORDS), madeBy(chance, additionalProperties, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

/** The same value with one place changed to something odd. */
export function mutated(chance: Chance, value: unknown): unknown {
  const odd = () => (chance.is(0.5) ? oddText(chance) : chance.of(ODD_VALUES));
  if (chance.is(0.2)) return odd();
  if (Array.isArray(value) && value.length > 0) {
    const place = chance.below(value.length);
    return value.map((item: unknown, at) => (at === place ? mutated(chance, item) : item));
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const name = chance.of(Object.keys(value));
    if (chance.is(0.2)) return { ...value, [oddText(chance)]: odd() };
    return { ...value, [name]: mutated(chance, (value as Record<string, unknown>)[name]) };
  }
  return odd();
}
