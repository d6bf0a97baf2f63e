import { aChild } from '@crece/domain/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChildFile } from '../writes/types.ts';
import { LiveChildFile } from './live-child-file.ts';

const fileOf = (firstName: string): ChildFile => ({
  child: aChild({ firstName }),
  screenings: [],
  pendingIds: [],
});

/** A file whose readings end when and how the test says, each by its number. */
function heldFile() {
  const readings: { resolve: (file: ChildFile) => void; reject: (cause: Error) => void }[] = [];
  const file = new LiveChildFile(
    () => new Promise((resolve, reject) => readings.push({ resolve, reject })),
  );
  return {
    file,
    name: () => file.snapshot()?.child.firstName,
    begun: () => readings.length,
    end: async (index: number, firstName: string) => {
      readings[index]?.resolve(fileOf(firstName));
      await Promise.resolve();
    },
    fail: async (index: number) => {
      readings[index]?.reject(new Error('the disk is busy'));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('LiveChildFile', () => {
  it('keeps the last one under the eyes of whoever looks, until the new one is read', async () => {
    const { file, name, end } = heldFile();
    file.subscribe(() => undefined);
    await end(0, 'Ana');
    file.changed();
    expect(name()).toBe('Ana');
    await end(1, 'Anita');
    expect(name()).toBe('Anita');
  });

  it('shows nobody an old one who comes after a change', async () => {
    const { file, name, end } = heldFile();
    file.subscribe(() => undefined)();
    await end(0, 'Ana');
    expect(name()).toBe('Ana');
    file.changed();
    expect(file.snapshot()).toBeUndefined();
    file.subscribe(() => undefined);
    expect(file.snapshot()).toBeUndefined();
    await end(1, 'Anita');
    expect(name()).toBe('Anita');
  });

  it('goes on showing where changes come faster than they are read, never an older reading', async () => {
    const { file, name, end } = heldFile();
    file.subscribe(() => undefined);
    file.changed();
    file.changed();
    await end(1, 'second');
    expect(name()).toBe('second');
    await end(0, 'first');
    expect(name()).toBe('second');
    await end(2, 'third');
    expect(name()).toBe('third');
  });

  it('is settled when what changed is shown to whoever looks', async () => {
    const { file, end } = heldFile();
    await file.settled();
    const stop = file.subscribe(() => undefined);
    await end(0, 'Ana');
    file.changed();
    let isSettled = false;
    const settled = file.settled().then(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isSettled).toBe(false);
    await end(1, 'Anita');
    await settled;
    stop();
    file.changed();
    // Nobody looks: nothing is read, nothing is waited for.
    await file.settled();
  });

  it('reads again 250 ms, 1 s and 4 s after a reading that failed, and holds nobody up', async () => {
    const { file, name, begun, end, fail } = heldFile();
    file.subscribe(() => undefined);
    await end(0, 'Ana');
    file.changed();
    await fail(1);
    await file.settled();
    expect(name()).toBe('Ana');
    for (const [pause, reading] of [
      [250, 2],
      [1_000, 3],
      [4_000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(begun()).toBe(reading);
      await vi.advanceTimersByTimeAsync(1);
      expect(begun()).toBe(reading + 1);
      if (reading < 4) await fail(reading);
    }
    await end(4, 'Anita');
    expect(name()).toBe('Anita');
  });

  it('tries no more when nobody looks, or when a later change is read', async () => {
    const { file, begun, end, fail } = heldFile();
    const stop = file.subscribe(() => undefined);
    await fail(0);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(begun()).toBe(1);
    file.subscribe(() => undefined);
    await fail(1);
    file.changed();
    await end(2, 'Ana');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(begun()).toBe(3);
  });

  it('gives up after the third try until the next change', async () => {
    const { file, begun, fail } = heldFile();
    file.subscribe(() => undefined);
    for (const reading of [0, 1, 2, 3]) {
      await fail(reading);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(begun()).toBe(4);
    file.changed();
    expect(begun()).toBe(5);
  });
});
