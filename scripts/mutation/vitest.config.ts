import { defineConfig } from 'vitest/config';

/** The tests that mutation testing runs: those of the two packages that are mutated. */
export default defineConfig({
  test: {
    include: ['packages/{growth,domain}/src/**/*.test.ts'],
    // It compares generated files with the sources' text, which a mutant changes by being there.
    exclude: ['packages/growth/src/tables/tables.test.ts'],
    // A mutant may make a loop endless or a rule slow; the limit of Stryker decides, not this one.
    testTimeout: 60_000,
  },
});
