import { readFileSync } from 'node:fs';
import { API_PATHS, type UsersBody } from '@crece/contract';
import { todayIn } from '@crece/domain';
import { aChild, aMother, aNursingMother, anAssessedScreening } from '@crece/domain/testing';
import type { Page } from '@playwright/test';
import { listAddress, walkTo } from '../pages/app.ts';
import { answerOf } from '../support/account-server.ts';
import { type Look, layoutFaults, showAs } from '../support/layout.ts';
import { expect, type Member, member, type OwnServer, test } from '../support/phones.ts';
import { newId, pushRecords, versions, written } from '../support/push-records.ts';

const UNIT = 'coban_stake_gtm';
/** Names without any place to break, as long as the fields allow. */
const FIRST = 'Maximilianaguadalupeconcepcionesperanza'.padEnd(40, 'x');
const LAST = 'Ixquiactapordelossantosyhernandezgarcia'.padEnd(40, 'z');
const NAMES = { firstName: FIRST, lastName: LAST };

/** The window of the smallest phone, doubled text, and a desktop with large text. */
const LOOKS: readonly Look[] = [
  { width: 320, height: 640, font: 16 },
  { width: 360, height: 740, font: 32 },
  { width: 1280, height: 800, font: 24 },
];

/** The patterns of the application's table of routes. */
function patterns(): string[] {
  const file = new URL('../../apps/web/src/app/route-table.ts', import.meta.url);
  const text = readFileSync(file, 'utf8');
  const table = text.slice(text.indexOf('export const ROUTES'));
  return [...table.matchAll(/^ {2}'(\/[^']*)':/gm)].map(([, pattern = '']) => pattern);
}

interface Scene {
  child: string;
  screening: string;
  unscreened: string;
  mother: string;
}

/** Records of every kind with long names on the server; one of them in two versions. */
async function fill(server: OwnServer, who: Member): Promise<Scene> {
  const today = todayIn('America/Guatemala', new Date());
  const day = (years: number, monthsBack: number) => {
    const date = new Date(`${today}T12:00:00Z`);
    date.setUTCFullYear(date.getUTCFullYear() - years);
    date.setUTCMonth(date.getUTCMonth() - monthsBack);
    return date.toISOString().slice(0, 10);
  };
  const place = { ward: LAST.slice(0, 30), city: FIRST, address: LAST, mother: FIRST + LAST };
  const children = [0, 1, 2, 3].map((at) =>
    aChild({
      _id: newId('chld', UNIT),
      ...NAMES,
      ...place,
      ...(at === 3 ? {} : { firstName: `${at}${FIRST}`.slice(0, 40) }),
      birthDate: day(1, 2 + at),
      comments: LAST + FIRST,
    }),
  );
  const [first = aChild(), second = aChild(), third = aChild(), fourth = aChild()] = children;
  const seen = (child: typeof first, back: number, height: number, weight: number, muac: number) =>
    anAssessedScreening(child, {
      _id: newId('scr', UNIT),
      surveyDate: day(0, back),
      height,
      weight,
      muac,
      interviewer: FIRST,
    });
  const before = seen(first, 3, 72, 7.4, 12.1);
  const red = seen(first, 0, 74, 6.4, 11.1);
  const records = [
    ...children,
    before,
    red,
    seen(second, 1, 74.5, 9.1, 13.6),
    seen(third, 2, 70, 7.6, 12),
  ];
  const mother = aMother({
    _id: newId('mthr', UNIT),
    ...NAMES,
    ward: place.ward,
    deliveryDate: day(0, -3),
  });
  const nursing = aNursingMother({ _id: newId('mthr', UNIT), ...NAMES, ward: place.ward });
  await pushRecords(server, who, UNIT, [
    ...records.filter((each) => each !== red).map(written),
    ...[mother, nursing].map(written),
    ...versions([red, { ...red, weight: 6.9, updatedBy: LAST, device: 'another' }]),
  ]);
  return {
    child: first._id,
    screening: red._id,
    unscreened: fourth._id,
    mother: mother._id,
  };
}

