// `npm run torture -- [seed] [turns]`: phones and a server under all faults, for as long as
// requested. Without a seed a random one is used and printed, so that a failure can be repeated.
import { randomInt } from 'node:crypto';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../e2e/playwright.config.ts';
import { openCrowd } from '../e2e/torture/phones.ts';
import { torture } from '../e2e/torture/torture.ts';
import { startUnitServer } from '../e2e/torture/unit-server.ts';
import { ensureChromium } from './find-chromium.ts';

const TURNS = 400;

async function main(words: readonly string[]): Promise<number> {
  const [seed = randomInt(1_000_000_000), turns = TURNS] = words.map(Number);
  if (!Number.isInteger(seed) || !Number.isInteger(turns)) {
    console.error('npm run torture -- [seed] [turns]: both are whole numbers');
    return 2;
  }
  const found = await ensureChromium();
  if (!found.ok) throw new Error(found.sentence);
  console.log(`seed ${seed}, ${turns} turns`);
  const server = await startUnitServer();
  const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_ARGS });
  try {
    const { phones, acted, close } = await openCrowd(server, browser);
    try {
      const report = await torture({ seed, turns, server, phones, acted, log: console.log });
      console.log(JSON.stringify(report, null, 2));
      return report.wrong.length === 0 ? 0 : 1;
    } finally {
      // A proxy that still listens keeps this process from ending.
      await close();
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

process.exitCode = await main(process.argv.slice(2).filter((word) => word !== '--'));
