import { onTestFinished } from 'vitest';
import type { Author } from '../base/author.ts';
import type { UnitWithEngine } from '../engine/core/engine.ts';
import { type DeviceWithUnits, openUnit } from '../open-unit.ts';
import { deviceNamed } from './test-place.ts';

export const AUTHOR: Author = { name: 'Ana Morales' };
export const NOW = new Date('2025-05-10T15:00:00.000Z');
export const TIME_ZONE = 'America/Guatemala';

let made = 0;

/** A name that no other test of this run has used. */
export function freshName(kind: string): string {
  made += 1;
  return `${kind}_${Date.now().toString(36)}_${made}_${Math.random().toString(36).slice(2, 8)}`;
}

export async function openTestDevice(databaseName = freshName('device')): Promise<DeviceWithUnits> {
  const device = await deviceNamed(databaseName);
  onTestFinished(() => device.close());
  return device;
}

export interface TestUnit {
  device: DeviceWithUnits;
  unit: UnitWithEngine;
  stakeDB: string;
}

/** An empty unit of its own, ready, closed when the test ends. */
export async function openTestUnit(
  options: { stakeDB?: string; device?: DeviceWithUnits; clock?: () => Date } = {},
): Promise<TestUnit> {
  const device = options.device ?? (await openTestDevice());
  const stakeDB = options.stakeDB ?? freshName('test_stake');
  const unit = await openUnit(stakeDB, {
    device,
    timeZone: TIME_ZONE,
    clock: options.clock ?? (() => NOW),
  });
  onTestFinished(() => unit.close());
  await unit.ready();
  return { device, unit, stakeDB };
}
