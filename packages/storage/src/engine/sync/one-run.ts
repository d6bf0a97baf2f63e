/** What this tab synchronises now. */
const running = new WeakSet<object>();

interface OnlyRun {
  /** What is synchronised, as this tab knows it. */
  engine: { readonly name: string };
  /** Locks that all tabs of the profile share; null where there are none (plain http). */
  locks: LockManager | null;
}

/**
 * Does the work unless the same unit is being synchronised already, in this tab or in another one of
 * this profile; `null` then. Without locks other tabs are not known of: two runs at once ask the
 * server twice and lose nothing.
 */
export async function asOnlyRun<T>(
  { engine, locks }: OnlyRun,
  work: () => Promise<T>,
): Promise<T | null> {
  if (running.has(engine)) return null;
  running.add(engine);
  try {
    if (locks === null) return await work();
    const options = { mode: 'exclusive', ifAvailable: true } as const;
    return await locks.request(`crece_sync_${engine.name}`, options, (lock) =>
      lock === null ? null : work(),
    );
  } finally {
    running.delete(engine);
  }
}

/** The locks of this profile; browsers give none to a page of plain http. */
export function sharedLocks(): LockManager | null {
  const locks: LockManager | undefined = navigator.locks;
  return locks ?? null;
}
