import { type Account, MOTHER_TABLE, type Mother, typedNames } from '@crece/domain';
import { aMother, aNursingMother } from '@crece/domain/testing';
import type { Device, LocalUnit } from '@crece/storage';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changeElsewhere,
  FULL_DISK,
  failNextWrite,
  openTestUnit,
  removeElsewhere,
  type UnitContent,
} from '../../testing/open-unit.ts';
import { deviceOfEndedUnit, memoryDevice, renderApp } from '../../testing/render.tsx';
import { EditMotherPage, NewMotherPage } from './mother-form-page.tsx';
import { MothersListPage } from './mothers-list-page.tsx';

const UNIT = 'test_stake_gtm/Guatemala%20Test';
const TODAY = '2026-03-14';
const expecting = aMother({
  _id: 'mthr_test_stake_gtm_1_a',
  deliveryDate: '2026-05-14',
});
const nursing = aNursingMother({
  _id: 'mthr_test_stake_gtm_2_b',
  childsBirthDate: '2025-12-14',
});

const MAY_SYNC: Account = {
  id: 'user-1',
  username: 'ana',
  displayName: 'Ana L.',
  roles: ['user', 'sync'],
};

function Where() {
  const { pathname } = useLocation();
  return <output data-testid="where">{pathname}</output>;
}

async function open(
  path: string,
  mothers: readonly Mother[],
  language: 'en' | 'es' = 'en',
  sync: UnitContent['sync'] = {},
  session: Account | null = null,
  device: Device = memoryDevice({ screenerName: 'Ana Morales' }),
  known?: LocalUnit,
) {
  const unit = known ?? (await openTestUnit({ mothers, sync }));
  await renderApp(
    <>
      <Where />
      <Routes>
        <Route
          path="/children/mothers/list/:stakeDB/:stakeName/:screenType"
          element={<MothersListPage />}
        />
        <Route
          path="/children/mothers/create/:stakeDB/:stakeName/:screenType"
          element={<NewMotherPage />}
        />
        <Route
          path="/children/mothers/:motherId/:stakeDB/:stakeName/:screenType"
          element={<EditMotherPage />}
        />
        <Route path="*" element={<p>another page</p>} />
      </Routes>
    </>,
    { path: `/children/mothers/${path}`, unit, device, language, session },
  );
  return { unit, device, user: userEvent.setup() };
}

const where = () => screen.getByTestId('where').textContent;
const names = () =>
  screen
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('.mother-name')?.firstChild?.textContent);
const storedIn = (unit: LocalUnit, id: string) => unit.readMother(id);

const summary = async () => {
  const title = await screen.findByRole('heading', {
    name: 'Input Error: Invalid or missing data',
  });
  const box = title.parentElement;
  if (box === null) throw new Error('the summary has a box');
  return box;
};

