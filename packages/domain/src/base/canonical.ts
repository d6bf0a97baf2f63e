function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, content]) => [name, sorted(content)]));
}

/**
 * The document with its keys sorted at every depth and without undefined properties, so that two
 * devices with the same content write the same bytes. Arrays keep their order. The shape does not
 * change, hence the assertion.
 */
export function canonical<T>(document: T): T {
  return sorted(document) as T;
}

/** Whether two documents have the same content, in any order of keys. */
export function sameContent(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}
