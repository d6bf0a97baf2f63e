import { parseSync, Visitor } from 'vite';
import { type Entry, entriesIn, entryAt, sinceChrome } from '../../e2e/support/chrome-versions.ts';

// What a built script uses of the language and the browser, by the names in MDN's data.

/** A feature that is newer than the oldest Chrome, and since when Chrome has it. */
export interface NewUse {
  feature: string;
  since: number;
}

const BUILTINS = entryAt('javascript', 'builtins');
const INTERFACES = entryAt('api');
const GLOBALS = [BUILTINS, INTERFACES, entryAt('api', 'Window')];

/** The version with the global of this name; null for a name of the script's own. */
function sinceGlobal(name: string): number | null {
  const versions = GLOBALS.flatMap((each) => {
    const entry = each === undefined || !Object.hasOwn(each, name) ? undefined : each[name];
    return sinceChrome(entry as Entry | undefined) ?? [];
  });
  return versions.length === 0 ? null : Math.min(...versions);
}

/** `Response.json` is `json_static` in the data, because instances have another `json`. */
function sinceStatic(holder: string, name: string): number | null {
  const entries = [BUILTINS, INTERFACES].map((each) => each?.[holder] as Entry | undefined);
  const versions = entries.flatMap((entry) => {
    const found = (entry?.[`${name}_static`] ?? entry?.[name]) as Entry | undefined;
    return sinceChrome(found) ?? [];
  });
  return versions.length === 0 ? null : Math.min(...versions);
}

/**
 * For each name of a property or method, the oldest version in which any object of the browser has
 * it: of `x.at()` nothing tells what `x` is, so only names that are new everywhere are new.
 */
const MEMBERS: ReadonlyMap<string, number> = (() => {
  const oldest = new Map<string, number>();
  for (const holder of [...entriesIn(BUILTINS), ...entriesIn(INTERFACES)]) {
    for (const [name, entry] of entriesIn(holder[1])) {
      const plain = name.replace(/_(?:static|event)$/, '');
      const since = sinceChrome(entry);
      if (since !== null) oldest.set(plain, Math.min(since, oldest.get(plain) ?? Infinity));
    }
  }
  return oldest;
})();

/** Flags of regular expressions that not every Chrome knows. */
const FLAGS: Readonly<Record<string, number>> = { d: 90, v: 112 };

/** The names of properties and methods that a script gives its own objects. */
export function ownNames(file: string, source: string): Set<string> {
  const own = new Set<string>();
  const keyed = ({
    key,
    computed,
  }: {
    key: { type: string; name?: string };
    computed: boolean;
  }) => {
    if (!computed && key.type === 'Identifier' && key.name !== undefined) own.add(key.name);
  };
  new Visitor({
    Property: (node) => keyed(node as never),
    MethodDefinition: (node) => keyed(node as never),
    PropertyDefinition: (node) => keyed(node as never),
    AssignmentExpression: ({ left }) => {
      if (left.type === 'MemberExpression' && left.property.type === 'Identifier') {
        own.add(left.property.name);
      }
    },
  }).visit(parseSync(file, source).program);
  return own;
}

/**
 * What a script uses that Chrome before `oldest` plus one lacks. `own` has the names of its own
 * properties, whose uses say nothing about the browser.
 */
export function newScriptUses(
  file: string,
  source: string,
  oldest: number,
  own: ReadonlySet<string>,
): NewUse[] {
  const found = new Map<string, number>();
  const note = (feature: string, since: number | null) => {
    if (since !== null && since > oldest) found.set(feature, since);
  };
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const members = new Set<number>();
  new Visitor({
    MemberExpression: ({ object, property, computed }) => {
      if (computed || property.type !== 'Identifier') return;
      members.add(property.start);
      const holder = object.type === 'Identifier' ? object.name : null;
      const since = holder === null ? null : sinceStatic(holder, property.name);
      if (since !== null) note(`${holder}.${property.name}`, since);
      else if (!own.has(property.name)) {
        note(`.${property.name}`, MEMBERS.get(property.name) ?? null);
      }
    },
    Identifier: ({ name, start }) => {
      if (!members.has(start)) note(name, own.has(name) ? null : sinceGlobal(name));
    },
    PropertyDefinition: ({ key, static: isStatic }) => {
      const isFaulty = isStatic && key.type === 'Identifier' && /^(?:name|length)$/.test(key.name);
      if (isFaulty) note(`static ${key.name} = …`, 98);
    },
    Literal: (node) => {
      if (!('regex' in node)) return;
      for (const flag of node.regex.flags) note(`/…/${flag}`, FLAGS[flag] ?? null);
    },
  }).visit(program);
  return [...found].map(([feature, since]) => ({ feature, since }));
}
