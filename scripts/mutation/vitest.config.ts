import { defineConfig } from 'vitest/config';

/** The tests for mutation testing: those of the two mutated packages. */
export default defineConfig({
  test: {
    include: ['packages/{growth,domain}/src/**/*.test.ts'],
    // It compares generated files with the sources' text, which every mutant changes.
    exclude: ['packages/growth/src/tables/tables.test.ts'],
    // A mutant may cause an endless loop or a slow rule; Stryker's limit decides, not this one.
    testTimeout: 60_000,
  },
});
