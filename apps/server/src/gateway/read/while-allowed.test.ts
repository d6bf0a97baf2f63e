import type { SyncRefusal } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { SyncRefused } from '../../http/sync-refusals.ts';
import { whileAllowed } from './while-allowed.ts';

const LOOK_MS = 5_000;

interface Given {
  pieces: number[];
  /** The times of the checks. */
  looks: number[];
  error: unknown;
  isLeft: boolean;
}

/** Yields pieces at these times; the check after `allowed` successful ones refuses. */
async function given(moments: readonly number[], allowed: number): Promise<Given> {
  let time = 0;
  const seen: Given = { pieces: [], looks: [], error: null, isLeft: false };
  async function* source(): AsyncGenerator<number, void> {
    try {
      for (const moment of moments) {
        time = moment;
        yield moment;
      }
    } finally {
      seen.isLeft = true;
    }
  }
  const recheck = async (): Promise<SyncRefusal | null> => {
    seen.looks.push(time);
    return seen.looks.length > allowed ? 'unit' : null;
  };
  const rights = { unit: { recheck }, lookMs: LOOK_MS, now: () => time };
  try {
    for await (const piece of whileAllowed(source(), rights)) seen.pieces.push(piece);
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

describe('whileAllowed', () => {
  it.each([
    ['just below the time', [100, 4_999], []],
    ['at it', [100, 5_000], [5_000]],
    ['just above it', [100, 5_001], [5_001]],
    [
      'again, counted from the last look',
      [5_000, 9_999, 10_000, 14_999, 15_000],
      [5_000, 10_000, 15_000],
    ],
    ['once after a long silence', [20_000, 20_001], [20_000]],
  ])('checks the rights %s', async (_name, moments, looks) => {
    expect(await given(moments, 9)).toEqual({ pieces: moments, looks, error: null, isLeft: true });
  });

  it('gives nothing after the right is gone, and fails with the reason', async () => {
    const { pieces, looks, error, isLeft } = await given([1, 5_000, 9_999, 10_000, 10_001], 1);
    expect({ pieces, looks, isLeft }).toEqual({
      pieces: [1, 5_000, 9_999],
      looks: [5_000, 10_000],
      isLeft: true,
    });
    expect(error).toBeInstanceOf(SyncRefused);
    expect(error).toMatchObject({ reason: 'unit' });
  });

  it('gives everything that ends before the first check, and nothing of an empty source', async () => {
    expect((await given([1, 2, 3], 0)).pieces).toEqual([1, 2, 3]);
    expect(await given([], 0)).toEqual({ pieces: [], looks: [], error: null, isLeft: true });
  });
});
