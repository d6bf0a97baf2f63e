import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inputsHash } from './build.ts';
import { aCheckout, type Checkout } from './testing/checkout.ts';

describe('inputsHash', () => {
  let checkout: Checkout;

  beforeEach(() => {
    checkout = aCheckout();
    checkout.write('apps/web/src/main.tsx', 'one');
    checkout.write('packages/growth/src/index.ts', 'one');
  });
  afterEach(() => checkout.remove());

  it.each([
    'apps/web/src/main.tsx',
    'apps/web/index.html',
    'apps/web/vite.config.ts',
    'packages/growth/src/index.ts',
    'packages/messages/src/mail.en.json',
    'package-lock.json',
    'scripts/build.ts',
  ])('changes with %s', (file) => {
    const before = inputsHash(checkout.root);
    checkout.write(file, 'two');
    expect(inputsHash(checkout.root)).not.toBe(before);
  });

  it.each([
    'apps/web/dist/index.html',
    'apps/web/node_modules/x/index.js',
    'apps/web/src/main.test.tsx',
    'packages/growth/src/index.test.ts',
    'packages/growth/reference/table.csv',
    'apps/server/src/main.ts',
    'README.md',
  ])('a changed %s leaves the hash the same', (file) => {
    const before = inputsHash(checkout.root);
    checkout.write(file, 'two');
    expect(inputsHash(checkout.root)).toBe(before);
  });
});
