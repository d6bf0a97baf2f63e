import { expect, it, vi } from 'vitest';
import { keepAuditWithin } from './retention.ts';

it('each sweep of the audit log asks for how many days it is kept', async () => {
  vi.useFakeTimers();
  const dropped: number[] = [];
  let days = 730;
  const work: Promise<void>[] = [];
  const stop = keepAuditWithin(
    async () => days,
    {
      dropOlder: async (kept) => {
        dropped.push(kept);
        return 0;
      },
    },
    {
      background: { run: (task) => void work.push(task()), settled: async () => undefined },
      mayDropOld: async () => true,
      said: () => undefined,
    },
  );
  await Promise.all(work);
  days = 365;
  vi.advanceTimersByTime(24 * 60 * 60_000);
  await Promise.all(work);
  stop();
  vi.useRealTimers();
  expect(dropped).toEqual([730, 365]);
});
