import { API_PATHS, type UsersBody } from '@crece/contract';
import { todayIn } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { listAddress, walkTo } from '../pages/app.ts';
import { expectAccessible, isForAxe } from '../support/accessible.ts';
import { answerOf } from '../support/account-server.ts';
import { setOffline } from '../support/connection.ts';
import { IS_DEEP } from '../support/deep.ts';
import { type Look, layoutFaults, showAs } from '../support/layout.ts';
import { expect, member, openArrived, test } from '../support/phones.ts';
import { pushRecords, written } from '../support/push-records.ts';
import { facesOf } from '../support/roboto.ts';
import { pushScene, routePatterns, screenAddresses } from '../support/screens.ts';
import { settled } from '../support/settled.ts';

const UNIT = 'jalapa_stake_gtm';
const OTHER_UNIT = 'san_pedro_gtm';
/** Names without any place to break, as long as the fields allow. */
const FIRST = 'Maximilianaguadalupeconcepcionesperanza'.padEnd(40, 'x');
const LAST = 'Ixquiactapordelossantosyhernandezgarcia'.padEnd(40, 'z');
const WORDS = {
  firstNames: [`0${FIRST}`.slice(0, 40), `1${FIRST}`.slice(0, 40), `2${FIRST}`.slice(0, 40), FIRST],
  motherNames: [FIRST, FIRST],
  lastName: LAST,
  ward: LAST.slice(0, 30),
  city: FIRST,
  address: LAST,
  mother: FIRST + LAST,
  comments: LAST + FIRST,
  interviewer: FIRST,
} as const;

const SMALLEST: Look = { width: 320, height: 640, font: 16 };

/**
 * The smallest phone, a phone on its side, a wide screen, the same and a desktop with large text,
 * doubled text: in this order fewest changes of the text's size.
 */
const LARGER: readonly Look[] = [
  { width: 740, height: 360, font: 16 },
  { width: 1920, height: 1080, font: 16 },
  { width: 1920, height: 1080, font: 24 },
  { width: 1280, height: 800, font: 24 },
];
const DOUBLED: Look = { width: 360, height: 740, font: 32 };

/** The looks of the nth screen: all for a release; else both narrow ones and the larger in turns. */
function looksOf(screen: number): readonly Look[] {
  const larger = IS_DEEP ? LARGER : LARGER.filter((_, at) => at === screen % LARGER.length);
  return [SMALLEST, ...larger, DOUBLED];
}

/** The widths of a desktop. */
const isDesktop = ({ width }: Look) => width >= 1280;

test('no screen scrolls sideways, cuts text or hides a control: 320 px, doubled text, long names, in Spanish; wide and dark, it passes axe', async ({
  accountServer,
  phone,
}) => {
  const who = await member(accountServer, 'Ana', ['user', 'sync', 'admin', 'phl-pilot']);
  const scene = await pushScene(accountServer, who, UNIT, WORDS);
  // Figures of two digits on the desk of the country.
  const today = todayIn('America/Guatemala', new Date());
  const { children, screenings } = demoRecords({ stakeDB: OTHER_UNIT, today, children: 40 });
  await pushRecords(accountServer, who, OTHER_UNIT, [...children, ...screenings].map(written));
  const { users } = await answerOf<UsersBody>(accountServer, 'GET', API_PATHS.users, {
    token: accountServer.adminToken,
  });
  const page = await phone(who, { background: true });
  await page.evaluate(() => localStorage.setItem('crece.language', 'es'));
  await page.emulateMedia({ colorScheme: 'dark' });
  const cdp = await page.context().newCDPSession(page);
  await openArrived(page, listAddress(UNIT));
  // The server may hold other tests' children in this unit.
  await page.getByRole('searchbox').fill(FIRST.slice(0, 12));
  await expect(page.locator('a.child')).toHaveCount(4);
  // Measured in Android's letters.
  expect((await facesOf(cdp, 'h1')).join()).toMatch(/^Roboto/);

  const all = screenAddresses(scene, {
    unit: UNIT,
    country: 'GTM',
    user: users[0]?.id ?? '',
  });
  expect(Object.keys(all).sort()).toEqual(routePatterns().sort());
  const faults: string[] = [];
  // To and fro: each screen is drawn first as the last one was shown, which spares it one drawing.
  let screens = 0;
  await showAs(page, cdp, SMALLEST);
  const look = async (screen: string) => {
    const looks = looksOf(screens);
    const forAxe = isForAxe(screens, 'desktop') ? looks.find(isDesktop) : undefined;
    for (const [at, each] of (screens % 2 === 0 ? looks : looks.toReversed()).entries()) {
      if (at > 0) await showAs(page, cdp, each);
      const name = `${screen}, ${each.width} px, text of ${each.font} px`;
      faults.push(...(await layoutFaults(page)).map((fault) => `${name}: ${fault}`));
      if (each === forAxe) await expectAccessible(page, `${name}, dark`);
    }
    screens += 1;
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

  // Rows of a phone without a connection: each is only on this device.
  await setOffline(page.context(), true);
  await walkTo(page, all['/children/survey/:childId'].replace(scene.child, scene.unscreened));
  await page.locator('[name="muac"]').fill('11.3');
  await page.locator('main [type="submit"]').click();
  await expect(page.locator('.saved')).toBeVisible();
  await walkTo(page, listAddress(UNIT));
  await page.getByRole('searchbox').fill(FIRST.slice(0, 12));
  await expect(page.locator('a.child .w svg').first()).toBeVisible();
  await look('unsent rows');
  expect(faults).toEqual([]);
});
