import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MinifiedBefore, shorterImports } from './smaller-chunks.ts';

const CODE = 'export const sum = (first, second) => { const both = first + second; return both; };';
const SMALLER = /^export const sum=\((\w),(\w)\)=>\1\+\2;$/;
const DIFFERENCE = /^export const sum=\((\w),(\w)\)=>\1-\2;$/;

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crece-chunks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'kept');
}

/** Changes all kept files. */
function exchange(folder: string, change: (text: string) => string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}

it('a chunk that was minified before is taken from its file', async () => {
  const folder = aFolder();
  expect(await new MinifiedBefore(folder).minify(CODE)).toMatch(SMALLER);
  const other = aFolder();
  const marked = 'export const other=1;';
  await new MinifiedBefore(other).minify(marked);
  const [file = ''] = readdirSync(other);
  exchange(folder, () => readFileSync(join(other, file), 'utf8'));
  expect(await new MinifiedBefore(folder).minify(CODE)).toBe(marked);
});

it('a file that is only half there is made again', async () => {
  const folder = aFolder();
  await new MinifiedBefore(folder).minify(CODE);
  exchange(folder, (text) => text.slice(0, -4));
  expect(await new MinifiedBefore(folder).minify(CODE)).toMatch(SMALLER);
  expect(await new MinifiedBefore(folder).minify(CODE)).toMatch(SMALLER);
});

it('changed code is minified anew, and what a build does not use is dropped', async () => {
  const folder = aFolder();
  await new MinifiedBefore(folder).minify(CODE);
  const next = new MinifiedBefore(folder);
  expect(await next.minify(CODE.replace('+', '-'))).toMatch(DIFFERENCE);
  expect(readdirSync(folder)).toHaveLength(2);
  next.dropUnused();
  expect(readdirSync(folder)).toHaveLength(1);
});

it('a build without chunks drops nothing', () => {
  expect(() => new MinifiedBefore(aFolder()).dropUnused()).not.toThrow();
});

it('a part that is loaded later is taken from its module itself', () => {
  const named = 'x(async()=>{let{Page:e}=await import(`./page-A1.js`);return{Page:e}},[])';
  expect(shorterImports(named)).toBe('x(()=>import(`./page-A1.js`),[])');
  expect(shorterImports(`${named},${named}`).match(/import/g)).toHaveLength(2);
  const more = 'async()=>{let{a:e,b:t}=await import(`./two.js`);return{a:e,b:t}}';
  expect(shorterImports(more)).toBe('()=>import(`./two.js`)');
  const other = 'async()=>{let{a:e}=await import(`./two.js`);return{b:e}}';
  expect(shorterImports(other)).toBe(other);
});
