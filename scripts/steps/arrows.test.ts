import { createRequire } from 'node:module';
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCheckout, type Checkout } from '../testing/checkout.ts';

const require = createRequire(import.meta.url);
const { forbidden } = require('../../.dependency-cruiser.cjs') as {
  forbidden: IForbiddenRuleType[];
};

describe('the rooms of packages/storage', () => {
  let checkout: Checkout;

  beforeEach(() => {
    checkout = aCheckout();
  });
  afterEach(() => checkout.remove());

  /** Names of the rules that a module of storage breaks by this line. */
  async function brokenBy(module: string, line: string): Promise<string[]> {
    for (const other of ['engine/open-engine', 'engine/ledger/ledger', 'unit/records/records']) {
      checkout.write(`packages/storage/src/${other}.ts`, 'export const value = 1;\n');
    }
    checkout.write(`packages/storage/src/${module}.ts`, `${line}\n`);
    const rules = forbidden.filter(({ name }) => name?.startsWith('storage-'));
    const { output } = await cruise(['packages'], {
      baseDir: checkout.root,
      validate: true,
      ruleSet: { forbidden: rules },
    });
    if (typeof output === 'string') throw new Error(output);
    return output.summary.violations.map(({ rule }) => rule.name);
  }

  it('may not import a room above, at once or later; one below they may', async () => {
    const later = "export const load = () => import('../../engine/open-engine.ts');";
    expect(await brokenBy('unit/open/local-unit', later)).toEqual([
      'storage-unit-open-imports-no-room-above-it',
    ]);
    const above = "export { value } from '../../engine/ledger/ledger.ts';";
    expect(await brokenBy('engine/store/sync-store', above)).toContain(
      'storage-engine-store-imports-no-room-above-it',
    );
    const below = "export { value } from '../../unit/records/records.ts';";
    expect(await brokenBy('unit/open/local-unit', below)).not.toContain(
      'storage-unit-open-imports-no-room-above-it',
    );
  });
});
