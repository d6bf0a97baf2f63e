// What MDN's support data says about Chrome: the version that first knew a feature.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * 20 MB, read by Node itself: Vitest makes a module of a JSON file that is imported, which costs a
 * run of the tests 54 s of processor time.
 */
const data: unknown = require('@mdn/browser-compat-data');

interface Statement {
  readonly version_added?: unknown;
  readonly flags?: unknown;
  readonly prefix?: unknown;
  readonly alternative_name?: unknown;
}

export interface Entry {
  readonly __compat?: {
    readonly support: Readonly<Record<string, Statement | readonly Statement[] | undefined>>;
  };
  readonly [feature: string]: unknown;
}

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

/** The entry under this path, such as `['css', 'properties', 'inset']`; undefined if unknown. */
export function entryAt(...path: readonly string[]): Entry | undefined {
  let at: unknown = data;
  for (const name of path) at = isEntry(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return isEntry(at) ? at : undefined;
}

/** The first version of Chrome on Android with the feature; Infinity: none; null: no data. */
export function sinceChrome(entry: Entry | undefined): number | null {
  const support = entry?.__compat?.support['chrome_android'];
  if (support === undefined) return null;
  const statements = Array.isArray(support) ? support : [support];
  const versions = statements
    .filter(
      (each: Statement) =>
        each.flags === undefined &&
        each.prefix === undefined &&
        each.alternative_name === undefined,
    )
    .map(({ version_added: added }: Statement) =>
      typeof added === 'string' ? Number.parseInt(added.replace('≤', ''), 10) : Infinity,
    )
    .map((version) => (Number.isNaN(version) ? Infinity : version));
  return versions.length === 0 ? Infinity : Math.min(...versions);
}

/** The entries directly below one, with their names. */
export function entriesIn(entry: Entry | undefined): [name: string, entry: Entry][] {
  return Object.entries(entry ?? {}).filter((pair): pair is [string, Entry] => {
    const [name, value] = pair;
    return name !== '__compat' && isEntry(value);
  });
}
