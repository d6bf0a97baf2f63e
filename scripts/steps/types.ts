import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { failed, members, type Outcome, passed, type RunNode } from './step.ts';

/**
 * Every TypeScript project of the repository, and packages and apps without one. What belongs to none
 * of them (scripts, benches, journeys) is one project, that of the root: each project reads anew the
 * sources that it imports.
 */
export function typeProjects(root: string): { projects: string[]; without: string[] } {
  const own = members(root);
  const projects: string[] = [];
  const without: string[] = [];
  for (const folder of [...own, '.']) {
    const names = readdirSync(join(root, folder)).filter(
      (name) => /^tsconfig(\.[\w-]+)?\.json$/.test(name) && name !== 'tsconfig.base.json',
    );
    projects.push(...names.map((name) => join(folder, name)));
    if (names.length === 0 && own.includes(folder)) without.push(folder);
  }
  return { projects, without };
}

/**
 * The checker's threads each work out what the others know already: on two cores one alone needs half
 * the processor time, and leaves room for the step beside it.
 */
const THREADS = availableParallelism() > 2 ? [] : ['--singleThreaded'];

/** Checks every project, and fails when a package or an app has none. */
export async function checkTypes(root: string, node: RunNode): Promise<Outcome> {
  const { projects, without } = typeProjects(root);
  let failures = without.length;
  for (const folder of without) console.error(`${folder} has no tsconfig.json`);
  for (const project of projects) {
    const tsc = ['node_modules/typescript-7/bin/tsc', '-p', project, '--noEmit', ...THREADS];
    const code = await node(tsc);
    if (code !== 0) {
      failures += 1;
      console.error(`${project}: types do not hold`);
    }
  }
  return failures === 0 && projects.length > 0 ? passed(`${projects.length} projects`) : failed();
}
