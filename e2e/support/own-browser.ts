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
  /** Stops every process of the browser where it is; only `kill` helps afterwards. */
  freeze(): void;
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

/** Sends a signal to every process of the browser on a profile. */
function signal(profile: string, name: 'SIGKILL' | 'SIGSTOP'): void {
  const running = processesOf(profile);
  if (running.length === 0) throw new Error('the browser is not to be found');
  for (const pid of running) {
    try {
      process.kill(pid, name);
    } catch {
      // Ended together with its parent.
    }
  }
}

/**
 * Starts a browser on a profile that stays afterwards. `bypassCSP`: a test may load scripts of its
 * own into the pages.
 */
export async function startBrowser(
  profile: string,
  baseURL: string,
  { bypassCSP = false } = {},
): Promise<OwnBrowser> {
  const executablePath = findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === null ? {} : { executablePath }),
    args: CHROMIUM_ARGS,
    baseURL,
    bypassCSP,
    viewport: { width: 360, height: 740 },
    locale: 'en-US',
    timezoneId: 'America/Guatemala',
  });
  return {
    context,
    async kill() {
      const closed = context.waitForEvent('close');
      signal(profile, 'SIGKILL');
      await closed;
    },
    freeze: () => signal(profile, 'SIGSTOP'),
  };
}
