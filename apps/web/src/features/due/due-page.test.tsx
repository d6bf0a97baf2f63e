import type { Child, Screening } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestUnit, type UnitContent } from '../../testing/open-unit.ts';
import { deviceOfEndedUnit, memoryDevice, renderApp } from '../../testing/render.tsx';
import { DuePage } from './due-page.tsx';

const TODAY = '2025-06-12';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T18:00:00.000Z`) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const stakeDB = 'test_stake_gtm';

function child(place: number, different: Partial<Child>): Child {
  return aChild({ _id: `chld_${stakeDB}_174687840000${place}_0a1b2c`, ...different });
}

function screened(of: Child, different: Partial<Screening>): Screening {
  const _id = of._id.replace('chld', 'scr');
  const measures = { height: 78, weight: 10, muac: 14, surveyDate: '2025-06-01' };
  return anAssessedScreening(of, { _id, ...measures, ...different });
}

const low = child(1, {
  firstName: 'Luz',
  ward: 'Sarco',
  mother: 'Rosa Tum',
  landmark: 'Casa azul',
});
const late = child(2, { firstName: 'Ana', ward: 'Centro', mother: 'Elena Xicay' });
const well = child(3, { firstName: 'Marta', ward: 'Centro' });
const { phone: _phone, ...unseen } = child(4, { firstName: 'Inés', ward: 'Centro' });
const screenings = [
  screened(low, { muac: 11.2 }),
  screened(late, { muac: 12.1, surveyDate: '2025-03-12' }),
  screened(well, {}),
];

async function open(
  content: UnitContent = {},
  language: 'en' | 'es' = 'en',
  device = memoryDevice(),
) {
  const unit = await openTestUnit({ children: [low, late, well, unseen], screenings, ...content });
  await renderApp(
    <Routes>
      <Route path="/children/due/:stakeDB/:stakeName" element={<DuePage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    { path: `/children/due/${stakeDB}/Test`, unit, device, language },
  );
}

function Elsewhere() {
  const { pathname, hash } = useLocation();
  return <p>{`at ${pathname}${hash}`}</p>;
}

const RESULT_OF_LUZ = /^Result of the referral of Luz/;
const sections = () =>
  screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const rowOf = (name: RegExp) => screen.getByRole('link', { name }).closest('li');

it.each([
  [86_400_000, 'en', null],
  [86_400_001, 'en', /clock is 1 day behind the server’s\. Who is due depends on the day/],
  [-3 * 86_400_000, 'es', /está 3 días adelantado respecto al servidor\. A quién le toca depende/],
] as const)(
  'says that the device has another day than the server (%s ms, %s)',
  async (ms, language, said) => {
    await open({ clockDifference: ms }, language);
    await screen.findByRole('link', { name: /Luz/ });
    if (said === null) expect(screen.queryByText(/clock/)).toBeNull();
    else expect(screen.getByText(said)).toBeTruthy();
  },
);

it('of a unit that has ended offers results, and nobody to be measured', async () => {
  await open({}, 'en', await deviceOfEndedUnit());
  await screen.findByText(/^This unit has ended/);
  expect(screen.getByRole('button', { name: RESULT_OF_LUZ })).toBeTruthy();
  expect(document.querySelectorAll('.tape-link')).toHaveLength(0);
});

it('shows the children to see by danger and date, with ward, mother, number, and last result', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: '3 children to visit' })).toBeTruthy();
  expect(sections()).toEqual(['Refer today 1', 'Overdue 1', 'Never screened 1']);
  expect(screen.queryByText(/Marta/)).toBeNull();
  const row = screen.getByRole('link', { name: /^Luz/ });
  // Two facts, which are not one sentence.
  expect(row.textContent).toContain('MUAC 11.2: refer · Normal by height and weight');
  expect(row.textContent).toContain('referred on 1 Jun 2025');
  expect(row.textContent).toContain('Casa azul');
  expect(screen.getByRole('link', { name: /^Ana/ }).textContent).toContain('was due on');
  // Her number is for paper: on the screen it is on the child's page.
  expect(row.textContent).toContain('Rosa Tum 5550 1234');
  expect(screen.getByRole('heading', { level: 3, name: /Sarco/ })).toBeTruthy();
});

it('says "about" of an age that was worked out from months, as every list does', async () => {
  const guessed = child(5, { firstName: 'Rut', birthDateEstimated: true });
  await open({ children: [guessed, late], screenings: [] });
  const age = async (name: RegExp) =>
    (await screen.findByRole('link', { name })).querySelector('.due-age')?.textContent;
  expect(await age(/^Rut/)).toMatch(/· about \d+ mo about \d+ months$/);
  expect(await age(/^Ana/)).not.toContain('about');
});

it('has no empty part in the row of a child whose mother stands above, and who has no landmark', async () => {
  const sister = child(5, { firstName: 'Rut', ward: 'Centro', mother: 'Elena Xicay' });
  await open({ children: [late, sister], screenings: [] });
  const row = await screen.findByRole('link', { name: /^Ana/ });
  expect(screen.getByRole('link', { name: /^Rut/ })).toBeTruthy();
  expect(screen.getByText('Elena Xicay')).toBeTruthy();
  expect(row.textContent).not.toContain('Elena Xicay');
  expect(row.querySelectorAll('.due-words span:empty')).toHaveLength(0);
});

it('marks a child of whom a version could not be read, and keeps it in the list', async () => {
  const unit = await openTestUnit({ children: [low, late, well, unseen], screenings });
  const snapshot = unit.snapshot();
  const unread = {
    ...snapshot,
    unreadable: [
      { id: late._id, codes: ['version-not-taken'], raw: null },
      { id: 'scr_1', childId: unseen._id, codes: ['unreadable-here'], raw: null },
    ],
  };
  vi.spyOn(unit, 'snapshot').mockReturnValue(unread);
  await renderApp(
    <Routes>
      <Route path="/children/due/:stakeDB/:stakeName" element={<DuePage />} />
    </Routes>,
    { path: `/children/due/${stakeDB}/Test`, unit },
  );
  expect(await screen.findByRole('heading', { name: '3 children to visit' })).toBeTruthy();
  const mark = 'A version could not be read';
  expect(screen.getByRole('link', { name: /^Ana/ }).textContent).toContain(mark);
  expect(screen.getByRole('link', { name: /^Inés/ }).textContent).toContain(mark);
  expect(screen.getByRole('link', { name: /^Luz/ }).textContent).not.toContain(mark);
});

it.each([
  ['2025-05-29', '2025-06-12', {}, true],
  ['2025-05-30', '2025-06-12', {}, false],
  ['2025-05-29', '2025-06-12', { referralOutcome: 'refused', referralDate: '2025-05-30' }, false],
  [
    '2025-05-29',
    '2025-06-12',
    { clinicAnswers: [{ day: '2025-05-30', outcome: 'not-found' }] },
    false,
  ],
] as const)(
  'a referral of %s is marked as lost on %s, unless somebody said what became of it: %o',
  async (surveyDate, _today, said, expected) => {
    await open({
      children: [low],
      screenings: [screened(low, { muac: 11.2, surveyDate, ...said })],
    });
    const row = await screen.findByRole('link', { name: /^Luz/ });
    expect(row.textContent?.includes('lost · ')).toBe(expected);
  },
);

it('each child in the due list has one action: the result of a referral, or the screening', async () => {
  await open();
  await screen.findByText(/to visit/);
  const acts = (name: RegExp) => {
    const row = within(rowOf(name) ?? document.body);
    const [, ...links] = row.getAllByRole('link').map((link) => link.getAttribute('href'));
    return [...links, ...row.queryAllByRole('button').map(({ textContent }) => textContent)];
  };
  expect(acts(/^Luz/)).toEqual(['Result of the referral of Luz Xicay']);
  expect(acts(/^Ana/)).toEqual([`/children/survey/${late._id}?measures=muac&from=due`]);
});

it('says of a child that a message to its family was opened, until it is seen again', async () => {
  const messaged = { day: '2025-06-10', who: 'Ana', way: 'sms' } as const;
  await open({
    children: [
      { ...low, messaged: { ...messaged, toClinic: true } },
      { ...unseen, messaged },
      { ...late, messaged: { ...messaged, day: '2025-03-11' } },
    ],
  });
  await screen.findByText(/to visit/);
  expect(rowOf(/^Luz/)?.textContent).toContain('message opened 10 Jun');
  expect(rowOf(/^Inés/)?.textContent).toContain('message opened 10 Jun');
  expect(rowOf(/^Ana/)?.textContent).not.toContain('message opened');
  cleanup();
  // In refer, only one that says the clinic counts.
  await open({
    children: [
      { ...low, messaged },
      { ...unseen, messaged },
    ],
  });
  await screen.findByText(/to visit/);
  expect(rowOf(/^Luz/)?.textContent).not.toContain('message opened');
  expect(rowOf(/^Inés/)?.textContent).toContain('message opened');
});

it('a message that was opened for another number than the family has now is not shown', async () => {
  const messaged = { day: '2025-06-10', who: 'Ana', way: 'sms', number: '+50255501234' } as const;
  await open({
    children: [
      { ...unseen, messaged, phone: '5550 1234' },
      { ...late, messaged: { ...messaged }, phone: '5550 1243' },
    ],
  });
  await screen.findByText(/to visit/);
  expect(rowOf(/^Inés/)?.textContent).toContain('message opened 10 Jun');
  expect(rowOf(/^Ana/)?.textContent).not.toContain('message opened');
});

it('leads to the families to call, of the section that is shown', async () => {
  await open();
  await screen.findByText(/to visit/);
  const call = () => screen.getByRole('link', { name: 'Call families' }).getAttribute('href');
  expect(call()).toBe(`/children/call/${stakeDB}/Guatemala%20test%20Only`);
  fireEvent.click(screen.getByRole('button', { name: /^Refer today/ }));
  expect(call()).toBe(`/children/call/${stakeDB}/Guatemala%20test%20Only?section=refer`);
});

it('shows one section after a tap, and all sections again', async () => {
  await open();
  await screen.findByText(/to visit/);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /^Overdue/ }));
  expect(sections()).toEqual(['Overdue 1']);
  await user.click(screen.getByRole('button', { name: /^All/ }));
  expect(sections()).toHaveLength(3);
});

it('keeps a closed referral in the list with its result and the next date', async () => {
  const outcome = { referralOutcome: 'admitted', referralDate: '2025-06-10' } as const;
  await open({ children: [low], screenings: [screened(low, { muac: 11.2, ...outcome })] }, 'es');
  expect(await screen.findByRole('heading', { name: 'Nadie por visitar' })).toBeTruthy();
  expect(sections()).toEqual(['Referidos, con resultado 1']);
  const row = screen.getByRole('link', { name: /^Luz/ });
  expect(row.textContent).toContain('Ingresó al hospital');
  expect(row.textContent).toContain('le toca otra vez el 10 jul 2025');
});

it('omits children whose screenings may still arrive, unless those here show danger', async () => {
  await open({ sync: { arrival: 'arriving' } });
  expect(await screen.findByRole('heading', { name: 'Children to visit' })).toBeTruthy();
  expect(sections()).toEqual(['Refer today …']);
});

it('says that no child is due', async () => {
  await open({ children: [well], screenings: screenings.slice(2) });
  expect(await screen.findByRole('heading', { name: 'Nobody is due' })).toBeTruthy();
});

it('shows the first hundred of a long section, and the others after a tap', async () => {
  const many = Array.from({ length: 120 }, (_, place) => child(1000 + place, {}));
  await open({ children: many, screenings: [] });
  await screen.findByRole('heading', { name: '120 children to visit' });
  const rows = () => document.querySelectorAll('.due-row').length;
  expect(rows()).toBe(100);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show 20 more' }));
  expect(rows()).toBe(120);
});

it('shows all children on paper, until the browser says that printing is over', async () => {
  const many = Array.from({ length: 101 }, (_, place) => child(1000 + place, {}));
  await open({ children: many, screenings: [] });
  await screen.findByRole('heading', { name: '101 children to visit' });
  const rows = () => document.querySelectorAll('.due-row').length;
  expect(rows()).toBe(100);
  fireEvent(window, new Event('beforeprint'));
  expect(rows()).toBe(101);
  fireEvent(window, new Event('afterprint'));
  expect(rows()).toBe(100);
});

it('names a mother of several children apart from her telephone, which paper shows', async () => {
  const twins = [child(1000, { mother: 'Elena Tum' }), child(1001, { mother: 'Elena Tum' })];
  await open({ children: twins, screenings: [] });
  await screen.findByRole('heading', { name: '2 children to visit' });
  expect(document.querySelector('.due-mother')?.textContent).toBe('mother Elena Tum 5550 1234');
});

it('shows one ward, which this device keeps for the lists of the unit', async () => {
  const device = memoryDevice();
  await open({}, 'en', device);
  const user = userEvent.setup();
  const select = await screen.findByRole('combobox', { name: 'Ward' });
  await user.selectOptions(select, 'Sarco');
  expect(await screen.findByRole('heading', { name: '1 child to visit' })).toBeTruthy();
  expect(sections()).toEqual(['Refer today 1']);
  cleanup();
  await open(
    { children: [late, { ...well, ward: 'Sarco' }], screenings: screenings.slice(1) },
    'es',
    device,
  );
  expect(await screen.findByText(/A ningún niño de Sarco le toca visita en un mes/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Todos los barrios' }));
  expect(await screen.findByRole('heading', { name: '1 niño por visitar' })).toBeTruthy();
});

it.each([
  [
    'en',
    'Also to refer, though not of this ward: 1 child of another ward and 1 child without a ward.',
  ],
  [
    'es',
    'También hay que referir, aunque no son de este barrio: 1 niño de otro barrio y 1 niño sin barrio.',
  ],
] as const)(
  'in %s, no ward narrows those to refer, and the first line says so',
  async (language, line) => {
    const device = memoryDevice();
    const anywhere = aChild({ ...low, _id: low._id.replace('0a1b2c', 'ffffff'), firstName: 'Zoe' });
    const { ward: _none, ...homeless } = anywhere;
    const content = {
      children: [low, homeless, { ...late, ward: 'Norte' }],
      screenings: [
        screened(low, { muac: 11.2 }),
        screened(homeless, { muac: 11, _id: 'scr_test_stake_gtm_1746878400009_0a1b2c' }),
        screened(late, { height: 77, weight: 9.6, surveyDate: '2025-06-09' }),
      ],
    };
    await open(content, language, device);
    const select = await screen.findByRole('combobox');
    await userEvent.setup().selectOptions(select, 'Norte');
    expect(await screen.findByText(line)).toBeTruthy();
    expect(document.querySelectorAll('.due-row')).toHaveLength(2);
  },
);

it.each([
  ['2024-12-12', 0, 'a month before its end'],
  ['2024-12-11', 1, 'a day under a month before its end'],
])('shows whose supplement ends soon: screened on %s, %s, %s', async (surveyDate, count) => {
  const short = { height: 63, weight: 6.8, muac: 13, surveyDate };
  await open({ children: [late, unseen], screenings: [screened(late, short)] });
  await screen.findByText(/to visit/);
  const chips = screen.queryAllByRole('button', { name: /^Supplement ends/ });
  expect(chips).toHaveLength(count);
  if (chips[0] === undefined) return;
  await userEvent.setup().click(chips[0]);
  expect(sections()).toEqual(['Overdue 1']);
});

it('a child that has moved away leaves the list after a question, and comes back by "Undo"', async () => {
  await open({}, 'en', memoryDevice({ screenerName: 'Ana' }));
  await screen.findByRole('heading', { name: '3 children to visit' });
  const user = userEvent.setup();
  const say = async (choice: string, sure: string) => {
    await user.click(screen.getByRole('button', { name: RESULT_OF_LUZ }));
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${choice}`) }));
    await user.click(await screen.findByRole('button', { name: sure }));
  };
  await say('Moved away', 'No');
  expect(sections()).toContain('Refer today 1');
  await say('Moved away', 'Yes, Luz moved away');
  expect(await screen.findByRole('heading', { name: '2 children to visit' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Luz/ })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('heading', { name: '3 children to visit' })).toBeTruthy();
});