/** An address for each route. */
function addresses({ child, screening, mother }: Omit<Scene, 'unscreened'>, user: string) {
  return {
    '/': '/',
    '/children/countries/:networkFirst': '/children/countries/false',
    '/children/list/stakes/:country': '/children/list/stakes/GTM',
    '/children/list/:stakeDB/:stakeName/:searchFilter/:colorFilter/:screenType': listAddress(UNIT),
    '/children/create/:dbName': `/children/create/${UNIT}`,
    '/children/edit/:childId': `/children/edit/${child}`,
    '/children/view/:childId': `/children/view/${child}`,
    '/children/card/:childId': `/children/card/${child}`,
    '/children/remove/:childId': `/children/remove/${child}`,
    '/children/survey/:childId': `/children/survey/${child}`,
    '/children/survey/edit/:childId/:surveyId': `/children/survey/edit/${child}/${screening}`,
    '/children/survey/remove/:childId/:surveyId': `/children/survey/remove/${child}/${screening}`,
    '/children/due/:stakeDB/:stakeName': `/children/due/${UNIT}/Test`,
    '/children/day/:stakeDB/:stakeName': `/children/day/${UNIT}/Test`,
    '/children/mothers/list/:stakeDB/:stakeName/:screenType': `/children/mothers/list/${UNIT}/Test/pregnant`,
    '/children/mothers/create/:stakeDB/:stakeName/:screenType': `/children/mothers/create/${UNIT}/Test/pregnant`,
    '/children/mothers/:motherId/:stakeDB/:stakeName/:screenType': `/children/mothers/${mother}/${UNIT}/Test/pregnant`,
    '/children/import/:stakeDB/:stakeName': `/children/import/${UNIT}/Test`,
    '/children/sync/:stakeDB/:stakeName/:screenType': `/children/sync/${UNIT}/Test/children`,
    '/children/syncinfo': '/children/syncinfo',
    '/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect': `/children/report/${UNIT}/GTM/stake/name/es/full/0`,
    '/children/reports': '/children/reports',
    '/children/desk': '/children/desk',
    '/children/desk/:country': '/children/desk/GTM',
    '/children/desk/:country/:stakeDB': `/children/desk/GTM/${UNIT}`,
    '/files/:fileToDownload': '/files/none.csv',
    '/children/waiting/:stakeDB/:stakeName': `/children/waiting/${UNIT}/Test`,
    '/children/waiting/:stakeDB/:stakeName/:recordId': `/children/waiting/${UNIT}/Test/${screening}`,
    '/children/backup': `/children/backup?stakeDB=${UNIT}`,
    '/children/local/:stakeDB/:stakeName': `/children/local/${UNIT}/Test`,
    '/children/handover/:stakeDB/:stakeName': `/children/handover/${UNIT}/Test`,
    '/children/receive': '/children/receive',
    '/admin/users': '/admin/users',
    '/admin/users/new': '/admin/users/new',
    '/admin/users/:userId': `/admin/users/${user}`,
    '/admin/users/:userId/edit': `/admin/users/${user}/edit`,
    '/admin/requests': '/admin/requests',
    '/admin/audit': '/admin/audit',
    '/admin/programme': '/admin/programme',
    '/admin/places': '/admin/places',
    '/admin/places/:country': '/admin/places/GTM',
    '/settings/profile': '/settings/profile',
    '/settings/password': '/settings/password',
    '/settings/accounts': '/settings/accounts',
    '/settings/sessions': '/settings/sessions',
    '/settings/picture': '/settings/picture',
    '/settings/device': '/settings/device',
    '/privacy': '/privacy',
    '/authentication/signup': '/authentication/signup',
    '/authentication/signin': '/authentication/signin',
    '/authentication/return': '/authentication/return#code=AAAA',
    '/authentication/email/:token': '/authentication/email/AAAA',
    '/authentication/first-admin': '/authentication/first-admin',
    '/password/forgot': '/password/forgot',
    '/password/reset/invalid': '/password/reset/invalid',
    '/password/reset/success': '/password/reset/success',
    '/password/reset/:token': '/password/reset/AAAA',
    '/not-found': '/not-found',
    '/bad-request': '/bad-request',
    '/sync-error': '/sync-error',
    '/server-error': '/server-error',
    '/forbidden': '/forbidden',
  };
}

/** Waits until the page of an address is drawn with what it reads. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return (
      main !== null &&
      main.textContent !== '' &&
      document.querySelector('.waiting, [aria-busy="true"]') === null
    );
  });
}

test('no screen scrolls sideways, cuts text or hides a control: 320 px, doubled text, long names, in Spanish', async ({
  accountServer,
  phone,
}) => {
  const who = await member(accountServer, 'Ana', ['user', 'sync', 'admin', 'phl-pilot']);
  const scene = await fill(accountServer, who);
  const { users } = await answerOf<UsersBody>(accountServer, 'GET', API_PATHS.users, {
    token: accountServer.adminToken,
  });
  const page = await phone(who, { background: true });
  await page.evaluate(() => localStorage.setItem('crece.language', 'es'));
  const cdp = await page.context().newCDPSession(page);
  await page.goto(listAddress(UNIT));
  // The server may hold other tests' children in this unit.
  await page.getByRole('searchbox').fill(FIRST.slice(0, 12));
  await expect(page.locator('a.child')).toHaveCount(4);

  const all = addresses(scene, users[0]?.id ?? '');
  expect(Object.keys(all)).toEqual(patterns());
  const faults: string[] = [];
  const look = async (screen: string) => {
    for (const each of LOOKS) {
      await showAs(page, cdp, each);
      const name = `${screen}, ${each.width} px, text of ${each.font} px`;
      faults.push(...(await layoutFaults(page)).map((fault) => `${name}: ${fault}`));
    }
  };
  for (const [pattern, address] of Object.entries(all)) {
    await walkTo(page, address);
    await settled(page);
    await look(pattern);
  }

  await walkTo(page, all['/children/survey/:childId'].replace(scene.child, scene.unscreened));
  await page.locator('[name="muac"]').fill('11.2');
  await page.locator('main [type="submit"]').click();
  await expect(page.locator('.saved')).toBeVisible();
  await look('result card');
  expect(faults).toEqual([]);
});
