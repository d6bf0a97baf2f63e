import { createRequire } from 'node:module';
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCheckout, type Checkout } from '../testing/checkout.ts';

const require = createRequire(import.meta.url);
const { forbidden, options } = require('../../.dependency-cruiser.cjs') as {
  forbidden: IForbiddenRuleType[];
  options: { tsPreCompilationDeps: boolean };
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

  it('a room of storage may not import one above, at once or later; one below it may', async () => {
    const later = "export const load = () => import('../../engine/open-engine.ts');";
    expect(await brokenBy('unit/open/local-unit', later)).toEqual([
      'storage-unit-open-imports-no-room-above-it',
    ]);
    const above = "export { value } from '../../engine/ledger/ledger.ts';";
    expect(await brokenBy('unit/writes/writes', above)).toContain(
      'storage-unit-writes-imports-no-room-above-it',
    );
    const below = "export { value } from '../../unit/records/records.ts';";
    expect(await brokenBy('unit/open/local-unit', below)).not.toContain(
      'storage-unit-open-imports-no-room-above-it',
    );
  });
});

describe('the rooms of apps/server', () => {
  let checkout: Checkout;

  beforeEach(() => {
    checkout = aCheckout();
  });
  afterEach(() => checkout.remove());

  /** Names of the rules that a module of the server breaks by this line. */
  async function brokenBy(module: string, line: string): Promise<string[]> {
    for (const other of ['services', 'store/store', 'gateway/gate', 'jobs/testing/a-job']) {
      checkout.write(`apps/server/src/${other}.ts`, 'export type Value = 1;\n');
    }
    checkout.write(`apps/server/src/${module}.ts`, `${line}\n`);
    const { output } = await cruise(['apps'], {
      baseDir: checkout.root,
      validate: true,
      tsPreCompilationDeps: options.tsPreCompilationDeps,
      ruleSet: { forbidden: forbidden.filter(({ name }) => name?.startsWith('server-')) },
    });
    if (typeof output === 'string') throw new Error(output);
    return output.summary.violations.map(({ rule }) => rule.name);
  }

  it('a room of the server may not import one above, not even a type; one below it may', async () => {
    const above = "export type { Value } from '../gateway/gate.ts';";
    expect(await brokenBy('accounts/sessions', above)).toEqual([
      'server-accounts-imports-no-room-above-it',
    ]);
    const below = "export type { Value } from '../store/store.ts';";
    expect(await brokenBy('accounts/sessions', below)).toEqual([]);
  });

  it('know nothing of the composition, be it the highest', async () => {
    const services = "import type { Value } from '../services.ts';\nexport type Part = Value;";
    expect(await brokenBy('cli/main', services)).toEqual(['server-cli-imports-no-room-above-it']);
  });

  it('let their tests import any', async () => {
    const above = "export type { Value } from '../gateway/gate.ts';";
    expect(await brokenBy('store/store.test', above)).toEqual([]);
  });

  it('all have a place in the order', async () => {
    const below = "export type { Value } from '../store/store.ts';";
    expect(await brokenBy('attic/chest', below)).toEqual(['server-has-no-other-room']);
  });
});

describe('the rooms of other houses', () => {
  let checkout: Checkout;

  beforeEach(() => {
    checkout = aCheckout();
  });
  afterEach(() => checkout.remove());

  it.each([
    ['growth', 'packages/growth/src', 'base', 'tables'],
    ['domain', 'packages/domain/src', 'screening', 'standing'],
    ['reports', 'packages/reports/src', 'base', 'rows'],
    ['web', 'apps/web/src', 'data', 'ui'],
  ])(
    'a room of %s may not import one above, not even a type, and all have a place in the order',
    async (...house) => {
      const [name, src, low, high] = house;
      const brokenBy = async (from: string, to: string) => {
        checkout.write(`${src}/${from}/a.ts`, `export type { Value } from '../${to}/b.ts';\n`);
        checkout.write(`${src}/${to}/b.ts`, 'export type Value = 1;\n');
        const { output } = await cruise([src], {
          baseDir: checkout.root,
          validate: true,
          tsPreCompilationDeps: options.tsPreCompilationDeps,
          ruleSet: { forbidden: forbidden.filter((rule) => rule.name?.startsWith(`${name}-`)) },
        });
        if (typeof output === 'string') throw new Error(output);
        return output.summary.violations.map(({ rule }) => rule.name);
      };
      expect(await brokenBy(low, high)).toEqual([`${name}-${low}-imports-no-room-above-it`]);
      expect(await brokenBy('attic', low)).toContain(`${name}-has-no-other-room`);
    },
  );
});
