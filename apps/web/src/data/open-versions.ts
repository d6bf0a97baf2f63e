import type { LocalStake } from '@crece/storage';

/** The other sides of what waits for a choice: until then the severest outcome is shown. */
export async function openVersions(stake: LocalStake): Promise<readonly unknown[]> {
  const { tasks } = stake.snapshot().sync;
  const versions: unknown[] = [];
  for (const childId of new Set(tasks.flatMap((task) => task.childId ?? []))) {
    const open = (await stake.readChildFile(childId))?.versions;
    if (open !== undefined) versions.push(...open.child, ...[...open.screenings.values()].flat());
  }
  return versions;
}
