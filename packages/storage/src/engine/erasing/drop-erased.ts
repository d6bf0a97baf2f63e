import { isErasure } from '@crece/replication';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { EngineParts } from '../core/engine.ts';

/** Drops records that the server has erased for good; hardly ever any, so the code is apart. */
export async function dropErased(
  engine: EngineParts,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const { eraseHere } = await import('./erase-here.ts');
  await eraseHere(engine, [...new Set(ids)], now);
}

/** The same for what the server hands over: the records of which a version says that it was erased. */
export function dropErasedAmong(
  engine: EngineParts,
  documents: readonly CarriedDocument[],
  now: Date,
): Promise<void> {
  const erased = documents.filter(isErasure);
  return dropErased(
    engine,
    erased.map(({ _id }) => _id),
    now,
  );
}
