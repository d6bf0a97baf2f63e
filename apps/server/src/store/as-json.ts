import type { Json } from './document-store.ts';

/** A value as a document keeps it: what is `undefined` is left out, a date is its text. */
export function asJson(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
