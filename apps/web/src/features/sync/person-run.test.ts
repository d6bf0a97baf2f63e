import { SyncFault, type SyncOutcome } from '@crece/storage/sync';
import { describe, expect, it, vi } from 'vitest';
import { fakeSync } from '../../testing/fake-sync.ts';
import { ABOUT_SESSION } from '../../ui/notices.tsx';
import { runForPerson } from './person-run.ts';

async function complaintOf(fault: SyncFault): Promise<unknown> {
  const complain = vi.fn();
  const sync = fakeSync();
  const run = runForPerson(sync, { t: (key) => key, notify: vi.fn(), complain, contact: '' });
  sync.end({ kind: 'failed', step: 'down', fault } as SyncOutcome);
  await run;
  return complain.mock.calls[0]?.[0];
}

describe('what a run that a person started complains of', () => {
  it.each([
    ['refused', 'session-ended', ABOUT_SESSION],
    ['credentials', 'unauthorized', ABOUT_SESSION],
    ['refused', 'unit', undefined],
  ] as const)('%s, %s: a sign-in takes its place, or does not', async (code, reason, about) => {
    expect(await complaintOf(new SyncFault(code, reason))).toMatchObject({
      title: 'sync.down-error',
      ...(about === undefined ? {} : { about }),
    });
    expect(Object.hasOwn((await complaintOf(new SyncFault(code, reason))) as object, 'about')).toBe(
      about !== undefined,
    );
  });
});
