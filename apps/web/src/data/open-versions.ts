import type { LocalUnit } from '@crece/storage';

/** The other sides of what waits for a choice: until then the severest outcome is shown. */
export async function openVersions(unit: LocalUnit): Promise<readonly unknown[]> {
  const { tasks } = unit.snapshot().sync;
  const versions: unknown[] = [];
  for (const childId of new Set(tasks.flatMap((task) => task.childId ?? []))) {
    const open = (await unit.readChildFile(childId))?.versions;
    if (open !== undefined) versions.push(...open.child, ...[...open.screenings.values()].flat());
  }
  return versions;
}