it('records the result of a referral by one more tap, and takes it back by "Undo"', async () => {
  await open({}, 'en', memoryDevice({ screenerName: 'Ana' }));
  await screen.findByRole('heading', { name: '3 children to visit' });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: RESULT_OF_LUZ }));
  const dialog = await screen.findByRole('dialog');
  const answers = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(answers).toEqual([
    'Seen at the clinic weigh and measure by 19 Jun',
    'Admitted ask again by 12 Jul',
    'Not found visit again by 19 Jun',
    'Family refused talk again, tell the coordinator',
    'Moved away leaves the list',
    'Died leaves the list',
  ]);
  await user.click(within(dialog).getByRole('button', { name: /^Admitted/ }));
  expect(await screen.findByRole('heading', { name: '2 children to visit' })).toBeTruthy();
  expect(sections()).toContain('Referred, result known 1');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('heading', { name: '3 children to visit' })).toBeTruthy();
});

it('keeps the focus among the rows after a result, and after "Undo"', async () => {
  await open({}, 'en', memoryDevice({ screenerName: 'Ana' }));
  await screen.findByRole('heading', { name: '3 children to visit' });
  const user = userEvent.setup();
  const rowInFocus = () => document.activeElement?.closest('.due-row')?.textContent ?? '';
  await user.click(screen.getByRole('button', { name: RESULT_OF_LUZ }));
  await user.click(await screen.findByRole('button', { name: /^Moved away/ }));
  await user.click(await screen.findByRole('button', { name: 'Yes, Luz moved away' }));
  await screen.findByRole('heading', { name: '2 children to visit' });
  // The child is gone: the next one has its place.
  await vi.waitFor(() => expect(rowInFocus()).toMatch(/^Ana/));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  undo.focus();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(undo);
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: '3 children to visit' });
  await vi.waitFor(() => expect(rowInFocus()).not.toBe(''));
});

