/** The locks of this profile, shared by its tabs; null on plain-http pages, where browsers have none. */
export function sharedLocks(): LockManager | null {
  const locks: LockManager | undefined = navigator.locks;
  return locks ?? null;
}
