import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import {
  type FaultProxy,
  startFaultProxy,
} from '../../packages/storage/src/testing/node/fault-proxy.ts';
import { takeSession } from '../pages/accounts.ts';
import {
  answerScreenerName,
  fillChild,
  fillMeasures,
  listAddress,
  measureField,
  walkTo,
} from '../pages/app.ts';
import { signInByCall } from '../support/account-server.ts';
import { header, switchBackgroundOff, syncAddress } from '../support/phones.ts';
import { faultsOf, inspect, ProfilePhone, untilKept } from './profile-phone.ts';
import { type Random, seeded } from './random.ts';
import { UNIT } from './scene.ts';
import { sameLeaves, serverContents, serverLeaves } from './torture.ts';
import type { Member, UnitServer } from './unit-server.ts';

// A person types while a first download arrives. At a random moment the browser is killed, or its
// profile is copied in the middle of writing and goes on elsewhere, as after a power cut. Afterwards
// what was acknowledged is there, the download goes on, and the phone ends equal to the server.

/** What happens in the middle of a download. */
export type Cut =
  /** Every process of the browser is killed. */
  | 'kill'
  /** The profile is copied file by file while the browser goes on writing. */
  | 'copy'
  /**
   * The profile is copied in one moment, and of what was written after the last acknowledged save only
   * a part has reached the disk.
   */
  | 'power';

interface Options {
  seed: number;
  rounds: number;
  cuts: readonly Cut[];
  server: UnitServer;
  log: (line: string) => void;
}

interface DownloadReport {
  /** Rounds by the state in which the download was found. */
  met: Record<string, number>;
  wrong: string[];
}

const PIECES = 200;

const LINE = /\/_snapshot\b/;

/** Lets a first download take this long; resolves when the first one begins. */
function slowDown(line: FaultProxy, milliseconds: number): Promise<void> {
  return new Promise((begun) => {
    line.plan(({ path }) =>
      LINE.test(path)
        ? {
            kind: 'held-answer',
            async hand(body, write) {
              begun();
              const size = Math.ceil(body.length / PIECES);
              for (let sent = 0; sent < body.length; sent += size) {
                write(body.subarray(sent, sent + size));
                await pause(milliseconds / PIECES);
              }
            },
          }
        : undefined,
    );
  });
}

/** What the phone has acknowledged to the person so far. */
interface Acknowledged {
  /** First names of registered children. */
  names: string[];
  /** The screening form in which a weight was typed and kept. */
  draft: { address: string; weight: string } | null;
}

/** On a slow machine a step takes longer; the download does not wait for it. */
const MOST_STEP_MS = 6_000;

/** A child is registered, then a screening of it is half typed, and so on. */
const MOST_STEPS = 4;

/**
 * Types until so many steps are acknowledged: registering a child and typing a screening that is kept
 * as a draft, in turns. Goes on after the last one, so that the cut meets somebody who types.
 */
async function type(
  page: Page,
  { label, steps }: { label: string; steps: number },
  said: Acknowledged,
  acknowledged: () => void,
): Promise<void> {
  for (let step = 1; step <= steps; step += 2) {
    const firstName = `${label} ${step}`;
    await walkTo(page, `/children/create/${UNIT}`);
    await fillChild(page, { firstName, lastName: 'Coc', sex: 'Girl', months: 14 });
    await page.getByRole('button', { name: 'Save and screen' }).click();
    await answerScreenerName(page);
    await page.getByRole('heading', { level: 1, name: firstName }).waitFor();
    said.names.push(firstName);
    acknowledged();
    if (step === steps) return;
    const address = new URL(page.url()).pathname;
    const weight = `7.${step}`;
    await fillMeasures(page, { height: '68.5', weight });
    await untilKept(page, weight);
    said.draft = { address, weight };
  }
}

/** Sizes of the write-ahead logs of the browser's databases, by path inside the profile. */
function logSizes(folder: string): Map<string, number> {
  const place = join('Default', 'IndexedDB');
  const found = readdirSync(join(folder, place), { recursive: true, encoding: 'utf8' });
  const logs = found.filter((name) => /\d+\.log$/.test(name)).map((name) => join(place, name));
  return new Map(logs.map((path) => [path, statSync(join(folder, path)).size]));
}

/**
 * Takes away a random part of what was appended to each log after `before`: a power cut may lose all
 * that was written since the last flush to the disk, and a save is acknowledged after such a flush.
 */
function tear(folder: string, before: ReadonlyMap<string, number>, random: Random): void {
  for (const [path, size] of logSizes(folder)) {
    const kept = before.get(path);
    // A log that was begun later is flushed with the next save or as a table.
    if (kept === undefined) continue;
    truncateSync(join(folder, path), kept + Math.floor(random() * (size - kept + 1)));
  }
}