it('leads from the result that was said to its note, and from the sheet to another day', async () => {
  await open({}, 'en', memoryDevice({ screenerName: 'Ana' }));
  await screen.findByRole('heading', { name: '3 children to visit' });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: RESULT_OF_LUZ }));
  await user.click(await screen.findByRole('button', { name: 'Not known yet' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: RESULT_OF_LUZ }));
  await user.click(await screen.findByRole('button', { name: /^Seen at the clinic/ }));
  await user.click(await screen.findByRole('button', { name: 'Add a note' }));
  expect(await screen.findByText(/^at .*\/view\/.*#referral-form$/)).toBeTruthy();
});

it.each([
  ['Slip for the clinic', `/children/slip/${low._id}`],
  ['Code from the clinic', `/children/answer/${stakeDB}/`],
])('the sheet of a referred child leads to: %s', async (name, path) => {
  await open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: RESULT_OF_LUZ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name }));
  expect((await screen.findByText(/^at /)).textContent).toContain(`at ${path}`);
});

it('a row whose referral only a clinic has answered says that it is the clinic', async () => {
  const clinicAnswers = [{ outcome: 'seen', day: '2025-06-11' }] as const;
  await open({ screenings: [screened(low, { muac: 11.2, clinicAnswers })] });
  await screen.findByText('Clinic says: seen · 11 Jun 2025');
  expect(sections()).toContain('Referred, result known 1');
});
