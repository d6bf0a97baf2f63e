import { aChild } from '@crece/domain/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChildFile } from '../writes/types.ts';
import { LiveChildFile } from './live-child-file.ts';

const fileOf = (firstName: string): ChildFile => ({
  child: aChild({ firstName }),
  screenings: [],
  pendingIds: [],
});

/** A child file whose reads end when and how the test decides, each identified by its number. */
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
  it('keeps showing the last file until the new one is read', async () => {
    const { file, name, end } = heldFile();
    file.subscribe(() => undefined);
    await end(0, 'Ana');
    file.changed();
    expect(name()).toBe('Ana');
    await end(1, 'Anita');
    expect(name()).toBe('Anita');
  });

  it('shows no outdated file to a subscriber that comes after a change', async () => {
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

  it('keeps showing files when changes come faster than reads, and never an older read', async () => {
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

  it('a live file is settled when subscribers see the change', async () => {
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
    // Without a subscriber, nothing is read and there is nothing to wait for.
    await file.settled();
  });

  it('reads again 250 ms, 1 s and 4 s after a failed read, and blocks no caller', async () => {
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

  it('stops retrying without a subscriber, or when a later change is read', async () => {
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

  it('stops after the third retry until the next change', async () => {
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
