import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bareEnvironment } from '../testing/bare-environment.ts';
import { shortOrDeep } from '../testing/deep.ts';
import { programFile } from '../testing/programs.ts';
import { aFolder } from '../testing/test-app.ts';
import { openSource } from './source/source.ts';
import { RefusedFile } from './source/source-row.ts';
import { SheetCount } from './source/xml-counts.ts';
import { aSheet, aWorkbook } from './testing/a-workbook.ts';

const KB = 1_024;
/** More texts than are free, and rows of more tags and bytes in all than a single one may have. */
const LARGE = shortOrDeep(100_000, 300_000);
/** A workbook of 106 KB took 1 GB. */
const MOST_MB = 150;

const cell = (text: number) => `<c t="s"><v>${text}</v></c>`;
const SHEET = aSheet(`<row>${cell(0)}</row><row>${cell(1)}</row>`);
const texts = (all: readonly string[]) =>
  `<sst>${all.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
const many = (count: number) => Array.from({ length: count }, () => 'a');
/** What does not pack, so that the limits that follow the packed size are at their widest. */
const noise = (bytes: number) => randomBytes(bytes).toString('base64');
const FEW = texts(['nombre', 'Ana']);

const PROCESS = programFile('import-process');

/** The heap with which a job's thread begins (`jobs/job-threads.ts`). */
const HEAP = '--max-old-space-size=84';

/**
 * Imports a file in a process with the heap of a job: how it ends, and the most memory that the
 * process had.
 */
function importApart(file: Buffer): { refusal?: string; status: string; peakMb: number } {
  const dir = aFolder();
  const path = join(dir, 'file');
  writeFileSync(path, file);
  const said = execFileSync(process.execPath, [HEAP, PROCESS, dir, path, 'abc'], {
    env: bareEnvironment(),
    encoding: 'utf8',
  });
  return JSON.parse(said) as ReturnType<typeof importApart>;
}

/**
 * The same, again where it took more than `most` MB: on a busy machine the collector's threads come late,
 * and garbage lies.
 */
function importWithin(most: number, file: Buffer) {
  let said = importApart(file);
  for (let again = 0; said.peakMb >= most && again < 2; again += 1) said = importApart(file);
  return said;
}

/** The outcome of reading a workbook: its rows, or the refusal. */
async function outcomeOf(file: Buffer): Promise<number | string> {
  const path = join(aFolder(), 'file');
  writeFileSync(path, file);
  try {
    const source = await openSource(path, {});
    let rows = 0;
    if (source.ok) for await (const _row of source.rows) rows += 1;
    return rows;
  } catch (error) {
    if (error instanceof RefusedFile) return error.refusal;
    throw error;
  }
}

describe('a workbook that unpacks to far more than it weighs', () => {
  it('costs less than 150 MB, whether it is refused or read', () => {
    const small = importApart(aWorkbook(FEW, SHEET)).peakMb;
    const attack = aWorkbook(texts(many(2_600_000)), SHEET);
    expect(attack.length).toBeLessThan(110 * KB);
    const refused = importWithin(small + MOST_MB, attack);
    expect(refused).toMatchObject({ status: 'refused', refusal: 'workbook-too-many-texts' });
    expect(refused.peakMb).toBeLessThan(small + MOST_MB);
    const largest = aWorkbook(texts([noise(99_000), ...many(80_000)]), SHEET);
    expect(largest.length).toBeLessThan(110 * KB);
    const read = importWithin(small + MOST_MB, largest);
    expect(read.status).not.toBe('refused');
    expect(read.peakMb).toBeLessThan(small + MOST_MB);
  });

  it.each([
    ['one text of 40 MB', `<sst><si><t>${'a'.repeat(40_000 * KB)}</t></si></sst>`],
    ['300,000 runs of format', `<sst><si>${'<r><t>a</t></r>'.repeat(300_000)}</si></sst>`],
    ['elements that mean nothing', `<sst>${'<x/>'.repeat(400_000)}</sst>`],
    ['texts of many letters', texts(many(150_000).map((text) => text.repeat(250)))],
  ])('a workbook is refused for its texts: %s', async (_what, hostile) => {
    expect(await outcomeOf(aWorkbook(hostile, SHEET))).toBe('workbook-too-many-texts');
  });

  it.each([
    ['400,000 cells', `<row>${'<c/>'.repeat(400_000)}</row>`],
    [
      'with a row’s end in comments',
      `<row>${`${'<c/>'.repeat(9_999)}<!--</row><row>-->`.repeat(99)}`,
    ],
    ['with one in values', `<row>${`${'<c/>'.repeat(9_999)}<c a="></row><row>"/>`.repeat(99)}`],
    [
      'with one in characters',
      `<row>${`${'<c/>'.repeat(9_999)}<![CDATA[</row><row>]]>`.repeat(99)}`,
    ],
    ['with a prefix', `<x:row>${'<x:c/>'.repeat(200_000)}</x:row>`],
    ['one cell of 5 MB', `<row><c><v>${'1'.repeat(5_000 * KB)}</v></c></row>`],
  ])('a workbook is refused for a row without an end: %s', async (_what, rows) => {
    expect(await outcomeOf(aWorkbook(FEW, aSheet(rows)))).toBe('workbook-long-row');
  });

  it('a workbook with more rows or cells than a spreadsheet has is refused', async () => {
    expect(await outcomeOf(aWorkbook(FEW, aSheet('<row/>'.repeat(1_048_577))))).toBe(
      'too-many-rows',
    );
    // Of all sheets together; the sheets before held all but one.
    const last = new SheetCount({ count: 19_999_999 });
    const more = () => last.add(Buffer.from('<row><c/></row>'));
    more();
    expect(more).toThrow(new RefusedFile('workbook-too-many-cells'));
  });

  it('a workbook may not keep its texts where sheets lie, which are read row by row', async () => {
    const hidden = aWorkbook(texts(many(400_000)), SHEET, 'worksheets/sheet9.xml');
    expect(await outcomeOf(hidden)).toBe('workbook-unreadable');
    const written = aWorkbook(texts(many(400_000)), SHEET, 'work&#115;heets/sheet9.xml');
    expect(await outcomeOf(written)).toBe('workbook-unreadable');
  });
});

describe('a large workbook that somebody made', () => {
  it(`${LARGE} different texts are read, and rows with comments between`, async () => {
    const names = Array.from({ length: LARGE }, (_, at) => `Niña ${at} de la lista`);
    const rows = names.map((_, at) => `<row>${cell(at)}</row><!-- ${at} -->`).join('');
    expect(await outcomeOf(aWorkbook(texts(names), aSheet(rows)))).toBe(LARGE);
  });

  it('a workbook may have far more tags below its rows than in one', async () => {
    const links = '<hyperlink ref="A1"/>'.repeat(300_000);
    expect(await outcomeOf(aWorkbook(FEW, `${SHEET}<hyperlinks>${links}</hyperlinks>`))).toBe(2);
  });
});
