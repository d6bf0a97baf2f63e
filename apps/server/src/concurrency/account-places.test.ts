import { describe, expect, it } from 'vitest';
import { AccountBusy, AccountPlaces } from './account-places.ts';

describe('the places of an account', () => {
  it('each account has its own places: a third task is refused until one has ended, another’s is not', async () => {
    const places = new AccountPlaces(2);
    const ends: (() => void)[] = [];
    const task = () => new Promise<string>((resolve) => ends.push(() => resolve('done')));
    const first = places.run('ana', task);
    const second = places.run('ana', task);
    await expect(places.run('ana', task)).rejects.toBeInstanceOf(AccountBusy);
    const other = places.run('eva', task);
    ends[0]?.();
    expect(await first).toBe('done');
    const third = places.run('ana', task);
    expect(ends).toHaveLength(4);
    for (const end of ends) end();
    expect(await Promise.all([second, third, other])).toEqual(['done', 'done', 'done']);
  });

  it('a task that fails gives its place back', async () => {
    const places = new AccountPlaces(1);
    const fails = () => Promise.reject(new Error('the store is away'));
    await expect(places.run('ana', fails)).rejects.toThrow('the store is away');
    expect(await places.run('ana', async () => 'done')).toBe('done');
  });
});
