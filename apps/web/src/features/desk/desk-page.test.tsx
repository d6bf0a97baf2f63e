import type { UserBody } from '@crece/contract';
import type { Screening } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { type DeskAnswer, type DeskListPage, placeOfList } from '@crece/reports/desk';
import type { Device } from '@crece/storage';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DESK_UNIT, deskAnswer } from '../../testing/desk-answer.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { openTestUnit } from '../../testing/open-unit.ts';
import { aUser, memoryDevice, renderApp } from '../../testing/render.tsx';
import { CountryDeskPage, DeskPage, UnitDeskPage } from './desk-page.tsx';

const TODAY = '2025-06-01';
const UNIT = 'test_stake_gtm';
const ADMIN = aUser({ roles: ['user', 'admin'] });

/** Luz has a red MUAC, Rosa is well, Mia was never screened; all live in Norte. */
const luz = aChild({ _id: `chld_${UNIT}_luz`, firstName: 'Luz', ward: 'Norte' });
const rosa = aChild({ _id: `chld_${UNIT}_rosa`, firstName: 'Rosa', ward: 'Norte' });
const mia = aChild({ _id: `chld_${UNIT}_mia`, firstName: 'Mia', ward: 'Norte' });
const entryOf = (child: typeof luz, muac: number): Screening =>
  anAssessedScreening(child, {
    _id: child._id.replace('chld', 'scr'),
    surveyDate: '2025-05-10',
    height: 78,
    weight: 10,
    muac,
    oedema: false,
  });
const screenings = [entryOf(luz, 11.2), entryOf(rosa, 14)];
const children = [luz, rosa, mia];

