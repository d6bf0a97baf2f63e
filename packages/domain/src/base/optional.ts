/** An object whose possibly undefined properties are optional instead. */
export type WithoutUndefined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Copies an object's own fields that pass a test. Values are defined, not assigned, so a field
 * named `__proto__` stays a field. A plain loop for speed: it runs for every document of a unit.
 */
function copyFields(
  source: object,
  isKept: (name: string, value: unknown) => boolean,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in source) {
    const value: unknown = source[name as keyof typeof source];
    if (!isKept(name, value)) continue;
    if (name === '__proto__') Object.defineProperty(copy, name, { value, enumerable: true });
    else copy[name] = value;
  }
  return copy;
}

/**
 * The object without its undefined properties: in a record, a missing field means "not known".
 * TypeScript cannot type a filter over keys, hence the assertion.
 */
export function withoutUndefined<T extends object>(object: T): WithoutUndefined<T> {
  return copyFields(object, (_name, value) => value !== undefined) as WithoutUndefined<T>;
}

/** Lists of names are constants of tables: each is prepared once. */
const prepared = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(names: readonly string[]): ReadonlySet<string> {
  let set = prepared.get(names);
  if (set === undefined) {
    set = new Set(names);
    prepared.set(names, set);
  }
  return set;
}

/** A copy of the record without the named fields; the list of names never changes. */
export function withoutFields<T extends object, K extends string>(
  record: T,
  names: readonly K[],
): Omit<T, K> {
  const dropped = setOf(names);
  return copyFields(record, (name) => !dropped.has(name)) as Omit<T, K>;
}
