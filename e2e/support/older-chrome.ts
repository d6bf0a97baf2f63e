import type { Page } from '@playwright/test';
import { entriesIn, entryAt, sinceChrome } from './chrome-versions.ts';

interface Missing {
  globals: string[];
  members: [holder: string, name: string][];
}

/** What scripts see in the newest Chrome and not in this version, by MDN's data. */
function missingIn(version: number): Missing {
  const isMissing = (since: number | null) => since !== null && since > version;
  const missing: Missing = { globals: [], members: [] };
  for (const all of [entryAt('javascript', 'builtins'), entryAt('api')]) {
    for (const [holder, entry] of entriesIn(all)) {
      if (isMissing(sinceChrome(entry))) missing.globals.push(holder);
      for (const [name, member] of entriesIn(entry)) {
        if (!isMissing(sinceChrome(member)) || name.endsWith('_event')) continue;
        if (holder === 'Window') missing.globals.push(name);
        missing.members.push([holder, name]);
      }
    }
  }
  return missing;
}

/**
 * Takes from every document of the page what scripts did not have in this version of Chrome, before any
 * of them runs. Layout, styles and workers stay those of the Chrome that runs.
 */
export async function asChrome(page: Page, version: number): Promise<void> {
  await page.addInitScript(({ globals, members }: Missing) => {
    for (const [holder, name] of members) {
      const owner: unknown = Reflect.get(globalThis, holder);
      if (typeof owner !== 'function' && typeof owner !== 'object') continue;
      if (owner === null) continue;
      if (name.endsWith('_static')) Reflect.deleteProperty(owner, name.slice(0, -7));
      else {
        const prototype: unknown = Reflect.get(owner, 'prototype');
        if (typeof prototype === 'object' && prototype !== null) {
          Reflect.deleteProperty(prototype, name);
        }
        Reflect.deleteProperty(owner, name);
      }
    }
    for (const name of globals) Reflect.deleteProperty(globalThis, name);

    // Two values that older versions refuse.
    const { NumberFormat } = Intl;
    Intl.NumberFormat = new Proxy(NumberFormat, {
      construct(target, [locale, options]: [string, Intl.NumberFormatOptions | undefined]) {
        if (options?.signDisplay === 'negative') throw new RangeError('signDisplay');
        return new target(locale, options);
      },
    });
    globalThis.DecompressionStream = new Proxy(DecompressionStream, {
      construct(target, [format]: [CompressionFormat]) {
        if (format === 'deflate-raw') throw new TypeError('deflate-raw');
        return new target(format);
      },
    });
  }, missingIn(version));
}
