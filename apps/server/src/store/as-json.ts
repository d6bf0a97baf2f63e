import type { Json } from './document-store.ts';

/** A value as a document stores it: `undefined` fields are dropped, a date becomes text. */
export function asJson(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
