import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { failed, members, type Outcome, passed, type RunNode } from './step.ts';

const FOLDERS = ['.', 'e2e', 'scripts', 'bench'];

/** Every TypeScript project of the repository, and source folders without one. */
export function typeProjects(root: string): { projects: string[]; without: string[] } {
  const own = members(root);
  const folders = [...own, ...FOLDERS.filter((folder) => existsSync(join(root, folder)))];
  const projects: string[] = [];
  const without: string[] = [];
  for (const folder of folders) {
    const names = readdirSync(join(root, folder)).filter(
      (name) => /^tsconfig(\.[\w-]+)?\.json$/.test(name) && name !== 'tsconfig.base.json',
    );
    projects.push(...names.map((name) => join(folder, name)));
    if (names.length === 0 && own.includes(folder)) without.push(folder);
  }
  return { projects, without };
}

/** Checks every project, and fails when a package or an app has none. */
export async function checkTypes(root: string, node: RunNode): Promise<Outcome> {
  const { projects, without } = typeProjects(root);
  let failures = without.length;
  for (const folder of without) console.error(`${folder} has no tsconfig.json`);
  for (const project of projects) {
    const code = await node(['node_modules/typescript-7/bin/tsc', '-p', project, '--noEmit']);
    if (code !== 0) {
      failures += 1;
      console.error(`${project}: types do not hold`);
    }
  }
  return failures === 0 && projects.length > 0 ? passed(`${projects.length} projects`) : failed();
}