const ANSWER = deskAnswer([[DESK_UNIT, [...children, ...screenings]]], TODAY);
const LISTED: DeskListPage = {
  total: 1,
  from: 0,
  children: [
    {
      stakeDB: UNIT,
      id: luz._id,
      firstName: 'Luz',
      lastName: 'Xicay',
      ward: 'Norte',
      mother: 'Elena Xicay',
      phone: '5550 1234',
      ageMonths: 14,
      isAboutAge: false,
      seen: '2025-05-10',
      interviewer: 'Ana',
      sign: 'muac-red',
      colour: 'red',
      dueOn: '2025-05-10',
      need: null,
    },
  ],
};

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}
const address = () => screen.getByLabelText('address').textContent;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T12:00:00.000Z`) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

interface Opening {
  answer?: NonNullable<Parameters<typeof fakeServer>[0]>[string];
  listed?: NonNullable<Parameters<typeof fakeServer>[0]>[string];
  user?: UserBody;
  language?: 'en' | 'es';
  device?: Device;
  /** Programme settings that differ from the default. */
  programme?: object;
}

async function open(
  path: string,
  {
    answer = { body: ANSWER },
    listed = { body: LISTED },
    user = ADMIN,
    programme = {},
    language = 'en',
    device = memoryDevice(),
  }: Opening = {},
) {
  const network = fakeServer({
    'GET /api/config': { body: { demo: false, supportContact: null, providers: [], programme } },
    'GET /api/desk': answer,
    'GET /api/desk/country/GTM': answer,
    [`GET /api/desk/unit/${UNIT}`]: answer,
    'GET /api/desk/children': listed,
    'GET /api/desk/country/GTM/children': listed,
    [`GET /api/desk/unit/${UNIT}/children`]: listed,
  });
  await renderApp(
    <>
      <Routes>
        <Route path="/children/desk" element={<DeskPage />} />
        <Route path="/children/desk/:country" element={<CountryDeskPage />} />
        <Route path="/children/desk/:country/:stakeDB" element={<UnitDeskPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Address />
    </>,
    {
      path,
      user,
      language,
      device,
      unit: await openTestUnit({ stakeDB: UNIT, children, screenings }),
    },
  );
  return { network, user: userEvent.setup() };
}

const card = (name: string) => screen.findByRole('region', { name });

describe('desk page', () => {
  it('names first the children to refer, with place, sign and contact', async () => {
    await open('/children/desk');
    expect(await screen.findByRole('heading', { name: 'Refer today' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Luz Xicay' })).toBeTruthy();
    expect(screen.getByText('Guatemala test Only · Norte · seen 3 weeks ago')).toBeTruthy();
    expect(screen.getByText(/mother Elena Xicay/)).toBeTruthy();
    expect(screen.getByRole('link', { name: '5550 1234' }).getAttribute('href')).toBe(
      'tel:55501234',
    );
  });

  it.each([
    ['en', '1 child referred in the last 6 months is lost: nothing is known 14 days later'],
    ['es', 'De 1 niño referido en los últimos 6 meses no se sabe nada 14 días después'],
  ] as const)(
    'says since when those were referred whom it counts as lost: %s',
    async (language, said) => {
      await open('/children/desk', { language });
      expect(await screen.findByRole('link', { name: said })).toBeTruthy();
    },
  );

  it.each([
    ['en', '1 baby under 6 months is at risk of poor growth: a health worker within days.'],
    [
      'es',
      '1 bebé menor de 6 meses está en riesgo de crecer mal: personal de salud en pocos días.',
    ],
  ] as const)('calls a baby that lost weight at risk, not below −2: %s', async (language, said) => {
    const ivo = aChild({ _id: `chld_${UNIT}_ivo`, firstName: 'Ivo', birthDate: '2025-02-20' });
    const weighed = (day: string, weight: number) =>
      anAssessedScreening(ivo, { _id: `scr_${UNIT}_${day}`, surveyDate: day, height: 60, weight });
    const records = [ivo, weighed('2025-05-01', 6.2), weighed('2025-05-30', 6)];
    await open('/children/desk', {
      answer: { body: deskAnswer([[DESK_UNIT, records]], TODAY) },
      language,
    });
    expect(await screen.findByRole('link', { name: said })).toBeTruthy();
  });

  it.each([
    ['en', /or a weight below 3 kg\. A child leaves/],
    ['es', /o un peso por debajo de 3 kg\. El niño sale/],
  ] as const)(
    'says all that brings a child to the list, a very low weight too (%s)',
    async (language, rule) => {
      await open('/children/desk', { language });
      expect(await screen.findByText(rule)).toBeTruthy();
    },
  );

  it('says how long ago a child was seen by the day of its own unit', async () => {
    // The evening of 10 May in Guatemala, where it is 11 May by the clock of the server.
    vi.setSystemTime(new Date('2025-05-11T03:00:00.000Z'));
    await open('/children/desk');
    expect(await screen.findByText('Guatemala test Only · Norte · seen today')).toBeTruthy();
  });

  it('shows the programme’s goal for the children screened', async () => {
    await open('/children/desk', { programme: { coverageGoal: 70 } });
    expect((await screen.findAllByText(/goal 70%/)).length).toBeGreaterThan(0);
    const [meter] = document.querySelectorAll<HTMLElement>('.desk-meter > b');
    expect(meter?.style.left).toBe('70%');
  });

  it('shows each number again as the length of its list', async () => {
    const { user } = await open('/children/desk/GTM');
    await user.click(await screen.findByRole('link', { name: '1 Never screened' }));
    expect(address()).toBe('/children/desk/GTM?list=never');
    expect(await screen.findByRole('heading', { level: 1, name: 'Never screened' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Back' }));
    expect(address()).toBe('/children/desk/GTM');
  });

  it('counts the chosen ages and months, and keeps them on the way to a list', async () => {
    const { user, network } = await open('/children/desk/GTM');
    const ages = await screen.findByRole('combobox', { name: 'Age today' });
    await user.selectOptions(ages, '6 to 23 months');
    expect(address()).toBe('/children/desk/GTM?ages=6-23');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Counts as screened' }), '12');
    await waitFor(() => expect(network.askedFor('GET /api/desk/country/GTM').length).toBe(3));
    expect(network.asked.map(({ call }) => call)).toContain(
      'GET /api/desk/country/GTM?ages=6-23&months=12',
    );
  });

  it('shows estimate, interval, children, missing and flagged of each indicator', async () => {
    await open('/children/desk/GTM');
    const prevalence = await card('How common it is');
    const row = within(prevalence).getByRole('row', { name: /Low MUAC/, hidden: true });
    expect(row.textContent).toContain('50.0%');
    expect(row.textContent).toMatch(/\d\.\d to \d+\.\d/);
    expect(within(prevalence).getByText(/WHO’s exact method/)).toBeTruthy();
  });

  it('says why the lists to hand out have other children than the order', async () => {
    const lists = [...ANSWER.figures.lists];
    lists[placeOfList('need-any-0')] = 15;
    lists[placeOfList('hand-out-at-risk')] = 8;
    lists[placeOfList('supplement-under-6')] = 1;
    lists[placeOfList('hand-out')] = 24;
    const body = { ...ANSWER, figures: { ...ANSWER.figures, lists } };
    await open('/children/desk/GTM', { answer: { body } });
    const table = within(await card('Supplements to order')).getByRole('table', {
      name: 'From today’s order to the lists to hand out',
      hidden: true,
    });
    expect([...table.querySelectorAll('tr')].map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^More: at risk, by the country’s rule8 /),
      expect.stringMatching(/^More: babies under 6 months, without food1 /),
      expect.stringMatching(/^On the lists to hand out24 /),
    ]);
  });

  it('names units that could not be read, and shows the others', async () => {
    const failed = [{ unit: { ...DESK_UNIT, stakeName: 'Chulac' }, code: 'unavailable' }] as const;
    await open('/children/desk', { answer: { body: { ...ANSWER, failed } } });
    expect(await screen.findByText(/could not be read: Chulac/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Refer today' })).toBeTruthy();
  });

  it('links from records that are in no figure to their list, which shows their ids', async () => {
    const torn = { _id: `chld_${UNIT}_torn`, firstName: 7 };
    const answer = deskAnswer([[DESK_UNIT, [...children, ...screenings, torn]]], TODAY);
    const record = { ...LISTED.children[0], id: torn._id, record: 'unreadable' };
    const { user } = await open('/children/desk?ages=0-5', {
      answer: { body: answer },
      listed: { body: { ...LISTED, children: [record] } },
    });
    await user.click(await screen.findByRole('link', { name: /^1 record is not counted/ }));
    expect(address()).toBe('/children/desk?list=uncounted');
    const line = (await screen.findAllByText(torn._id))[0]?.closest('li');
    expect(line?.textContent).toContain('Cannot be read');
    expect(line?.querySelector('a[href*="/children/view/"]')).toBeNull();
  });

  it('polls while units are still being counted', async () => {
    let asked = 0;
    const { network } = await open('/children/desk', {
      answer: () => {
        asked += 1;
        return { body: asked === 1 ? ({ ...ANSWER, pending: 3 } satisfies DeskAnswer) : ANSWER };
      },
    });
    expect(await screen.findByText(/3 units are still being counted/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/still being counted/)).toBeNull());
    expect(network.askedFor('GET /api/desk').length).toBe(2);
  });

  it('says that there are no children', async () => {
    await open('/children/desk/GTM', { answer: { body: deskAnswer([[DESK_UNIT, []]], TODAY) } });
    expect(await screen.findByText('No children here yet')).toBeTruthy();
  });

  it('explains that several units need the server, and what works offline', async () => {
    await open('/children/desk/GTM', { answer: 'no-response' });
    expect(await screen.findByText('No connection')).toBeTruthy();
    expect(screen.getByText(/open the overview of the unit on this device/)).toBeTruthy();
  });

  it('offers the account’s own units to a person who may not see whole countries', async () => {
    const scope = { stakes: [UNIT, 'coban_stake_gtm'] };
    const { network } = await open('/children/desk', {
      user: aUser({ roles: ['user', 'sync'], scope }),
    });
    const link = await screen.findByRole('link', { name: 'Guatemala test Only' });
    expect(link.getAttribute('href')).toBe(`/children/desk/GTM/${UNIT}`);
    expect(network.askedFor('GET /api/desk')).toEqual([]);
  });

  it.each(['/children/desk', '/children/desk/GTM'])(
    'opens the only unit of an account at once (%s)',
    async (path) => {
      const user = aUser({ roles: ['user', 'sync'], scope: { stakes: [UNIT] } });
      await open(path, { user });
      await screen.findByRole('heading', { level: 1, name: 'Guatemala test Only' });
      expect(address()).toBe(`/children/desk/GTM/${UNIT}`);
    },
  );

  it.each([
    ['/children/desk', 'en', undefined, 'All places'],
    ['/children/desk', 'en', { countries: ['GTM'] }, 'My places'],
    ['/children/desk/GTM', 'en', { countries: ['GTM'] }, 'Guatemala'],
    ['/children/desk/GTM', 'es', { stakes: ['coban_stake_gtm'] }, 'Guatemala: mis unidades'],
    [`/children/desk/GTM/${UNIT}`, 'es', { stakes: [UNIT] }, 'Guatemala test Only'],
  ])(
    'says in its title what of the place the account sees: %s (%s) of %o',
    async (path, language, scope, title) => {
      const user = aUser({ roles: ['admin'], ...(scope === undefined ? {} : { scope }) });
      await open(path, { user, language: language === 'es' ? 'es' : 'en' });
      await screen.findByRole('link', { name: 'Luz Xicay' });
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    },
  );
});

describe('desk outside the scope of an account', () => {
  it.each([
    ['en', 'Not for your account', /^Your account may not see these units/, 'Overview'],
    ['es', 'Su cuenta no tiene acceso', /^Su cuenta no puede ver estas unidades/, 'Panorama'],
  ] as const)(
    'is refused, and leads to the places of the account (%s)',
    async (language, title, text, way) => {
      const user = aUser({ roles: ['user', 'admin'], scope: { countries: ['HND'] } });
      await open('/children/desk/GTM', { user, language });
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
      expect(screen.getByText(text)).toBeTruthy();
      const main = within(screen.getByRole('main'));
      expect(main.getByRole('link', { name: way }).getAttribute('href')).toBe('/children/desk');
    },
  );

  it.each([
    ['GTM', { country: 'GTM' }],
    [`GTM/${UNIT}`, { country: 'GTM', stakeDB: UNIT }],
  ])(
    'that somebody else looked at last here (%s) leads on to one’s own',
    async (path, lastDesk) => {
      const device = memoryDevice();
      await device.setSetting('lastDesk', lastDesk);
      const user = aUser({ roles: ['user', 'admin'], scope: { countries: ['HND'] } });
      await open(`/children/desk/${path}`, { user, device });
      await waitFor(() => expect(address()).toBe('/children/desk'));
    },
  );
});

describe('desk of the unit on this device', () => {
  it('counts on this device offline, and says so', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { network } = await open(`/children/desk/GTM/${UNIT}`);
    expect(await screen.findByText('This device’s records.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Luz Xicay' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '3 children under five' })).toBeTruthy();
    expect(network.asked.filter(({ call }) => call.includes('/api/desk'))).toEqual([]);
  });

  it('replaces the desk of a server that does not answer, with the same lists', async () => {
    const { user } = await open(`/children/desk/GTM/${UNIT}`, { answer: 'no-response' });
    expect(await screen.findByText('This device’s records.')).toBeTruthy();
    await user.click(await screen.findByRole('link', { name: '1 Never screened' }));
    expect(await screen.findByRole('link', { name: 'Mia Xicay' })).toBeTruthy();
    expect(screen.getByText('1 child')).toBeTruthy();
  });
});

describe('list of the desk', () => {
  it('a list of the desk is printed with tick boxes', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = await open('/children/desk/GTM?list=refer');
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    expect(screen.getByRole('columnheader', { name: 'Done', hidden: true })).toBeTruthy();
  });

  it('a printed desk says how many of the children to refer it names', async () => {
    const lists = [...ANSWER.figures.lists];
    lists[placeOfList('refer')] = 13;
    const body = { ...ANSWER, figures: { ...ANSWER.figures, lists } };
    await open('/children/desk/GTM', { answer: { body } });
    const named = await screen.findByText('On this paper are 1 of 13 children.');
    expect(named.className).toBe('desk-on-paper');
  });

  it('a printed list has the days in it, as it is read later', async () => {
    await open('/children/desk/GTM?list=refer');
    await screen.findByRole('button', { name: 'Print' });
    const paper = document.querySelector('.desk-paper tbody');
    expect(paper?.textContent).toContain('10 May 2025');
    expect(paper?.textContent).not.toContain('ago');
    expect(screen.getByText('As of 1 Jun 2025').className).toBe('desk-on-paper');
  });

  it('a list of the desk is printed completely, whichever page is on the screen', async () => {
    const child = LISTED.children[0];
    if (child === undefined) throw new Error('a child is listed');
    const pageFrom = (from: number, count: number) => ({
      total: 51,
      from,
      children: Array.from({ length: count }, (_, at) => ({
        ...child,
        id: `${child.id}${from + at}`,
        lastName: `Nr${from + at + 1}`,
      })),
    });
    let paper = '';
    vi.stubGlobal('print', () => {
      paper = document.querySelector('.desk-paper')?.textContent ?? '';
    });
    const { user } = await open('/children/desk/GTM?list=refer', {
      listed: ({ call }) => ({
        body: call.includes('page=2') ? pageFrom(50, 1) : pageFrom(0, 50),
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Print all 51' }));
    await waitFor(() => expect(paper).toContain('Luz Nr51'));
    expect(paper).not.toContain('On this paper');
  });

  it('a list of the desk is saved completely as CSV, in words and safe from formulas', async () => {
    const files: { file: Blob; name: string }[] = [];
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    URL.createObjectURL = (file) => {
      if (file instanceof Blob) files.push({ file, name: '' });
      return 'blob:list';
    };
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function saved(
      this: HTMLAnchorElement,
    ) {
      files.push({ file: new Blob(), name: this.download });
    });
    const [child] = LISTED.children;
    if (child === undefined) throw new Error('a child is listed');
    const listed = { body: { ...LISTED, children: [{ ...child, mother: '=1+1' }] } };
    const { user } = await open('/children/desk/GTM?list=refer', { listed });
    await user.click(await screen.findByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(files.length).toBe(2));
    const lines = (await files[0]?.file.text())?.split('\r\n') ?? [];
    expect(lines[0]).toContain('Unit,Ward,First name,Last name,Age in months');
    expect(lines[1]).toContain('Guatemala test Only,Norte,Luz,Xicay,14,Red MUAC');
    expect(lines[1]).toContain("'=1+1");
    expect(files[1]?.name).toBe('desk_refer_GTM_all_6m_2025-06-01.csv');
  });

  it('a list of supplements names each child’s of that month, on the screen, on paper and in the file', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    URL.createObjectURL = (file) => {
      if (file instanceof Blob) saved.push(file);
      return 'blob:list';
    };
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const children = LISTED.children.map((child) => ({ ...child, need: 'mic' as const }));
    const { user } = await open('/children/desk/GTM?list=need-any-2', {
      listed: { body: { ...LISTED, children } },
    });
    const [luzLink] = await screen.findAllByRole('link', { name: 'Luz Xicay' });
    expect(luzLink?.closest('li')?.textContent).toContain('Micronutrients');
    const paper = document.querySelector('.desk-paper');
    expect(paper?.querySelector('thead')?.textContent).toContain('Supplement in August 2025');
    expect(paper?.querySelector('tbody .need')?.textContent).toBe('Micronutrients');
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const [head, line] = (await saved[0]?.text())?.split('\r\n') ?? [];
    expect(head).toContain('Sign,Supplement in August 2025,Last screening');
    expect(line).toContain('Red MUAC,Micronutrients,2025-05-10');
  });

  it('names the ward or the author of the screenings that it contains', async () => {
    await open(`/children/desk/GTM/${UNIT}?list=late&ward=Norte`);
    expect(await screen.findByText('Ward: Norte')).toBeTruthy();
  });

  it('a list that does not exist leads back', async () => {
    await open('/children/desk/GTM?list=everybody');
    expect(await screen.findByText('There is no such list')).toBeTruthy();
  });
});
