import type { LocalUnit } from '@crece/storage';
import { describe, expect, it, vi } from 'vitest';
import { memoryDevice } from '../testing/render.tsx';
import { openAhead } from './open-ahead.ts';

const device = memoryDevice({}, { units: ['cusco_per', 'lima_per'] });
const unitOf = (stakeDB: string) =>
  ({ stakeDB, close: vi.fn(async () => undefined) }) as unknown as LocalUnit;

/** A fake opener of units, with the databases that it opened. */
function opening(pathname: string) {
  const units: LocalUnit[] = [];
  const open = vi.fn(async (stakeDB: string) => {
    const unit = unitOf(stakeDB);
    units.push(unit);
    return unit;
  });
  const opener = openAhead(device, pathname, open);
  return { units, open, ask: (stakeDB: string) => opener(stakeDB, device) };
}

describe('openAhead', () => {
  it.each([
    '/children/list/cusco_per/Cusco/-/a/children',
    '/children/mothers/list/cusco_per/Cusco/pregnant',
  ])('opens the unit of %s in advance, exactly once', async (path) => {
    const { units, open, ask } = opening(path);
    expect(open).toHaveBeenCalledExactlyOnceWith('cusco_per', device);
    expect(await ask('cusco_per')).toBe(units[0]);
    expect(open).toHaveBeenCalledOnce();
  });

  it.each([
    '/',
    '/children/list/stakes/PER',
    '/children/list/manaus_bra/Manaus/-/a/children',
    '/children/list/CUSCO_PER/Cusco/-/a/children',
    '/children/create/cusco_per',
  ])('opens nothing for %s', (path) => {
    expect(opening(path).open).not.toHaveBeenCalled();
  });

  it('gives the unit only to the first caller; the next call opens it again', async () => {
    const { units, ask } = opening('/children/list/cusco_per/Cusco/-/a/children');
    await ask('cusco_per');
    expect(await ask('cusco_per')).toBe(units[1]);
  });

  it('closes the unit when another one is requested', async () => {
    const { units, ask } = opening('/children/list/cusco_per/Cusco/-/a/children');
    expect((await ask('lima_per')).stakeDB).toBe('lima_per');
    await vi.waitFor(() => expect(units[0]?.close).toHaveBeenCalledOnce());
  });

  it('rejects the first call with the fault, and opens again at the next call', async () => {
    const fault = new Error('no disk');
    const open = vi
      .fn<(stakeDB: string) => Promise<LocalUnit>>()
      .mockRejectedValueOnce(fault)
      .mockResolvedValue(unitOf('cusco_per'));
    const opener = openAhead(device, '/children/list/cusco_per/Cusco/-/a/children', open);
    await expect(opener('cusco_per', device)).rejects.toBe(fault);
    expect((await opener('cusco_per', device)).stakeDB).toBe('cusco_per');
  });
});
