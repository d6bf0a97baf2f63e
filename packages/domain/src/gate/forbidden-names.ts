import type { GateCode, RawRecord } from './gate-codes.ts';

/** Names that would change an object's prototype or constructor if they were assigned. */
export const MACHINERY_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Names with a leading underscore that the replication protocol uses. */
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
const MACHINERY: ReadonlySet<string> = new Set(MACHINERY_NAMES);

/** Deeper than any valid record; recursion over a document must not exhaust the stack. */
export const MAX_FIELD_DEPTH = 32;

function namesBelow(value: object, depth: number, add: (code: GateCode) => void): void {
  if (depth > MAX_FIELD_DEPTH) {
    add('too-deep');
    return;
  }
  for (const name of Object.keys(value)) {
    if (MACHINERY.has(name)) add('forbidden-name');
    const content = (value as RawRecord)[name];
    if (typeof content === 'object' && content !== null) namesBelow(content, depth + 1, add);
  }
}

/**
 * Why the field names of a document forbid it: dangerous names at any depth, and unknown names with
 * an underscore at the top level.
 */
export function forbiddenNames(raw: RawRecord): readonly GateCode[] {
  const codes: GateCode[] = [];
  const add = (code: GateCode): void => {
    if (!codes.includes(code)) codes.push(code);
  };
  for (const name of Object.keys(raw)) {
    if (!name.startsWith('_')) continue;
    if (name === ATTACHMENTS) add('attachments');
    else if (!PROTOCOL_NAMES.includes(name)) add('forbidden-name');
  }
  namesBelow(raw, 1, add);
  return codes;
}
