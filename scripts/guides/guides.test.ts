import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from './walk.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FILES = repositoryFiles();
const markdown = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md') && name !== 'specification-coverage.md')
    .map((name) => `${folder}/${name}`);
/** The living documents; the coverage table has a check of its own, and decisions may name what is gone. */
const GUIDES = ['CONTRIBUTING.md', 'README.md', ...markdown('docs'), ...markdown('docs/how-to')];

/** `{en,es}/a.json` as two paths; the language that a guide adds stands for Spanish, which is there. */
function spelledOut(path: string): string[] {
  const [all, words] = /\{([^{}]+)\}/.exec(path) ?? [];
  if (all === undefined || words === undefined)
    return [path.replace('/fr/', '/es/').replace('french', 'spanish')];
  return words.split(',').flatMap((word) => spelledOut(path.replace(all, word)));
}

/** A path as a guide writes it, whole or by its end, with `*` for any name, as a pattern. */
function pattern(path: string): RegExp {
  const escaped = path
    .replace(/[.+?^$()|[\]\\{}]/g, '\\$&')
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll(/(?<!\.)\*/g, '[^/]*');
  return new RegExp(`(?:^|/)${escaped}$`);
}

/** Files that the server writes into its data folder. */
const WRITTEN_AT_RUN_TIME = ['server.json'];

const isFile = (word: string) =>
  !WRITTEN_AT_RUN_TIME.includes(word) &&
  /^[\w.@{},*/-]+\.(?:tsx?|cjs|js|json|md)$/.test(word) &&
  !word.includes('…') &&
  !/^[.*]/.test(word);

/** Names of the code: with a capital inside, or all capitals; sentences and commands are no such. */
const isName = (word: string) =>
  /^[A-Za-z_]\w*$/.test(word) && /[a-z][A-Z]|^[A-Z_]{4,}$|^[A-Z][a-z]+[A-Z]/.test(word);

function quoted(guide: string): string[] {
  const text = readFileSync(join(ROOT, guide), 'utf8').replace(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);
}

describe.each(GUIDES)('%s', (guide) => {
  it('names files that are there', () => {
    const missing = quoted(guide)
      .filter(isFile)
      .flatMap(spelledOut)
      .filter((path) => !FILES.some((file) => pattern(path).test(file)));
    expect(missing).toEqual([]);
  });

  it('names parts of the code that are there', () => {
    const names = quoted(guide).filter(isName);
    const sources = FILES.filter((file) =>
      /^(?:packages|apps|e2e|scripts)\/.*\.(?:tsx?|cjs)$/.test(file),
    );
    const left = new Set(names);
    for (const file of sources) {
      if (left.size === 0) break;
      const text = readFileSync(join(ROOT, file), 'utf8');
      for (const name of left) if (text.includes(name)) left.delete(name);
    }
    expect([...left]).toEqual([]);
  });
});
