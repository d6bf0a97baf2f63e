import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import {
  addChild,
  dayOfMonthsAgo,
  fillChild,
  fillMeasures,
  fillSurveyDate,
  listAddress,
  measureField,
} from '../pages/app.ts';
import type { ServerProcess } from '../support/server-process.ts';
import type { Inspected } from './inspect-unit.ts';
import { faultsOf, inspect, ProfilePhone, untilKept } from './profile-phone.ts';
import { type Random, seeded, weighted } from './random.ts';
import { UNIT } from './scene.ts';

// The browser is killed at a random moment around a save. After each restart: what was acknowledged is
// there, what was not is there whole or still in its form, and what is stored is consistent.

interface Options {
  seed: number;
  rounds: number;
  server: ServerProcess;
  log: (line: string) => void;
}

export interface KillReport {
  /** Rounds by how the kill met the save. */
  met: Record<'acknowledged' | 'stored' | 'typed', number>;
  wrong: string[];
}

/** Kills come up to this multiple of the time that a save takes until it is acknowledged. */
const LATEST = 1.4;

/** The child's page shows so many visits before somebody asks for all. */
const VISITS_SHOWN = 6;

const KINDS = { screening: 6, child: 2, edit: 2 } as const;

/** A filled form: what saves it, what then shows that it is saved, and how to find it again. */
interface Form {
  button: Locator;
  acknowledged: () => Promise<unknown>;
  isStored: (found: Inspected) => boolean;
  /** Opens the form again and returns whether what was typed is in it. */
  isTyped: (page: Page) => Promise<boolean>;
}

async function holds(field: Locator, wanted: string): Promise<boolean> {
  await field.waitFor();
  // A restored draft appears together with the field.
  return (await field.inputValue()) === wanted;
}

const recordsOf = (found: Inspected, prefix: string) =>
  found.records.filter(({ _id }) => _id.startsWith(prefix));

