// Checks the built application, libraries included, for what the oldest Chrome does not have: globals,
// properties and methods of scripts, and rules, properties and values of stylesheets, by MDN's data.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ACCEPTED } from './oldest-chrome/accepted.ts';
import { newScriptUses, ownNames } from './oldest-chrome/script-uses.ts';
import { newStyleUses } from './oldest-chrome/style-uses.ts';
import { OLDEST_CHROME } from './oldest-chrome/version.ts';

const DIST = resolve(import.meta.dirname, '../apps/web/dist');

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function check(): string[] {
  const folders = [DIST, join(DIST, 'assets')];
  const scripts = folders.flatMap((folder) => filesIn(folder, '.js'));
  const styles = folders.flatMap((folder) => filesIn(folder, '.css'));
  if (scripts.length < 2 || styles.length < 2) return ['apps/web/dist: no built files'];
  const sources = new Map(
    [...scripts, ...styles].map((file) => [file, readFileSync(file, 'utf8')]),
  );
  const textOf = (file: string) => sources.get(file) ?? '';
  const own = new Set(scripts.flatMap((file) => [...ownNames(file, textOf(file))]));

  const faults: string[] = [];
  const met = new Set<string>();
  for (const file of [...scripts, ...styles]) {
    const uses = file.endsWith('.js')
      ? newScriptUses(file, textOf(file), OLDEST_CHROME, own)
      : newStyleUses(textOf(file), OLDEST_CHROME);
    for (const { feature, since } of uses) {
      met.add(feature);
      if (Object.hasOwn(ACCEPTED, feature)) continue;
      const when = Number.isFinite(since) ? `since Chrome ${since}` : 'in no Chrome';
      faults.push(`${file.slice(DIST.length + 1)}: ${feature}, ${when}`);
    }
  }
  for (const feature of Object.keys(ACCEPTED)) {
    if (!met.has(feature)) faults.push(`accepted.ts: nothing uses ${feature}`);
  }
  return faults;
}

if (!existsSync(DIST)) throw new Error('Build the web application first: npm run build');
const faults = check();
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`Chrome ${OLDEST_CHROME} must run the application: write it in another way.`);
  process.exitCode = 1;
}
