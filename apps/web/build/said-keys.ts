import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?'(\.[^']+\.tsx?)';/gms;
const LATER_IMPORT = /\bimport\('(\.[^']+\.tsx?)'\)/g;
/** A part that waits for its own sentences. */
const WAITS = /\b(?:use|load)Sentences\(/;
const IS_PAGE = /pages?\.tsx?$/;

const KEY = /['"`]([a-z-]+\.(?:[\w.:-]|[\w.:-] (?=[\w]))+)['"`]/g;
const KEY_WITH_GAP = /`([a-z-]+\.[\w .:-]*)\$\{[^}]*\}([\w.:-]*)`/g;

/**
 * These modules with all that they import, and with the parts that they load later: unless a part is a
 * page or waits for its own sentences, it speaks as soon as it is there.
 */
export function speakingFrom(modules: readonly string[]): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  const visit = (module: string) => {
    if (sources.has(module)) return;
    const source = readFileSync(module, 'utf8');
    sources.set(module, source);
    const from = (imported: string) => resolve(dirname(module), imported);
    for (const [, imported = ''] of source.matchAll(STATIC_IMPORT)) visit(from(imported));
    for (const [, imported = ''] of WAITS.test(source) ? [] : source.matchAll(LATER_IMPORT)) {
      const part = from(imported);
      if (!IS_PAGE.test(part) && !WAITS.test(readFileSync(part, 'utf8'))) visit(part);
    }
  };
  for (const module of modules) visit(module);
  return sources;
}

/** Those of the keys that a source says, whole or with a gap: `t(`errors.${code}`)`. */
export function keysIn(source: string, keys: readonly string[]): readonly string[] {
  const whole = new Set([...source.matchAll(KEY)].map(([, key = '']) => key));
  const inParts = [...source.matchAll(KEY_WITH_GAP)];
  return keys.filter(
    (key) =>
      whole.has(key) ||
      inParts.some(([, start = '', end = '']) => key.startsWith(start) && key.endsWith(end)),
  );
}
