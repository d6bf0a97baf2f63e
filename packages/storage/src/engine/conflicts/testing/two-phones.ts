import type { Author } from '../../../base/author.ts';
import { openTestUnit } from '../../../testing/open-test-unit.ts';
import type { EngineParts, UnitWithEngine } from '../../core/engine.ts';
import { meet } from './exchange.ts';

export const ANA: Author = { name: 'Ana Morales' };
export const JOSE: Author = { name: 'José Núñez' };

/** One person's phone: real IndexedDB under its own name, with its own installation id. */
export interface TestPhone {
  unit: UnitWithEngine;
  engine: EngineParts;
  deviceId: string;
}

/** A phone that has not received anything. */
export async function aNewPhone(): Promise<TestPhone> {
  const { unit, device } = await openTestUnit();
  return { unit, engine: await unit.engine(), deviceId: device.id };
}

async function aPhone(): Promise<TestPhone> {
  const phone = await aNewPhone();
  await phone.engine.ledger.note({ isWhole: true });
  return phone;
}

/**
 * Two phones of one unit that have received all of it; `meet` makes them exchange and merge until
 * both hold the same.
 */
export async function twoPhones(): Promise<{
  ana: TestPhone;
  jose: TestPhone;
  meet: () => Promise<void>;
}> {
  const ana = await aPhone();
  const jose = await aPhone();
  return { ana, jose, meet: () => meet(ana.unit, jose.unit) };
}
