import { readdirSync, readFileSync } from 'node:fs';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.ts';
import { CHROMIUM_ARGS } from '../playwright.config.ts';

export interface OwnBrowser {
  context: BrowserContext;
  /**
   * Kills every process of the browser at once, like an empty battery: nothing can be cleaned up.
   */
  kill(): Promise<void>;
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** The processes of this machine; one that ends meanwhile is left out. */
function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name is in parentheses and may contain blanks.
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent, command }];
      } catch {
        return [];
      }
    });
}

/** The browser process that uses a profile, and all its descendants. */
function processesOf(profile: string): number[] {
  const all = processes();
  const found = all
    .filter(({ command }) => command.includes(`--user-data-dir=${profile} `))
    .map(({ pid }) => pid);
  for (const pid of found) {
    for (const { pid: child, parent } of all) {
      if (parent === pid && !found.includes(child)) found.push(child);
    }
  }
  return found;
}

/** Starts a browser on a profile that stays afterwards. */
export async function startBrowser(profile: string, baseURL: string): Promise<OwnBrowser> {
  const executablePath = findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === null ? {} : { executablePath }),
    args: CHROMIUM_ARGS,
    baseURL,
    viewport: { width: 360, height: 740 },
    locale: 'en-US',
    timezoneId: 'America/Guatemala',
  });
  return {
    context,
    async kill() {
      const closed = context.waitForEvent('close');
      const running = processesOf(profile);
      if (running.length === 0) throw new Error('the browser is not to be found');
      for (const pid of running) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // Ended together with its parent.
        }
      }
      await closed;
    },
  };
}
