import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../../testing/test-app.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

/** Links each package of this checkout, which an older build uses in the same versions, but not our own. */
function linkPackages(build: string): void {
  const from = join(ROOT, 'node_modules');
  const to = join(build, 'node_modules');
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name.startsWith('.') || name === '@crece') continue;
    symlinkSync(join(from, name), join(to, name));
  }
  mkdirSync(join(to, '@crece'));
  for (const name of readdirSync(join(build, 'packages'))) {
    symlinkSync(join(build, 'packages', name), join(to, '@crece', name));
  }
}

/** The sources of an older build from this repository, ready to be started; its `main.ts`. */
export function oldBuild(commit: string): string {
  const build = aFolder();
  const parts = ['apps/server', 'packages', 'package.json', 'tsconfig.base.json'];
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit, ...parts], {
    maxBuffer: 1024 ** 3,
  });
  execFileSync('tar', ['-x', '-C', build], { input: archive });
  linkPackages(build);
  return join(build, 'apps/server/src/main.ts');
}
