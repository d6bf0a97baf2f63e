// What the ordinary run has no time for, with a seed that is printed, so that a failure can be
// repeated:
//   npm run torture -- [seed] [turns]         phones and a server under all faults
//   npm run torture -- kill [rounds] [seed]   the browser is killed in mid-save and in mid-download
//   npm run torture -- copy [rounds] [seed]   its profile is copied while it writes, opened elsewhere
//   npm run torture -- tabs [writes] [seed]   two tabs write to one unit at the same time
import { randomInt } from 'node:crypto';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../e2e/playwright.config.ts';
import { startServer } from '../e2e/support/server-process.ts';
import { cutDownloads } from '../e2e/torture/cut-downloads.ts';
import { killInSaves } from '../e2e/torture/kill-in-saves.ts';
import { openCrowd } from '../e2e/torture/phones.ts';
import { torture } from '../e2e/torture/torture.ts';
import { writeInTwoTabs } from '../e2e/torture/two-tabs.ts';
import { startUnitServer } from '../e2e/torture/unit-server.ts';
import { ensureChromium } from './find-chromium.ts';

interface Report {
  wrong: readonly string[];
}

/** Enough for several batches of a first download. */
const RECORDS = 4_000;

async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const found = await ensureChromium();
  if (!found.ok) throw new Error(found.sentence);
  const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_ARGS });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function phones(seed: number, turns: number): Promise<Report> {
  const server = await startUnitServer();
  try {
    return await withBrowser(async (browser) => {
      const crowd = await openCrowd(server, browser);
      const { acted } = crowd;
      try {
        return await torture({
          seed,
          turns,
          server,
          phones: crowd.phones,
          acted,
          log: console.log,
        });
      } finally {
        // A proxy that still listens keeps this process from ending.
        await crowd.close();
      }
    });
  } finally {
    await server.stop();
  }
}

async function kill(seed: number, rounds: number): Promise<Report> {
  const server = await startServer();
  try {
    const saves = await killInSaves({ seed, rounds, server, log: console.log });
    const downloads = await downloadsCut(['kill'])(seed, rounds);
    return { ...saves, ...downloads, wrong: [...saves.wrong, ...downloads.wrong] };
  } finally {
    await server.stop();
  }
}

const downloadsCut =
  (cuts: Parameters<typeof cutDownloads>[0]['cuts']) =>
  async (seed: number, rounds: number): Promise<Report> => {
    const server = await startUnitServer({ records: RECORDS });
    try {
      return await cutDownloads({ seed, rounds, cuts, server, log: console.log });
    } finally {
      await server.stop();
    }
  };

async function tabs(seed: number, writes: number): Promise<Report> {
  const server = await startServer();
  try {
    return await writeInTwoTabs({ seed, writes, server });
  } finally {
    await server.stop();
  }
}

/** What can be asked for, and how long it lasts by default. */
const KINDS = {
  kill: { run: kill, length: 20 },
  copy: { run: downloadsCut(['copy', 'power']), length: 20 },
  tabs: { run: tabs, length: 500 },
} as const;

async function main(words: readonly string[]): Promise<number> {
  const [first = ''] = words;
  const kind = Object.entries(KINDS).find(([name]) => name === first)?.[1];
  const numbers = words.slice(kind === undefined ? 0 : 1).map(Number);
  const [one, other] = numbers;
  if (numbers.some((number) => !Number.isInteger(number))) {
    console.error('npm run torture -- [seed] [turns] | kill|copy|tabs [rounds] [seed]');
    return 2;
  }
  const fresh = randomInt(1_000_000_000);
  const { run, seed, length } =
    kind === undefined
      ? { run: phones, seed: one ?? fresh, length: other ?? 400 }
      : { run: kind.run, seed: other ?? fresh, length: one ?? kind.length };
  console.log(`seed ${seed}, ${length} turns, rounds or writes`);
  const report = await run(seed, length);
  console.log(JSON.stringify(report, null, 2));
  return report.wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2).filter((word) => word !== '--'));
