/**
 * The value of an own field of the document; inherited properties such as `constructor` are
 * ignored.
 */
export function fieldOf(document: object, name: string): unknown {
  return Object.hasOwn(document, name) ? Reflect.get(document, name) : undefined;
}

/** The value of an own field if it is a non-empty text. */
export function fieldTextOf(document: object, name: string): string | undefined {
  const value = fieldOf(document, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
