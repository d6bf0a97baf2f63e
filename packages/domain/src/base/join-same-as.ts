import { canonical, sameContent } from './canonical.ts';
import { readSameAs } from './same-as.ts';
import type { SameAs } from './words.ts';

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The lesser of two values by their text: neither is better, and every device takes the same. */
function lesser(a: unknown, b: unknown): unknown {
  return JSON.stringify(canonical(a)) <= JSON.stringify(canonical(b)) ? a : b;
}

function joinFields(a: Fields, b: Fields): Fields {
  const joined: Fields = { ...a };
  for (const [name, value] of Object.entries(b)) {
    const known = joined[name];
    if (known === undefined) joined[name] = value;
    else if (isObject(known) && isObject(value)) joined[name] = joinFields(known, value);
    else if (!sameContent(known, value)) joined[name] = lesser(known, value);
  }
  return joined;
}

function joinTwo(a: SameAs, b: SameAs): SameAs {
  if (a.decided !== b.decided) return a.decided > b.decided ? a : b;
  return { ...joinFields({ ...a }, { ...b }), id: a.id, decided: a.decided };
}

/**
 * Decisions sorted by the other record's id, each pair once. The same whatever the order in which
 * they come, and however often: devices that have seen the same decisions say the same.
 */
function joined(decisions: readonly SameAs[]): readonly SameAs[] {
  const byId = new Map<string, SameAs>();
  for (const decision of decisions) {
    const known = byId.get(decision.id);
    byId.set(decision.id, known === undefined ? decision : joinTwo(known, decision));
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What two versions of a record say together. */
export function joinSameAs(a: unknown, b: unknown): readonly SameAs[] | undefined {
  const decisions = joined([...(readSameAs(a) ?? []), ...(readSameAs(b) ?? [])]);
  return decisions.length === 0 ? undefined : decisions;
}