async function fillForm(
  kind: keyof typeof KINDS,
  page: Page,
  childId: string,
  round: number,
  rounds: number,
): Promise<Form> {
  const heading = page.getByRole('heading', { level: 1 });
  if (kind === 'screening') {
    const address = `/children/survey/${childId}`;
    // Each is newer than the one before, so that the child's summary changes too.
    const day = dayOfMonthsAgo(0, rounds - round);
    const weight = `7.${(round % 90) + 10}`;
    await page.goto(address);
    await fillMeasures(page, { height: '68.5', weight });
    await fillSurveyDate(page, day);
    await untilKept(page, day);
    return {
      button: page.getByRole('button', { name: 'Save screening' }),
      acknowledged: () => page.getByText(/^Saved on this device/).waitFor(),
      isStored: (found) =>
        recordsOf(found, 'scr_').some(
          ({ surveyDate, weight: stored }) => surveyDate === day && stored === Number(weight),
        ),
      isTyped: async (again) => {
        await again.goto(address);
        return holds(measureField(again, 'Weight'), weight);
      },
    };
  }
  const name = `Kill ${round}`;
  if (kind === 'child') {
    const address = `/children/create/${UNIT}`;
    await page.goto(address);
    await fillChild(page, { firstName: name, lastName: 'Tum', sex: 'Girl', months: 9 });
    await untilKept(page, name);
    return {
      button: page.getByRole('button', { name: 'Save and screen' }),
      acknowledged: () => page.waitForURL(/\/children\/survey\//, { waitUntil: 'commit' }),
      isStored: (found) => recordsOf(found, 'chld_').some(({ firstName }) => firstName === name),
      isTyped: async (again) => {
        await again.goto(address);
        return holds(again.getByLabel('First name'), name);
      },
    };
  }
  const address = `/children/edit/${childId}`;
  await page.goto(address);
  await page.getByLabel('Last name').fill(name);
  await untilKept(page, name);
  return {
    button: page.getByRole('button', { name: 'Save changes' }),
    acknowledged: () => heading.filter({ hasText: name }).waitFor(),
    isStored: (found) =>
      recordsOf(found, 'chld_').some(({ _id, lastName }) => _id === childId && lastName === name),
    isTyped: async (again) => {
      await again.goto(address);
      return holds(again.getByLabel('Last name'), name);
    },
  };
}

/** Each child names its newest screening: a screening and its child's summary are one write. */
function halfWritten(found: Inspected): string[] {
  const screenings = recordsOf(found, 'scr_');
  return recordsOf(found, 'chld_').flatMap(({ _id, lastScreening = null }) => {
    const own = screenings.filter(({ owner }) => owner === _id);
    const [newest] = own.sort((a, b) =>
      String(a['surveyDate']) < String(b['surveyDate']) ? 1 : -1,
    );
    if ((newest?._id ?? null) === lastScreening) return [];
    return [`${_id} names ${String(lastScreening)}, its newest is ${newest?._id}`];
  });
}

/** Registers the child that the rounds screen, and measures how long a save takes. */
async function begin(phone: ProfilePhone): Promise<{ childId: string; saveMs: number }> {
  const page = await phone.start();
  await page.goto(listAddress(UNIT));
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
  const childId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await fillMeasures(page, { height: '68.5', weight: '7' });
  await fillSurveyDate(page, dayOfMonthsAgo(2));
  const pressed = Date.now();
  await page.getByRole('button', { name: 'Save screening' }).click();
  await page.getByText(/^Saved on this device/).waitFor();
  const saveMs = Date.now() - pressed;
  await phone.kill();
  return { childId, saveMs };
}

async function takeRound(
  phone: ProfilePhone,
  { childId, saveMs }: { childId: string; saveMs: number },
  random: Random,
  { round, rounds }: { round: number; rounds: number },
): Promise<{ what: string; met: keyof KillReport['met']; wrong: string[] }> {
  const kind = weighted(random, KINDS);
  const afterMs = Math.round(random() * saveMs * LATEST);
  const page = await phone.start();
  const form = await fillForm(kind, page, childId, round, rounds);
  let isAcknowledged = false;
  const acknowledging = form.acknowledged().then(
    () => {
      isAcknowledged = true;
    },
    // The browser was killed before.
    () => undefined,
  );
  const pressing = form.button
    .evaluate((button) => (button as HTMLElement).click())
    .catch(() => undefined);
  await pause(afterMs);
  await phone.kill();
  await Promise.all([acknowledging, pressing]);

  const again = await phone.start();
  const found = await inspect(again);
  const isStored = form.isStored(found);
  const wrong = [...faultsOf(found), ...halfWritten(found)];
  if (isAcknowledged && !isStored) wrong.push('was acknowledged and is not there');
  if (!isStored && !(await form.isTyped(again))) wrong.push('is neither stored nor in its form');
  const stored = Math.min(recordsOf(found, 'scr_').length, VISITS_SHOWN);
  await again.goto(`/children/view/${childId}`);
  const visits = again.getByRole('region', { name: 'Screenings' }).getByRole('listitem');
  await expect(visits)
    .toHaveCount(stored)
    .catch(() => wrong.push(`the child's page does not show ${stored} visits`));
  await phone.kill();
  const met = isAcknowledged ? 'acknowledged' : isStored ? 'stored' : 'typed';
  return { what: `${kind} killed after ${afterMs} ms: ${met}`, met, wrong };
}

/** Kills the browser around saves; each round also checks what the rounds before have stored. */
export async function killInSaves({ seed, rounds, server, log }: Options): Promise<KillReport> {
  const random = seeded(seed);
  const phone = new ProfilePhone(server.url);
  const report: KillReport = { met: { acknowledged: 0, stored: 0, typed: 0 }, wrong: [] };
  try {
    const scene = await begin(phone);
    log(`a save is acknowledged after ${scene.saveMs} ms`);
    for (let round = 1; round <= rounds; round += 1) {
      const { what, met, wrong } = await takeRound(phone, scene, random, { round, rounds });
      report.met[met] += 1;
      report.wrong.push(...wrong.map((each) => `round ${round}, ${what}: ${each}`));
      log(`${round}/${rounds} ${what}${wrong.length > 0 ? ` WRONG ${wrong.join('; ')}` : ''}`);
    }
  } finally {
    await phone.close();
  }
  return report;
}
