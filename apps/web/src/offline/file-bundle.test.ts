import { describe, expect, it } from 'vitest';
import { apart, asAnswer, bundleOf } from './file-bundle.ts';

const FILES = new Map([
  ['assets/a-1.js', 'export const a = "Añada un niño\\n";\n'],
  ['assets/empty-2.js', ''],
  ['assets/c-3.css', '.a::before { content: "😀"; }'],
]);

describe('a bundle of files', () => {
  it('gives back each file letter for letter, in any writing, also an empty one', () => {
    expect([...apart(bundleOf(FILES))]).toEqual([...FILES]);
    expect([...apart(bundleOf(new Map()))]).toEqual([]);
  });

  it('is refused when it is a letter too short or too long, or has no first line', () => {
    const bundle = bundleOf(FILES);
    expect(() => apart(bundle.slice(0, -1))).toThrow('not complete');
    expect(() => apart(`${bundle} `)).toThrow('not complete');
    expect(() => apart('')).toThrow();
    expect(() => apart(bundle.split('\n')[0] ?? '')).toThrow();
  });

  it('is answered with the type that a browser demands of scripts and style sheets', async () => {
    const typeOf = (name: string) => asAnswer(name, 'text').headers.get('content-type');
    expect(typeOf('assets/a-1.js')).toBe('text/javascript; charset=utf-8');
    expect(typeOf('assets/c-3.css')).toBe('text/css; charset=utf-8');
    expect(typeOf('assets/d-4.txt')).toBe('text/plain; charset=utf-8');
    expect(await asAnswer('assets/a-1.js', 'export {};').text()).toBe('export {};');
  });
});
