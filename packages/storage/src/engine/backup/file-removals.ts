import { kindOfId, type RecordKind } from '@crece/domain';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import { changeLocal } from '../../unit/records/change-local.ts';
import type { Document } from '../../unit/records/unit-records.ts';
import type { EngineParts, UnitWithEngine } from '../core/engine.ts';

/** Local document of a unit with the removals of files that nobody has decided about. */
const LOCAL_ID = 'crece-file-removals';

/** A removal in somebody's file that waits for a person with the right to remove. */
export interface FileRemoval {
  readonly id: string;
  readonly rev: string;
  readonly kind: RecordKind | null;
  /** Names on the record, or of the child that a screening belongs to; empty when unknown. */
  readonly title: string;
  /** Who removed it, as the file says. */
  readonly removedBy: string;
}

/** A removal as it is kept. */
export interface KeptRemoval {
  readonly document: CarriedDocument;
  readonly title: string;
}

function removalsIn(stored: Readonly<Record<string, unknown>> | null): readonly KeptRemoval[] {
  const removals: unknown = stored?.['removals'];
  return Array.isArray(removals) ? (removals as KeptRemoval[]) : [];
}

async function change(
  { store }: EngineParts,
  changed: (before: readonly KeptRemoval[]) => readonly KeptRemoval[],
): Promise<void> {
  const change = (stored: Document | null) => {
    const before = removalsIn(stored);
    const removals = changed(before);
    return removals.length === 0 && before.length === 0 ? null : { removals };
  };
  await changeLocal(store, LOCAL_ID, change, 'strict');
}

const keyOf = ({ _id, _rev }: CarriedDocument): string => `${_rev} ${_id}`;

/** Notes how many removals wait, so that lists count them. */
export async function noteFileRemovals(engine: EngineParts): Promise<void> {
  const { length } = await standing(engine);
  if (length !== engine.ledger.state.removalsInFiles) {
    await engine.ledger.note({ removalsInFiles: length });
  }
}

/** Keeps removals until somebody decides about them. */
export async function keepRemovals(
  engine: EngineParts,
  added: readonly KeptRemoval[],
): Promise<void> {
  if (added.length === 0) return;
  await change(engine, (before) => {
    const all = new Map(before.map((each) => [keyOf(each.document), each]));
    for (const each of added) all.set(keyOf(each.document), each);
    return [...all.values()];
  });
  await noteFileRemovals(engine);
}

/** Forgets the removals in files of erased records, which quote them. */
export async function forgetFileRemovals(
  engine: EngineParts,
  ids: ReadonlySet<string>,
): Promise<void> {
  const isOf = ({ document: { _id, owner } }: KeptRemoval): boolean =>
    ids.has(_id) || (typeof owner === 'string' && ids.has(owner));
  const kept = removalsIn(await engine.store.readLocal(LOCAL_ID));
  if (!kept.some(isOf)) return;
  await change(engine, (before) => before.filter((each) => !isOf(each)));
  await noteFileRemovals(engine);
}

/** The removals that still change something: those not stored here, of records not removed here. */
async function standing(engine: EngineParts): Promise<readonly KeptRemoval[]> {
  const { store } = engine;
  const kept = removalsIn(await store.readLocal(LOCAL_ID));
  const left: KeptRemoval[] = [];
  for (const each of kept) {
    const { _id, _rev } = each.document;
    const missing = await store.missing(new Map([[_id, [_rev]]]));
    const [winner] = await store.leaves(_id);
    if (missing.has(_id) && winner?._deleted !== true) left.push(each);
  }
  return left;
}

function removalOf({ document, title }: KeptRemoval): FileRemoval {
  const { _id: id, _rev: rev, removedBy } = document;
  return {
    id,
    rev,
    kind: kindOfId(id),
    title,
    removedBy: typeof removedBy === 'string' ? removedBy : '',
  };
}

/** The removals of files that wait in a unit for a decision, in the order of their names. */
export async function fileRemovals(unit: UnitWithEngine): Promise<readonly FileRemoval[]> {
  const engine = await unit.engine();
  const left = await standing(engine);
  await noteFileRemovals(engine);
  return left.map(removalOf).sort((a, b) => (a.title + a.id < b.title + b.id ? -1 : 1));
}

/**
 * Decides about the listed removals: `carry-out` writes them as they are in the file, pending here;
 * `leave` forgets them, and the records stay. One that came meanwhile keeps waiting.
 */
export async function decideFileRemovals(
  unit: UnitWithEngine,
  listed: readonly FileRemoval[],
  answer: 'carry-out' | 'leave',
): Promise<void> {
  const engine = await unit.engine();
  const decided = new Set(listed.map(({ id, rev }) => `${rev} ${id}`));
  if (answer === 'carry-out') {
    const left = await standing(engine);
    const documents = left
      .map(({ document }) => document)
      .filter((each) => decided.has(keyOf(each)));
    await engine.ledger.takeFromFile(documents);
    await engine.announce();
  }
  await change(engine, (before) => before.filter(({ document }) => !decided.has(keyOf(document))));
  await noteFileRemovals(engine);
}
