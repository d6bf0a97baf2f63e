/** Units that this tab is synchronising now. */
const running = new WeakSet<object>();

interface OnlyRun {
  /** The engine of the unit, as opened in this tab. */
  engine: { readonly name: string };
  /** Locks shared by all tabs of the profile; null where the browser has none (plain http). */
  locks: LockManager | null;
}

/**
 * Runs the work, unless the same unit is already being synchronised in this tab or another tab of
 * this profile: then it returns `null`. Without locks, other tabs are not detected: two concurrent
 * runs ask the server twice and lose nothing.
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
