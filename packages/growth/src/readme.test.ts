import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import about from '../package.json' with { type: 'json' };

const PACKAGE = join(import.meta.dirname, '..');
const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');

/** An expression in an example with the value that the README states. */
interface Claim {
  readonly expression: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);

/** The example as a program that prints the value of each `expression; // → value`. */
function program(code: string): string {
  const lines = code.split('\n').map((line) => {
    const [, expression, expected] = /^(\S.*?);\s*\/\/ → (.+)$/.exec(line) ?? [];
    return expression === undefined
      ? line
      : `claims.push({ expression: ${JSON.stringify(expression)}, actual: (${expression}), expected: (${expected}) });`;
  });
  const imported = lines
    .join('\n')
    .replaceAll(/from '(@crece\/growth[^']*)'/g, (_, name: string) => {
      const door = name.replace('@crece/growth', '.') as keyof typeof about.exports;
      return `from ${JSON.stringify(pathToFileURL(join(PACKAGE, about.exports[door])).href)}`;
    });
  return `const claims = [];\n${imported}\nconsole.log(JSON.stringify(claims));\n`;
}

function run(code: string): Claim[] {
  const folder = mkdtempSync(join(tmpdir(), 'growth-readme-'));
  try {
    const file = join(folder, 'example.ts');
    writeFileSync(file, program(code));
    return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' })) as Claim[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('README.md', () => {
  it('every entry point of the package has an example', () => {
    const doors = Object.keys(about.exports).map((door) => door.replace('.', '@crece/growth'));
    for (const door of doors)
      expect(examples.some((code) => code.includes(`from '${door}'`))).toBe(true);
  });

  it.each(examples.map((code) => [code.split('\n')[0] ?? '', code] as const))(
    'states the right values in the example after %s',
    (_, code) => {
      const claims = run(code);
      expect(claims.length).toBe(code.split('// → ').length - 1);
      expect(claims.length).toBeGreaterThan(0);
      expect(claims.map(({ expression, actual }) => ({ expression, actual }))).toEqual(
        claims.map(({ expression, expected }) => ({ expression, actual: expected })),
      );
    },
  );
});