beforeEach(() => {
  // Below 800 px no element takes the focus by itself while a test types.
  vi.stubGlobal('innerWidth', 360);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: false })));
  vi.useFakeTimers({
    toFake: ['Date'],
    now: new Date(`${TODAY}T18:00:00.000Z`),
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Names of the fields on the page in which something can be typed or chosen. */
const asked = () =>
  new Set([...document.querySelectorAll('[name]')].map((input) => input.getAttribute('name')));

describe('fields of the mother form', () => {
  it.each([
    ['pregnant', ['childsBirthDate']],
    ['nursing', ['deliveryDate']],
  ])(
    'for a %s woman include all that a person types, except the other kind’s date',
    async (kind, missing) => {
      await open(`create/${UNIT}/${kind}`, []);
      await screen.findByLabelText('First name');
      const names = asked();
      expect(typedNames(MOTHER_TABLE).filter((name) => !names.has(name))).toEqual(missing);
    },
  );
});

describe('MothersListPage', () => {
  it('an ended unit offers no new woman, with an empty list neither', async () => {
    const device = await deviceOfEndedUnit();
    await open(`list/${UNIT}/nursing`, [], 'en', {}, null, device);
    await screen.findByText(/^This unit has ended/);
    expect(await screen.findByText('No nursing mothers here now')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/Add (the )?mother/);
  });

  it('lists the women of one kind with the expected day in words', async () => {
    await open(`list/${UNIT}/pregnant`, [expecting, nursing]);
    const link = await screen.findByRole('link', { name: /^Rosa Tzul/ });
    expect(link.textContent).toContain('in 8 weeks');
    expect(link.textContent).toContain('El Centro');
    expect(names()).toEqual(['Rosa Tzul']);
    expect(screen.getByRole('link', { name: 'Call Rosa Tzul: 5550 5678' })).toMatchObject({
      protocol: 'tel:',
    });
    expect(screen.getByText('1 pregnant woman')).toBeTruthy();
  });

  it('switches to the nursing mothers', async () => {
    const { user } = await open(`list/${UNIT}/pregnant`, [expecting, nursing]);
    await user.click(await screen.findByRole('link', { name: 'Nursing 1' }));
    expect(where()).toMatch(/\/nursing$/);
    const link = await screen.findByRole('link', { name: /^Lidia Cutzal/ });
    expect(link.textContent).toContain('3 months');
    expect(screen.getByRole('link', { name: 'Nursing 1' }).getAttribute('aria-current')).toBe(
      'page',
    );
  });

  it('links to the synchronisation of that list, from the list and from both forms', async () => {
    for (const address of [
      `list/${UNIT}/nursing`,
      `create/${UNIT}/nursing`,
      `${nursing._id}/${UNIT}/nursing`,
    ]) {
      await open(address, [nursing], 'en', {}, MAY_SYNC);
      const sync = await screen.findByRole('link', { name: 'Sync' });
      expect(sync.getAttribute('href'), address).toMatch(/^\/children\/sync\/.*\/nursing(\?|$)/);
      cleanup();
    }
  });

  it('hides entries outside their window behind a toggle with their number', async () => {
    const past = aMother({
      _id: 'mthr_test_stake_gtm_3_c',
      firstName: 'Vera',
      deliveryDate: '2025-11-14',
    });
    const { user } = await open(`list/${UNIT}/pregnant`, [expecting, past]);
    const toggle = await screen.findByRole('button', {
      name: /^One more entry/,
    });
    expect(names()).toEqual(['Rosa Tzul']);
    await user.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    expect(names()).toEqual(['Rosa Tzul', 'Vera Tzul']);
  });

  it('a search shows whom it finds outside the window too, and does not say that nobody matches', async () => {
    const past = aMother({
      _id: 'mthr_test_stake_gtm_3_c',
      firstName: 'Vera',
      deliveryDate: '2025-11-14',
    });
    const { user } = await open(`list/${UNIT}/pregnant`, [expecting, past]);
    await user.type(await screen.findByRole('searchbox', { name: 'Name or ward' }), 'vera');
    await waitFor(() => expect(names()).toEqual(['Vera Tzul']));
    expect(screen.queryByRole('heading', { name: 'Nobody matches this search' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^One more entry/ }));
    expect(names()).toEqual([]);
  });

  it('searches during typing and says when nobody matches', async () => {
    const { user } = await open(`list/${UNIT}/pregnant`, [expecting]);
    const search = await screen.findByRole('searchbox', {
      name: 'Name or ward',
    });
    await user.type(search, 'xyz');
    expect(await screen.findByRole('heading', { name: 'Nobody matches this search' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(names()).toEqual(['Rosa Tzul']));
  });

  it('invites to add the first woman of an empty list', async () => {
    await open(`list/${UNIT}/nursing`, [], 'es');
    expect(
      await screen.findByRole('heading', {
        name: 'Por ahora no hay madres lactantes',
      }),
    ).toBeTruthy();
    const [add] = screen.getAllByRole('link', { name: 'Agregar madre' });
    expect(add?.getAttribute('href')).toContain('/children/mothers/create/test_stake_gtm/');
    // Who is nowhere is said once.
    expect(document.querySelector('.mothers-foot')).toBeNull();
  });

  it('offers the records of a unit that was never received, and then to start a list here', async () => {
    await open(`list/${UNIT}/pregnant`, [], 'en', { arrival: 'never' });
    expect(await screen.findByRole('link', { name: 'Sign in to download' })).toBeTruthy();
    const start = screen.getByRole('link', { name: 'Start a list here' });
    expect(start.getAttribute('href')).toContain('/children/mothers/create/test_stake_gtm/');
    expect(screen.queryByText('No pregnant women here now')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add woman' })).toBeNull();
    expect(screen.getByRole('link', { name: /^Pregnant/ }).textContent).toBe('Pregnant …');
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe(
      'Nobody here so far',
    );
  });

  it('counts nobody while a unit is still arriving, and says that the list is incomplete', async () => {
    await open(`list/${UNIT}/pregnant`, [expecting], 'en', { arrival: 'arriving' });
    await screen.findByRole('listitem');
    expect(screen.getByRole('link', { name: /^Nursing/ }).textContent).toBe('Nursing …');
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe('1 here so far');
    expect(screen.getByText('Not all records of this unit have arrived yet')).toBeTruthy();
  });

  it('leads to the children, and to not-found for other types', async () => {
    await open(`list/${UNIT}/children`, []);
    expect(where()).toBe('/children/list/test_stake_gtm/Guatemala%20Test/-/a/children');
    cleanup();
    await open(`list/${UNIT}/fathers`, []);
    expect(where()).toBe('/not-found');
    cleanup();
    await open(`create/${UNIT}/fathers`, []);
    expect(where()).toBe('/not-found');
  });
});

describe('NewMotherPage', () => {
  async function fill(user: ReturnType<typeof userEvent.setup>, date: string) {
    await user.type(await screen.findByLabelText('First name'), 'Marta');
    await user.type(screen.getByLabelText('Last name'), 'Sajché');
    await user.click(screen.getByRole('radio', { name: 'No' }));
    await user.type(screen.getByLabelText('Expected delivery date'), date);
    await user.click(screen.getByRole('button', { name: 'Save' }));
  }

  it('saves a pregnant woman and goes to the list', async () => {
    const { user, unit } = await open(`create/${UNIT}/pregnant`, []);
    await fill(user, '2026-08-14');
    await waitFor(() => expect(names()).toEqual(['Marta Sajché']));
    expect(where()).toMatch(/^\/children\/mothers\/list\/test_stake_gtm\/.*\/pregnant$/);
    const [row] = unit.snapshot().mothers;
    expect(row).toMatchObject({
      firstName: 'Marta',
      lastName: 'Sajché',
      memberStatus: 'No',
      deliveryDate: '2026-08-14',
    });
  });

  it('names every missing field and keeps the typed text', async () => {
    const { user, unit } = await open(`create/${UNIT}/pregnant`, []);
    await user.type(await screen.findByLabelText('First name'), 'Marta');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(
      within(await summary())
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Please enter the last name.',
      'Please enter the expected delivery date.',
      'Please choose yes, no or unknown.',
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Marta');
    expect(unit.snapshot().mothers).toEqual([]);
  });

  it('leads to the first missing field, which is the date where only the names are there', async () => {
    const { user } = await open(`create/${UNIT}/pregnant`, []);
    await user.type(await screen.findByLabelText('First name'), 'Rosa');
    await user.type(screen.getByLabelText('Last name'), 'Tum');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await summary();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Day')));
  });

  it('rejects a delivery date beyond nine months with the specified message', async () => {
    const { user, unit } = await open(`create/${UNIT}/pregnant`, []);
    await fill(user, '2027-01-14');
    expect((await summary()).textContent).toContain(
      'Invalid delivery date. Enter correct delivery date',
    );
    expect(unit.snapshot().mothers).toEqual([]);
  });

  it('keeps the form when the device is full', async () => {
    const { user, unit } = await open(`create/${UNIT}/pregnant`, []);
    failNextWrite(unit, FULL_DISK);
    await fill(user, '2026-08-14');
    await screen.findByText(/^This device is full/);
    expect(where()).toContain('/create/');
    expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Sajché');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(names()).toEqual(['Marta Sajché']));
  });

  it('keeps a draft until it is saved', async () => {
    const { user, device } = await open(`create/${UNIT}/pregnant`, []);
    const key = 'mother:new:pregnant:test_stake_gtm';
    await user.type(await screen.findByLabelText('First name'), 'Mar');
    await waitFor(async () =>
      expect(await device.drafts.load(key)).toMatchObject({ firstName: 'Mar' }),
    );
    await fill(user, '2026-08-14');
    await waitFor(async () => expect(await device.drafts.load(key)).toBeNull());
  });
});

describe('EditMotherPage', () => {
  it('a date that was not changed is not checked', async () => {
    const past = aMother({ _id: expecting._id, deliveryDate: '2025-07-14' });
    const { user, unit } = await open(`${past._id}/${UNIT}/pregnant`, [past]);
    const phone = await screen.findByLabelText(/^Phone/);
    await user.clear(phone);
    await user.type(phone, '5551');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(where()).toContain('/list/'));
    expect(await storedIn(unit, past._id)).toMatchObject({
      phone: '5551',
      deliveryDate: '2025-07-14',
    });
  });

  it('asks before it replaces what another person changed meanwhile', async () => {
    const { user, unit } = await open(`${expecting._id}/${UNIT}/pregnant`, [expecting]);
    const phone = await screen.findByLabelText(/^Phone/);
    await user.clear(phone);
    await user.type(phone, '5552');
    await changeElsewhere(unit, { ...expecting, phone: '5559' });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const dialog = await screen.findByRole('dialog', { name: 'Somebody changed this too' });
    expect(dialog.textContent).toContain('somebody changed: Phone.');
    expect((await storedIn(unit, expecting._id))?.phone).toBe('5559');
    await user.click(within(dialog).getByRole('button', { name: 'Keep what I typed' }));
    await waitFor(() => expect(where()).toContain('/list/'));
    expect((await storedIn(unit, expecting._id))?.phone).toBe('5552');
  });

  it.each([
    ['en', 'Rosa Tzul was removed. You can go on', 'First name'],
    ['es', 'Se eliminó a Rosa Tzul. Puede seguir', 'Nombres'],
  ] as const)(
    'says that somebody removed her meanwhile, and what saving does (%s)',
    async (language, sentence, field) => {
      const { unit } = await open(`${expecting._id}/${UNIT}/pregnant`, [expecting], language);
      await screen.findByLabelText(field);
      const removal = { removedBy: 'Eva', removedAt: `${TODAY}T17:00:00.000Z` };
      await removeElsewhere(unit, expecting._id, removal);
      await waitFor(() =>
        expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(
          expect.arrayContaining([expect.stringContaining(sentence)]),
        ),
      );
    },
  );

  it('what was typed and left is there again after somebody else changed her record', async () => {
    const path = `${expecting._id}/${UNIT}/pregnant`;
    const { user, unit, device } = await open(path, [expecting]);
    const phone = await screen.findByLabelText(/^Phone/);
    await user.clear(phone);
    await user.type(phone, '5552');
    await device.drafts.flush();
    cleanup();
    await changeElsewhere(unit, { ...expecting, ward: 'Norte', deliveryDate: '2026-05-20' });
    await open(path, [], 'en', {}, null, device, unit);
    await waitFor(async () =>
      expect(await screen.findByLabelText(/^Phone/)).toHaveProperty('value', '5552'),
    );
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(where()).toContain('/list/'));
    expect(await storedIn(unit, expecting._id)).toMatchObject({
      phone: '5552',
      ward: 'Norte',
      deliveryDate: '2026-05-20',
    });
  });

  it('an older record with both dates is a nursing mother and does not become one again', async () => {
    const both = { ...nursing, deliveryDate: '2025-12-10' };
    const { user } = await open(`${both._id}/${UNIT}/nursing`, [both]);
    await user.type(await screen.findByLabelText(/^Phone/), '1');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/ is saved$/)).toBeTruthy();
    await waitFor(() => expect(where()).toContain('/list/'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('makes a woman who has delivered a nursing mother after the birth date is given', async () => {
    const due = aMother({ _id: expecting._id, deliveryDate: '2026-02-14' });
    const { user, unit } = await open(`list/${UNIT}/pregnant`, [due]);
    await user.click(await screen.findByRole('link', { name: 'Has delivered Rosa Tzul' }));
    const date = await screen.findByLabelText<HTMLInputElement>('Child’s birth date');
    // A guess would be saved unread.
    expect(date.value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Save as nursing mother' }));
    expect((await storedIn(unit, due._id))?.childsBirthDate).toBeUndefined();
    await user.click(screen.getByRole('button', { name: /^On the expected day/ }));
    expect(date.value).toBe('2026-02-14');
    await user.click(screen.getByRole('button', { name: 'Save as nursing mother' }));
    const question = await screen.findByRole('dialog', { name: 'Register the newborn now?' });
    await user.click(within(question).getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(where()).toMatch(/\/list\/.*\/nursing$/));
    const stored = await storedIn(unit, due._id);
    expect(stored?.childsBirthDate).toBe('2026-02-14');
    expect(stored).not.toHaveProperty('deliveryDate');
  });

  it('offers only today while the expected day is in the future, and leads on to the newborn', async () => {
    const { user } = await open(`${expecting._id}/${UNIT}/nursing`, [expecting]);
    await screen.findByLabelText<HTMLInputElement>('Child’s birth date');
    expect(screen.queryByRole('button', { name: /^On the expected day/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Today' }));
    await user.click(screen.getByRole('button', { name: 'Save as nursing mother' }));
    await user.click(await screen.findByRole('button', { name: 'Register the newborn' }));
    await waitFor(() => expect(where()).toMatch(/\/children\/create\//));
  });

  it('opens a nursing mother under her own kind', async () => {
    await open(`${nursing._id}/${UNIT}/pregnant`, [nursing]);
    await screen.findByLabelText('Child’s birth date');
    expect(where()).toMatch(/\/nursing$/);
  });

  it('removes an entry only after a question', async () => {
    const { user, unit } = await open(`${nursing._id}/${UNIT}/nursing`, [nursing]);
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    let dialog = await screen.findByRole('dialog', {
      name: 'Remove Lidia Cutzal?',
    });
    await user.click(within(dialog).getByRole('button', { name: 'Keep her' }));
    expect(await storedIn(unit, nursing._id)).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    dialog = await screen.findByRole('dialog', {
      name: 'Remove Lidia Cutzal?',
    });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(where()).toMatch(/\/list\/.*\/nursing$/));
    expect(await storedIn(unit, nursing._id)).toBeNull();
  });

  it('says that an unknown entry is not on this device', async () => {
    await open(`mthr_test_stake_gtm_9_zz/${UNIT}/pregnant`, [expecting]);
    expect(await screen.findByRole('heading', { name: 'This entry is not here' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the list' }).getAttribute('href')).toContain(
      '/children/mothers/list/test_stake_gtm/',
    );
  });
});
