import type { PhoneCode, PhoneReport } from '@crece/contract';
import type { UnitWithEngine } from '../core/engine.ts';
import type { SyncOutcome } from './types.ts';

/** What storage knows for a phone's report; the application adds its build. */
export type PhoneState = Omit<PhoneReport, 'build'>;

/**
 * Of so many unsent records the oldest is looked for. They stand in the order in which they became
 * unsent, so that the first ones are the oldest.
 */
const LOOKED_AT = 20;
const MEGABYTE = 1_000_000;
const MOST_CODES = 5;

/** A time that this application wrote; a foreign writer's text is none. */
function instantOf(value: unknown): string | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** How this phone's copy of a unit is, in figures, instants and codes: no word of a record. */
export async function phoneState(
  unit: UnitWithEngine,
  last: SyncOutcome | null,
): Promise<PhoneState> {
  const engine = await unit.engine();
  const { sync, unreadable } = unit.snapshot();
  const pending = engine.pendingIds();
  const { usage, quota, low } = await engine.device.storageState();
  const leaves = await engine.store.leavesOfMany(pending.slice(0, LOOKED_AT));
  const times = leaves
    .flat()
    .flatMap(({ updatedAt, removedAt }) => instantOf(removedAt ?? updatedAt) ?? []);
  const codes: PhoneCode[] = [
    ...(last?.kind === 'failed' ? [last.fault.code] : []),
    ...(low ? ['storage-low' as const] : []),
    ...(sync.vanished === null ? [] : ['records-gone' as const]),
    ...(unreadable.length > 0 ? ['unreadable' as const] : []),
    ...(sync.tasks.length > 0 ? ['choices' as const] : []),
  ];
  return {
    device: engine.device.id,
    unit: unit.stakeDB,
    unsent: pending.length,
    refused: sync.refused.length,
    oldestUnsent: [...times].sort()[0] ?? null,
    completed: sync.stamp?.completedAt ?? null,
    freeMB:
      usage === null || quota === null ? null : Math.floor(Math.max(0, quota - usage) / MEGABYTE),
    codes: codes.slice(0, MOST_CODES),
  };
}
