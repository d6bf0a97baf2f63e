import { stakeDBOf } from './store-names.ts';

/** Fields by which `listBy` finds documents, in databases of units and in the server's own. */
const OF_UNITS: readonly string[] = ['owner'];
const OF_THE_SERVER: Readonly<Record<string, readonly string[]>> = {
  sys_jobs: ['owner', 'fileName'],
  sys_pushes: ['revisions'],
};

/** The fields of a database by which its documents are found. */
export function indexedFields(name: string): readonly string[] {
  return stakeDBOf(name) === null ? (OF_THE_SERVER[name] ?? []) : OF_UNITS;
}

/** Throws `TypeError` for a field without an index. */
export function mustBeIndexed(name: string, field: string): void {
  if (!indexedFields(name).includes(field)) {
    throw new TypeError(`${name} has no index by ${field}`);
  }
}

/**
 * Whether a document is found by one of these values. The indexes of the back ends may name more
 * documents, never fewer: what a field holds is decided here.
 */
export function holdsOneOf(content: unknown, values: ReadonlySet<string>): boolean {
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  return parts.some((part) => {
    const value: unknown = Array.isArray(part) ? part[0] : part;
    return typeof value === 'string' && values.has(value);
  });
}
