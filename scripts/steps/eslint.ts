import { failed, type Outcome, passed, type RunNode } from './step.ts';

/** Folders with TypeScript programs of their own (`eslint.config.js`): about half of the work. */
const FIRST_HALF = ['apps/server', 'scripts', 'e2e'];
/** Most of what a linter with types allocates is soon garbage: a large nursery spares a fifth of the time. */
const MEMORY = '--max-semi-space-size=64';

/**
 * Checks all code with the rules that need types: two processes, on two cores, that share no program.
 * (ESLint's own `--concurrency` gives every worker files of every program, and each builds them all.)
 */
export async function checkCode(node: RunNode): Promise<Outcome> {
  const eslint = (...args: string[]) =>
    node([MEMORY, 'node_modules/eslint/bin/eslint.js', '--max-warnings=0', ...args]);
  const rest = ['.', ...FIRST_HALF.flatMap((folder) => ['--ignore-pattern', `${folder}/**`])];
  const codes = await Promise.all([eslint(...FIRST_HALF), eslint(...rest)]);
  return codes.every((code) => code === 0) ? passed() : failed();
}
