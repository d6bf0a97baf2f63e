import type { LocalUnit } from '@crece/storage';

/**
 * The other versions of the records that wait for a choice in a conflict: until then the most severe
 * outcome is shown.
 */
export async function openVersions(unit: LocalUnit): Promise<readonly unknown[]> {
  const { tasks } = unit.snapshot().sync;
  const versions: unknown[] = [];
  for (const childId of new Set(tasks.flatMap((task) => task.childId ?? []))) {
    const open = (await unit.readChildFile(childId))?.versions;
    if (open !== undefined) versions.push(...open.child, ...[...open.screenings.values()].flat());
  }
  return versions;
}
