import type { GateCode, RawRecord } from './gate-codes.ts';

/** Names that would reach into the machinery of objects if they were ever assigned. */
export const MACHINERY_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Names with a leading underscore that belong to the replication protocol. */
export const PROTOCOL_NAMES: readonly string[] = [
  '_id',
  '_rev',
  '_deleted',
  '_revisions',
  '_conflicts',
  '_deleted_conflicts',
  '_revs_info',
  '_local_seq',
];

const ATTACHMENTS = '_attachments';

/** Nested deeper than any record of ours; the walks below it must not exhaust the stack. */
export const MAX_FIELD_DEPTH = 32;

function namesBelow(value: object, depth: number, codes: Set<GateCode>): void {
  if (depth > MAX_FIELD_DEPTH) {
    codes.add('too-deep');
    return;
  }
  for (const [name, content] of Object.entries(value)) {
    if (MACHINERY_NAMES.includes(name)) codes.add('forbidden-name');
    if (typeof content === 'object' && content !== null) namesBelow(content, depth + 1, codes);
  }
}

/** What in the names of a document's fields forbids it: at any depth, and underscores on top. */
export function forbiddenNames(raw: RawRecord): readonly GateCode[] {
  const codes = new Set<GateCode>();
  for (const name of Object.keys(raw)) {
    if (name === ATTACHMENTS) codes.add('attachments');
    else if (name.startsWith('_') && !PROTOCOL_NAMES.includes(name)) codes.add('forbidden-name');
  }
  namesBelow(raw, 1, codes);
  return [...codes];
}
