import { type Entry, entryAt, sinceChrome } from '../../e2e/support/chrome-versions.ts';
import type { NewUse } from './script-uses.ts';

// What a built stylesheet uses, by the names in MDN's data. The minified text is read as it is: one
// declaration after the other, without strings and comments.

/** Units and functions in values, whose entries have other names in the data. */
const IN_VALUES: readonly (readonly [pattern: RegExp, feature: string, path: string[]])[] = [
  [/\d[ds]v[hwib]\b|\d[ds]vm(?:in|ax)\b/, 'dvh', ['length', 'viewport_percentage_units_dynamic']],
  [/\dlv[hwib]\b/, 'lvh', ['length', 'viewport_percentage_units_large']],
  [/\dcq(?:w|h|i|b|min|max)\b/, 'cqi', ['length', 'container_query_length_units']],
  [/\dr?lh\b/, 'lh', ['length', 'lh']],
  [/\brgb\([^)]* [^)]*\)/, 'rgb() with blanks', ['color', 'rgb', 'space_separated_parameters']],
];

/** What a stylesheet uses that Chrome before `oldest` plus one lacks. */
export function newStyleUses(source: string, oldest: number): NewUse[] {
  const found = new Map<string, number>();
  const note = (feature: string, entry: Entry | undefined) => {
    const since = sinceChrome(entry);
    if (since !== null && since > oldest) found.set(feature, since);
  };
  const noteValue = (property: string, value: string) => {
    for (const [word] of value.matchAll(/(?<![\w.#-])[a-z][a-z-]*(?![\w(-])/g)) {
      note(`${property}: ${word}`, entryAt('css', 'properties', property, word));
    }
    for (const [, name = ''] of value.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)) {
      note(`${name}()`, entryAt('css', 'types', name) ?? entryAt('css', 'types', 'color', name));
    }
    for (const [pattern, feature, path] of IN_VALUES) {
      if (pattern.test(value)) note(feature, entryAt('css', 'types', ...path));
    }
  };
  const plain = source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"|'[^']*'/g, '""')
    // What is asked for first.
    .replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');

  for (const [, name = ''] of plain.matchAll(/@([a-z-]+)/g)) {
    note(`@${name}`, entryAt('css', 'at-rules', name));
  }
  for (const [, query = ''] of plain.matchAll(/@media([^{]*)/g)) {
    if (/[<>]/.test(query)) {
      note('@media with <', entryAt('css', 'at-rules', 'media', 'range_syntax'));
    }
  }
  // What stands before a block is a selector, unless it begins with @.
  for (const [, selector = ''] of plain.matchAll(/([^{};]+)\{/g)) {
    if (selector.trim().startsWith('@')) continue;
    for (const [, name = ''] of selector.matchAll(/::?([a-z-]+)/g)) {
      note(`:${name}`, entryAt('css', 'selectors', name));
    }
    if (/(?:^|[\s,])&/.test(selector)) note('nesting', entryAt('css', 'selectors', 'nesting'));
  }
  for (const [, block = ''] of plain.matchAll(/\{([^{}]*)\}/g)) {
    for (const declaration of block.split(';')) {
      const [, property = '', value = ''] =
        /^\s*(-{0,2}[a-z][a-z-]*)\s*:([\s\S]+)$/.exec(declaration) ?? [];
      if (property === '') continue;
      if (!property.startsWith('--')) note(property, entryAt('css', 'properties', property));
      noteValue(property, value);
    }
  }
  return [...found].map(([feature, since]) => ({ feature, since }));
}
