import { join, resolve } from 'node:path';

const SOURCES = resolve(import.meta.dirname, '..');

/** The programs of the server, and those that only tests start. */
const PROGRAMS = {
  main: 'main.ts',
  crece: 'cli/main.ts',
  'import-process': 'imports/testing/import-process.ts',
  'couch-server': 'store/testing/couch-server.ts',
  'crash-writer': 'store/testing/crash-writer.ts',
  'killed-steps': 'upgrade/testing/killed-steps.ts',
} as const;

/**
 * The file of a program: of the bundle that the test run made (`scripts/testing/server-bundle.ts`),
 * where a process starts in half the time, else its source.
 */
export function programFile(program: keyof typeof PROGRAMS): string {
  const bundle = process.env['CRECE_SERVER_BUNDLE'];
  if (bundle !== undefined) return join(bundle, `${program}.mjs`);
  return join(SOURCES, PROGRAMS[program]);
}