async function untilSynced(page: Page): Promise<void> {
  await page.goto(syncAddress(UNIT));
  await page
    .getByRole('button', { name: /^(Sync now|Go on syncing|Download|Try again)/ })
    .first()
    .click();
  await page.waitForURL(/\/children\/list\//, { timeout: 90_000 });
  await expect(header(page)).toHaveText(/^Synced, /, { timeout: 60_000 });
}

interface Round {
  phone: ProfilePhone;
  line: FaultProxy;
  server: UnitServer;
  member: Member;
  random: Random;
  round: number;
  cut: Cut;
}

async function interrupt(
  { phone, random, cut }: Pick<Round, 'phone' | 'random' | 'cut'>,
  flushed: ReadonlyMap<string, number>,
): Promise<void> {
  if (cut === 'kill') {
    await phone.kill();
    return;
  }
  if (cut === 'power') phone.freeze();
  const copy = phone.copy();
  await phone.kill();
  if (cut === 'power') tear(copy, flushed, random);
  phone.folder = copy;
}

/** Time of one step of typing in the rounds so far, in milliseconds. */
interface Pace {
  stepMs: number;
}

/** Begins a download, lets the person type, and interrupts both. */
async function beginAndCut(context: Round, pace: Pace): Promise<Acknowledged> {
  const { phone, line, random, round } = context;
  const said: Acknowledged = { names: [], draft: null };
  const steps = Math.floor(random() * (MOST_STEPS + 1));
  const lastsMs = (0.4 + random() * 1.6) * (steps + 0.5) * pace.stepMs;
  const laterMs = random() * 500;
  const page = await phone.start();
  await page.goto(listAddress(UNIT));
  const begun = slowDown(line, lastsMs);
  await page.getByRole('link', { name: 'Download' }).click();
  await begun;
  const beganAt = Date.now();
  let flushed = logSizes(phone.folder);
  await page.getByRole('link', { name: 'Go on with the list' }).click();
  await type(page, { label: `Zuri ${round}`, steps }, said, () => {
    flushed = logSizes(phone.folder);
  });
  if (steps > 0) pace.stepMs = Math.min(MOST_STEP_MS, (Date.now() - beganAt) / steps);
  else await pause(random() * lastsMs);
  // In the middle of a save that nobody has acknowledged yet.
  const later: Acknowledged = { names: [], draft: null };
  const next = type(page, { label: `Next ${round}`, steps: 1 }, later, () => undefined);
  next.catch(() => undefined);
  await pause(laterMs);
  await interrupt(context, flushed);
  await next.catch(() => undefined);
  return said;
}

/**
 * Whether the kept draft is in its form again. Drafts are written without waiting for the disk, so a
 * cut of power may take what was typed last.
 */
async function foundDraft(
  page: Page,
  { draft }: Acknowledged,
): Promise<'no draft' | 'a draft found' | 'a draft lost' | `no form: ${string}`> {
  if (draft === null) return 'no draft';
  await page.goto(draft.address);
  const field = measureField(page, 'Weight');
  try {
    await field.waitFor();
  } catch {
    const shown = await page.locator('body').innerText();
    return `no form: ${draft.address}: ${shown.replaceAll(/\s+/g, ' ').slice(0, 500)}`;
  }
  return (await field.inputValue()) === draft.weight ? 'a draft found' : 'a draft lost';
}

async function takeRound(
  context: Round,
  pace: Pace,
): Promise<{ what: string; met: string; wrong: string[] }> {
  const { phone, line, server, member, cut } = context;
  const said = await beginAndCut(context, pace);
  line.plan();
  const page = await phone.start();
  const found = await inspect(page);
  const wrong = faultsOf(found);
  const names = new Set(found.records.map(({ firstName }) => firstName));
  for (const name of said.names) if (!names.has(name)) wrong.push(`${name} is not there`);
  const draft = await foundDraft(page, said);
  if (draft === 'a draft lost' && cut !== 'power') wrong.push('what was typed is not in its form');
  if (draft.startsWith('no form')) wrong.push('the form did not open');
  await untilSynced(page);
  const ended = await inspect(page);
  wrong.push(...faultsOf(ended));
  const leaves = await serverLeaves(server, member);
  if (!sameLeaves(ended.leaves, leaves)) wrong.push('the phone and the server differ');
  const contents = await serverContents(server, member, leaves);
  const unlike = ended.contents.filter((content) => !contents.has(content));
  if (unlike.length > 0) wrong.push(`${unlike.length} bodies are unlike the server's`);
  await phone.kill();
  const download = found.download as { state?: string; done?: number; total?: number } | null;
  const met = download?.state ?? 'none';
  const part = met === 'partial' ? ` at ${download?.done} of ${download?.total}` : '';
  return { what: `${cut} ${met}${part}, ${said.names.length} children, ${draft}`, met, wrong };
}

/** A profile of somebody who is signed in, on a device that synchronises only when asked. */
async function signedIn(line: FaultProxy, server: UnitServer, member: Member) {
  const phone = new ProfilePhone(line.url);
  const page = await phone.start();
  await takeSession(page, await signInByCall(server, member.person));
  await switchBackgroundOff(page);
  await page.goto(listAddress(UNIT));
  await page.getByRole('link', { name: 'Download' }).waitFor();
  // Chromium writes `localStorage`, where the session is, some seconds later, or when it ends.
  await phone.stop();
  return phone;
}

/** Interrupts first downloads during which a person types. */
export async function cutDownloads({
  seed,
  rounds,
  cuts,
  server,
  log,
}: Options): Promise<DownloadReport> {
  const random = seeded(seed);
  const member = await server.member('Ana', ['user', 'sync']);
  const report: DownloadReport = { met: {}, wrong: [] };
  const line = await startFaultProxy(server.url);
  const first = await signedIn(line, server, member);
  const pace: Pace = { stepMs: 4_000 };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const cut = cuts[(round - 1) % cuts.length] ?? 'kill';
      const phone = new ProfilePhone(line.url, first.folder);
      try {
        const context = { phone, line, server, member, random, round, cut };
        const { what, met, wrong } = await takeRound(context, pace);
        report.met[met] = (report.met[met] ?? 0) + 1;
        report.wrong.push(...wrong.map((each) => `round ${round}, ${what}: ${each}`));
        log(`${round}/${rounds} ${what}${wrong.length > 0 ? ` WRONG ${wrong.join('; ')}` : ''}`);
      } finally {
        await phone.close();
      }
    }
  } finally {
    await first.close();
    await line.close();
  }
  return report;
}
