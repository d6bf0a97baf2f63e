import { join, resolve } from 'node:path';

const SOURCES = resolve(import.meta.dirname, '..');

/**
 * The file of a program of the server: of the bundle that the test run made
 * (`scripts/testing/server-bundle.ts`), where a process starts in half the time, else its source.
 */
export function programFile(program: 'main' | 'crece'): string {
  const bundle = process.env['CRECE_SERVER_BUNDLE'];
  if (bundle !== undefined) return join(bundle, `${program}.mjs`);
  return join(SOURCES, program === 'main' ? 'main.ts' : 'cli/main.ts');
}
