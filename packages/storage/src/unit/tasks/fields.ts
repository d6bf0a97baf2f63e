/** The value of a field of the document's own: a field named `constructor` has nothing inherited. */
export function fieldOf(document: object, name: string): unknown {
  return Object.hasOwn(document, name) ? Reflect.get(document, name) : undefined;
}

/** The same where it is a text that is not empty. */
export function textOf(document: object, name: string): string | undefined {
  const value = fieldOf(document, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
