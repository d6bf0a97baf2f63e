import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const PAGE = join(SOURCES, '../../../docs/operate/what-the-log-says.md');
const CALL = /\blog\.(?:info|warn|error|fatal|debug)\(/g;
/** The last argument: a text, or the name of one in the same file. */
const MESSAGE = /(?:'([^'\n]+)'|\b([A-Z][A-Z_]+)),?\s*$/;

/** What stands between a bracket and the one that closes it. */
function argumentsFrom(text: string, start: number): string {
  let open = 1;
  let end = start;
  for (; open > 0 && end < text.length; end += 1) {
    if (text[end] === '(') open += 1;
    if (text[end] === ')') open -= 1;
  }
  return text.slice(start, end - 1);
}

function messagesIn(name: string): string[] {
  const text = readFileSync(join(SOURCES, name), 'utf8');
  return [...text.matchAll(CALL)].map(({ index, 0: call }) => {
    const given = argumentsFrom(text, index + call.length);
    const [, plain, named = ''] = MESSAGE.exec(given) ?? [];
    const message = plain ?? new RegExp(`const ${named} =\\s+'([^'\n]+)'`).exec(text)?.[1];
    if (message === undefined) throw new Error(`${name} logs without a message: ${given}`);
    return message;
  });
}

function messages(): Set<string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing'),
  );
  return new Set(files.flatMap(messagesIn));
}

describe('the page of what the log says', () => {
  it('the page has every line that the server writes, and no other', () => {
    const page = readFileSync(PAGE, 'utf8');
    const told = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message);
    expect(told.toSorted()).toEqual([...messages()].toSorted());
  });
});
