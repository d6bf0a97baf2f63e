import { describe, expect, it } from 'vitest';
import { aPlace, NOW } from './testing/an-import.ts';

const HEADER = 'firstName,lastName,gender,birthDate,surveyDate,weight,height\n';

const fileOf = (children: number): string =>
  HEADER +
  Array.from(
    { length: children },
    (_none, child) => `Ana,Xol ${'abcdefgh'[child]},Girl,2024-03-10,2025-05-05,9.5,78\n`,
  ).join('');

/** A time that counts how often somebody writes it down, as each signature of a document does. */
class CountedDate extends Date {
  written = 0;

  override toISOString(): string {
    this.written += 1;
    return super.toISOString();
  }
}

async function timesWritten(children: number, isDryRun: boolean): Promise<number> {
  const now = new CountedDate(NOW);
  const { importBytes } = await aPlace();
  const { counts } = await importBytes(fileOf(children), { now, isDryRun });
  expect(counts).toMatchObject({ created: children, rejected: 0 });
  return now.written;
}

describe('the check of a file', () => {
  it('signs no document, as an import does', async () => {
    expect(await timesWritten(8, true)).toBe(await timesWritten(1, true));
    expect(await timesWritten(8, false)).toBeGreaterThan(await timesWritten(1, false));
  });
});
