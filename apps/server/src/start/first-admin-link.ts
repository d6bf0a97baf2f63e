import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '../http/addresses.ts';

/** The file of the data folder that holds the link. */
export const FIRST_ADMIN_LINK = 'first-admin-link';

/** Writes the link into the data folder, for the server's own user; returns the path. */
async function leaveLink(dataDir: string, link: string): Promise<string> {
  const path = join(dataDir, FIRST_ADMIN_LINK);
  await writeFile(`${path}.tmp`, `${link}\n`, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
  return path;
}

/** Removes the link of an earlier start. */
async function dropLink(dataDir: string): Promise<void> {
  await rm(join(dataDir, FIRST_ADMIN_LINK), { force: true });
}

/**
 * What is said at the start of an empty server: where the first administrator is made. The link itself
 * is shown to a person at a terminal only. Elsewhere what a server prints is kept, by systemd's journal or
 * a container's log, and more people read that than the data folder.
 *
 * @param link `null`: there is an administrator
 */
export async function firstAdminLines(
  link: string | null,
  { dataDir, host, isTerminal }: { dataDir: string; host: string; isTerminal: boolean },
): Promise<readonly string[]> {
  if (link === null || isTerminal) await dropLink(dataDir);
  if (link === null) return [];
  const power = 'Whoever reads this link owns the system: show it to nobody, and use it now.';
  if (!isTerminal) {
    return [
      '',
      'There is no administrator yet. The link that makes the first one, once, within 24 hours, lies in',
      `  ${await leaveLink(dataDir, link)}`,
      `  ${power}`,
    ];
  }
  return [
    '',
    'There is no administrator yet. This link makes the first one, once, within 24 hours:',
    `  ${link}`,
    ...(isLoopback(host) ? [] : [`  ${power}`]),
  ];
}
