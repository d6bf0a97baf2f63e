import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from './walk.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FILES = repositoryFiles();
const markdown = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md') && name !== 'specification-coverage.md')
    .map((name) => `${folder}/${name}`);
/**
 * The guides to check. Not included: the coverage table, which has its own check, and decisions,
 * which may name removed parts.
 */
const GUIDES = [
  'CONTRIBUTING.md',
  'README.md',
  ...markdown('docs'),
  ...markdown('docs/how-to'),
  ...markdown('docs/operate'),
];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/**
 * `{en,es}/a.json` as two paths; a language that a guide adds is replaced by Spanish, which exists.
 */
function spelledOut(path: string): string[] {
  const [all, words] = /\{([^{}]+)\}/.exec(path) ?? [];
  if (all === undefined || words === undefined) return [path.replace('.fr.', '.es.')];
  return words.split(',').flatMap((word) => spelledOut(path.replace(all, word)));
}

/** A pattern for a path in a guide, complete or only its end, with `*` for any name. */
function pattern(path: string): RegExp {
  const escaped = path
    .replace(/[.+?^$()|[\]\\{}]/g, '\\$&')
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll(/(?<!\.)\*/g, '[^/]*');
  return new RegExp(`(?:^|/)${escaped}$`);
}

/** Variables of tests, of the build and of containers. */
const OF_TESTS = /^CRECE_(?:DEEP|SEED|TEST_|CHROMIUM|TRACE|PROPERTY_RUNS|COMMIT|BUILD)/;

/** Files that the server writes to its data folder. */
const WRITTEN_AT_RUN_TIME = ['erasures.json', 'server.json'];

const isFile = (word: string) =>
  !WRITTEN_AT_RUN_TIME.includes(word) &&
  /^[\w.@{},*/-]+\.(?:tsx?|cjs|js|json|md)$/.test(word) &&
  !word.includes('…') &&
  !/^[.*]/.test(word);

/**
 * Whether a word is a name in the code: with a capital letter inside, or all capitals; sentences
 * and commands are not.
 */
const isName = (word: string) =>
  /^[A-Za-z_]\w*$/.test(word) && /[a-z][A-Z]|^[A-Z_]{4,}$|^[A-Z][a-z]+[A-Z]/.test(word);

function quoted(guide: string): string[] {
  const text = readFileSync(join(ROOT, guide), 'utf8').replace(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);
}

/** The commands of `crece` that a guide names: `user add`, `backup`, `clock ok`. */
const commandsOf = (guide: string) =>
  [...read(guide).matchAll(/(?:--silent crece -- |(?:^|`)crece )([a-z]+)/gm)].map(
    ([, command = '']) => command,
  );

describe.each(GUIDES)('the guide %s', (guide) => {
  it('names commands that the command line has', () => {
    const usage = read('apps/server/src/cli/usage.ts');
    const unknown = commandsOf(guide).filter(
      (command) =>
        !new RegExp(`^ {2,}(?:npm .*crece -- )?(?:[a-z]+\\|)*${command}\\b`, 'm').test(usage),
    );
    expect(unknown).toEqual([]);
  });

  it('names settings that the server has', () => {
    const settings = read('.env.example') + read('apps/server/src/start/config.ts');
    const named = [...read(guide).matchAll(/\bCRECE_[A-Z_]+\b/g)].map(([name]) => name);
    const unknown = named.filter((name) => !settings.includes(name) && !OF_TESTS.test(name));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('links to files that exist', () => {
    const links = [...read(guide).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
      ([, path = '']) => path,
    );
    const missing = links.filter((path) => !existsSync(join(ROOT, guide, '..', path)));
    expect(missing).toEqual([]);
  });

  it('names existing files', () => {
    const missing = quoted(guide)
      .filter(isFile)
      .flatMap(spelledOut)
      .filter((path) => !FILES.some((file) => pattern(path).test(file)));
    expect(missing).toEqual([]);
  });

  it('names existing parts of the code', () => {
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

describe('the index of decisions', () => {
  it('names each note once, by a question that a note answers', () => {
    const text = readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8');
    const named = [...text.matchAll(/\?[^\n]*\]\((\d{4}-[^)]+)\)$/gm)].map(([, file = '']) => file);
    expect(named.sort()).toEqual(
      readdirSync(join(ROOT, 'docs/decisions'))
        .filter((name) => /^\d/.test(name))
        .sort(),
    );
  });
});

describe.each(markdown('docs/decisions').filter((name) => !name.endsWith('README.md')))(
  'the note %s',
  (note) => {
    it('begins with one sentence that says what was decided', () => {
      const [, first = ''] = /^# .+\n\n(.+)/.exec(read(note)) ?? [];
      expect(first.replace(/^\*\*Decision\.\*\* /, '')).toMatch(/^[A-Z`"][^*|]{30}/);
    });
  },
);
