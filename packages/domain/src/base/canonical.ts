function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const content: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const part = (value as Record<string, unknown>)[name];
    if (part !== undefined) put(content, name, sorted(part));
  }
  return content;
}

/** An assignment to `__proto__` would be no property. */
function put(content: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') content[name] = value;
  else
    Object.defineProperty(content, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
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
