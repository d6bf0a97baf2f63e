import type { Child } from '@crece/domain';
import type { LocalUnit, Task } from '@crece/storage';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addVersion,
  FULL_DISK,
  failNextWrite,
  openTestUnit,
  settleElsewhere,
  type UnitContent,
} from '../../testing/open-unit.ts';
import { memoryDevice, type RenderOptions, renderApp } from '../../testing/render.tsx';
import {
  childTask,
  DECEMBER,
  LUZ,
  MARCH,
  motherTask,
  ROSA,
  removedScreeningTask,
  removedTask,
  screeningTask,
} from '../../testing/tasks.ts';
import { ChoosePage } from './choose-page.tsx';
import { conflicts } from './feature.ts';

const TODAY = '2026-03-14';

function Elsewhere() {
  const { pathname } = useLocation();
  return <p>at {decodeURIComponent(pathname)}</p>;
}

/** The page after the choice, for a person who opened the address directly. */
const LIST = 'at /children/waiting/test_stake_gtm/Guatemala test Only';

const addressOf = (id: string) => `/children/waiting/test_stake_gtm/Test/${id}`;

async function show(
  task: Task,
  { content, ...options }: RenderOptions & { content?: UnitContent } = {},
): Promise<LocalUnit> {
  const unit = await openTestUnit({
    children: [LUZ],
    screenings: [DECEMBER, MARCH],
    mothers: [ROSA],
    tasks: [task],
    ...content,
  });
  await renderApp(
    <Routes>
      <Route path="/before" element={<Link to={addressOf(task.id)}>choose</Link>} />
      <Route path={conflicts.pages.choose.at} element={<ChoosePage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    {
      path: addressOf(task.id),
      unit,
      device: memoryDevice({ screenerName: 'Ana L.' }),
      ...options,
    },
  );
  return unit;
}

/** The card of an answer, by the start of its text. */
const card = (name: RegExp) => screen.findByRole('radio', { name });
const act = (name: string) => screen.getByRole('button', { name });
const entryOf = async (unit: LocalUnit) => {
  const file = await unit.readChildFile(LUZ._id);
  return file?.screenings.find(({ _id }) => _id === MARCH._id);
};

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T18:00:00.000Z`) });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: false })));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('ChoosePage with two values', () => {
  it('asks about the child by name, with both values, their authors, and the outcome of each', async () => {
    await show(screeningTask({ weight: 8.1 }, { weight: 8.7 }));
    expect(
      await screen.findByRole('heading', { name: 'Which weight is right for Luz Mamani?' }),
    ).toBeTruthy();
    expect(screen.getByText(/Two phones changed the screening of 14 Mar/).textContent).toBe(
      'Two phones changed the screening of 14 Mar. The choice changes the care.',
    );
    const clock = (instant: string) =>
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(
        new Date(instant),
      );
    const here = await card(/^8\.1 kg/);
    const label = (radio: HTMLElement) => radio.closest('label')?.textContent;
    expect(label(here)).toBe(
      `8.1 kg This device · Ana L., ${clock('2026-03-14T10:42:00.000Z')} ` +
        'Moderate acute Weight for height −2.08 Weight for age −2.64 ',
    );
    expect(label(await card(/^8\.7 kg/))).toBe(
      `8.7 kg Another device · Marco T., ${clock('2026-03-14T11:05:00.000Z')} ` +
        'Undernourished Weight for height −1.24 Weight for age −2.01 ',
    );
    expect(screen.getByText('Last screening, 12 Dec: 8.3 kg.')).toBeTruthy();
    expect(screen.getByText('Height is the same: 77.9 cm.')).toBeTruthy();
    expect(screen.getByText(/weigh Luz Mamani again/)).toBeTruthy();
  });

  it('changes nothing before a value is chosen, and repeats the chosen value in the button', async () => {
    const unit = await show(screeningTask({ weight: 8.1 }, { weight: 8.7 }));
    const radio = await card(/^8\.7 kg/);
    expect(act('Choose one').hasAttribute('disabled')).toBe(true);
    await userEvent.click(radio);
    await userEvent.click(act('Keep 8.7 kg'));
    await screen.findByText(LIST);
    expect(await screen.findByText('Saved: weight 8.7 kg')).toBeTruthy();
    expect((await entryOf(unit))?.weight).toBe(8.7);
    expect(unit.snapshot().sync.tasks).toEqual([]);
  });

  it('returns to the page from which the person came', async () => {
    await show(screeningTask({ weight: 8.1 }, { weight: 8.7 }), { path: '/before' });
    await userEvent.click(screen.getByRole('link', { name: 'choose' }));
    await userEvent.click(await card(/^8\.1 kg/));
    await userEvent.click(act('Keep 8.1 kg'));
    expect(await screen.findByRole('link', { name: 'choose' })).toBeTruthy();
  });

  it('leaves everything unchanged with "Later"', async () => {
    const unit = await show(screeningTask({ weight: 8.1 }, { weight: 8.7 }));
    await userEvent.click(await card(/^8\.7 kg/));
    await userEvent.click(act('Later'));
    await screen.findByText(LIST);
    expect(unit.snapshot().sync.tasks).toHaveLength(1);
    expect((await entryOf(unit))?.weight).toBe(8.1);
  });

  it('asks about several fields one after another and writes them together', async () => {
    const task = screeningTask({ weight: 8.1, muac: 13 }, { weight: 8.7, muac: 11.2 });
    const unit = await show(task);
    expect(await screen.findByText('1 of 2 to decide')).toBeTruthy();
    await userEvent.click(await card(/^8\.7 kg/));
    await userEvent.click(act('Keep 8.7 kg'));
    expect(await screen.findByText('2 of 2 to decide')).toBeTruthy();
    const heading = screen.getByRole('heading', { name: 'Which MUAC is right for Luz Mamani?' });
    expect(document.activeElement).toBe(heading);
    expect(unit.snapshot().sync.tasks).toHaveLength(1);
    const low = await card(/^11\.2 cm/);
    expect(low.closest('label')?.textContent).toContain('MUAC 11.2: refer');
    await userEvent.click(low);
    await userEvent.click(act('Back to the question before'));
    expect(await card(/^8\.7 kg/)).toHaveProperty('checked', true);
    await userEvent.click(act('Keep 8.7 kg'));
    await userEvent.click(act('Keep 11.2 cm'));
    await screen.findByText(LIST);
    expect(await screen.findByText('Your choices are saved.')).toBeTruthy();
    expect(await entryOf(unit)).toMatchObject({ weight: 8.7, muac: 11.2 });
  });

  it('keeps earlier answers when the page was left before the last question', async () => {
    const task = screeningTask({ weight: 8.1, muac: 13 }, { weight: 8.7, muac: 11.2 });
    const device = memoryDevice({ screenerName: 'Ana L.' });
    const unit = await show(task, { device });
    await userEvent.click(await card(/^8\.7 kg/));
    await waitFor(async () => expect(await device.drafts.list()).toHaveLength(1));
    document.body.replaceChildren();
    await show(task, { device, unit });
    expect(await screen.findByRole('button', { name: 'Keep 8.7 kg' })).toBeTruthy();
  });

  it('warns of a low MUAC instead of showing green', async () => {
    await show(
      screeningTask(
        { muac: 13, weight: 11.5, height: 85 },
        { muac: 11.2, weight: 11.5, height: 85 },
        { fields: ['muac'] },
      ),
    );
    const low = (await card(/^11\.2 cm/)).closest('label');
    expect(low?.textContent).toContain('MUAC 11.2: refer');
    expect(low?.querySelector('.st-green')).toBeNull();
    const normal = (await card(/^13\.0 cm/)).closest('label');
    expect(normal?.textContent).toContain('Normal');
    expect(normal?.querySelector('.st-green')).not.toBeNull();
    // Both are compared by the same figures in the same order; what differs is marked.
    const names = (one: Element | null | undefined) =>
      [...(one?.querySelectorAll('.choice-detail > span') ?? [])].map(({ textContent }) =>
        textContent.replace(/ [−\d.]+.*$/, ''),
      );
    const marked = (one: Element | null | undefined) =>
      [...(one?.querySelectorAll('.choice-detail b') ?? [])].map(({ textContent }) => textContent);
    expect(names(low).filter((name) => name !== 'Normal by height and weight')).toEqual(
      names(normal),
    );
    expect(marked(low)).toEqual(['MUAC 11.2 cm']);
    expect(marked(normal)).toEqual(['MUAC 13.0 cm']);
  });

  it('shows a phone number as text, without an outcome', async () => {
    const unit = await show(childTask({ phone: '700 00 123' }, { phone: '711 11 456' }));
    const radio = await card(/^700 00 123/);
    expect(radio.closest('label')?.querySelector('.choice-outcome')).toBeNull();
    expect(screen.queryByText(/The choice changes/)).toBeNull();
    expect(screen.getByText(/ask the family first/)).toBeTruthy();
    await userEvent.click(radio);
    await userEvent.click(act('Keep “700 00 123”'));
    await screen.findByText(LIST);
    expect((await unit.readChildFile(LUZ._id))?.child.phone).toBe('700 00 123');
  });

  it('shows the outcome of each birth date', async () => {
    await show(childTask({ birthDate: '2024-05-08' }, { birthDate: '2024-11-08' }));
    const older = (await card(/^8 May 2024/)).closest('label');
    expect(older?.querySelector('.choice-outcome')?.textContent).toContain('Moderate acute');
    expect(await card(/^8 Nov 2024/)).toBeTruthy();
  });

  it("asks about a woman, with this device's version first", async () => {
    await show(motherTask({ deliveryDate: '2026-05-02' }, { deliveryDate: '2026-06-02' }));
    await screen.findByRole('heading', { name: 'Which date is right for Rosa Tzul?' });
    const texts = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(texts[0]).toMatch(/^expects her child on 2 Jun 2026 This device/);
    expect(texts[1]).toMatch(/^expects her child on 2 May 2026 Another device/);
  });

  it('asks whether another age is used, with the outcome of each answer', async () => {
    const unit = await show(
      screeningTask(
        { weight: 8.7, ageOverride: 40 },
        { weight: 8.7, ageOverride: false },
        { fields: ['ageOverride'] },
      ),
    );
    await screen.findByRole('heading', {
      name: 'Which age in months should be used for Luz Mamani?',
    });
    const older = (await card(/^40 months/)).closest('label');
    const declined = (await card(/^the calendar age/)).closest('label');
    expect(older?.querySelector('.choice-outcome')?.textContent).toContain('Needs micronutrients');
    expect(declined?.querySelector('.choice-outcome')?.textContent).toContain('Undernourished');
    await userEvent.click(await card(/^the calendar age/));
    await userEvent.click(act('Keep “the calendar age”'));
    await screen.findByText(LIST);
    const file = await unit.readChildFile(LUZ._id);
    expect(file?.screenings.find(({ _id }) => _id === MARCH._id)?.ageOverride).toBe(false);
  });

  it('continues with a further version of the same record', async () => {
    const unit = await show(screeningTask({ weight: 8.1 }, { weight: 8.7 }));
    await addVersion(unit, { ...MARCH, weight: 9.1 }, 'beside');
    expect(await screen.findByText(/One more version of this record comes after/)).toBeTruthy();
    await userEvent.click(await card(/^8\.7 kg/));
    await userEvent.click(act('Keep 8.7 kg'));
    expect(await screen.findByText(/Now the next version of the same record/)).toBeTruthy();
    expect(await card(/^9\.1 kg/)).toBeTruthy();
    expect(act('Choose one')).toBeTruthy();
  });

  it('says that another person has already decided', async () => {
    const unit = await show(screeningTask({ weight: 8.1 }, { weight: 8.7 }));
    await card(/^8\.1 kg/);
    await settleElsewhere(unit, MARCH._id);
    expect(await screen.findByRole('heading', { name: 'This is already decided' })).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'See what else is waiting' }).getAttribute('href'),
    ).toBe('/children/waiting/test_stake_gtm/Guatemala%20test%20Only');
  });

  it('shows the new values when the record changes during the choice', async () => {
    const unit = await show(screeningTask({ weight: 8.1 }, { weight: 8.7 }));
    const choose = unit.choose.bind(unit);
    // Another phone's value arrives between the tap and the write.
    vi.spyOn(unit, 'choose').mockImplementationOnce(async (...args) => {
      await addVersion(unit, { ...MARCH, weight: 9.4 }, 'on-second');
      await choose(...args);
    });
    await userEvent.click(await card(/^8\.7 kg/));
    await userEvent.click(act('Keep 8.7 kg'));
    expect(await screen.findByText(/Somebody changed this record\./)).toBeTruthy();
    expect(await card(/^9\.4 kg/)).toBeTruthy();
  });

  it('keeps the choice on the page when the device is full', async () => {
    const unit = await show(screeningTask({ weight: 8.1 }, { weight: 8.7 }));
    await userEvent.click(await card(/^8\.7 kg/));
    failNextWrite(unit, FULL_DISK);
    await userEvent.click(act('Keep 8.7 kg'));
    expect(await screen.findByText(/This device is full/)).toBeTruthy();
    expect(act('Keep 8.7 kg').hasAttribute('disabled')).toBe(false);
    expect(unit.snapshot().sync.tasks).toHaveLength(1);
  });

  it("asks for the person's name when the device has none, and writes nothing without it", async () => {
    const unit = await show(screeningTask({ weight: 8.1 }, { weight: 8.7 }), {
      device: memoryDevice(),
    });
    await userEvent.click(await card(/^8\.7 kg/));
    await userEvent.click(act('Keep 8.7 kg'));
    const dialog = await screen.findByRole('dialog', { name: 'Who is screening?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(unit.snapshot().sync.tasks).toHaveLength(1);
  });

  it('a Spanish-speaking person chooses between two values in Spanish', async () => {
    await show(screeningTask({ weight: 8.1 }, { weight: 8.7 }), { language: 'es' });
    await screen.findByRole('heading', { name: '¿Qué peso de Luz Mamani es el correcto?' });
    await userEvent.click(await card(/^8,1 kg/));
    expect(act('Dejar 8,1 kg')).toBeTruthy();
    expect(screen.getByText(/La elección cambia la atención/)).toBeTruthy();
    expect(screen.getByText('Última evaluación, 12 dic: 8,3 kg.')).toBeTruthy();
  });
});

describe('ChoosePage with a record that was removed and changed', () => {
  const user = { id: 'u', username: 'ana', displayName: 'Ana L.', roles: ['user' as const] };

  it('shows the removal and the change, and keeps the child on request', async () => {
    const unit = await show(removedTask());
    await screen.findByRole('heading', { name: 'Keep Luz Mamani or remove?' });
    expect(screen.getByText(/^Removed by Marco T\./)).toBeTruthy();
    expect(screen.getByText(/^Changed by Ana L\./)).toBeTruthy();
    await userEvent.click(await card(/^Keep/));
    await userEvent.click(act('Keep Luz Mamani'));
    expect(await screen.findByText('Luz Mamani stays.')).toBeTruthy();
    expect(unit.snapshot().sync.tasks).toEqual([]);
    expect(await unit.readChildFile(LUZ._id)).not.toBeNull();
  });

  it('removes the child with its screenings for a person with the right', async () => {
    const unit = await show(removedTask(), { session: user });
    const radio = await card(/^Remove/);
    expect(radio.closest('label')?.textContent).toContain(
      'Luz Mamani and 2 screenings are removed from every phone at its next sync.',
    );
    await userEvent.click(radio);
    await userEvent.click(act('Remove Luz Mamani'));
    expect(await screen.findByText('Luz Mamani is removed.')).toBeTruthy();
    expect(await unit.readChildFile(LUZ._id)).toBeNull();
  });

  it('a person without the right cannot remove a child, and reads why', async () => {
    await show(removedTask());
    const radio = await card(/^Remove/);
    expect(radio.hasAttribute('disabled')).toBe(true);
    expect(radio.closest('label')?.textContent).toContain(
      'You do not have the right to remove a child',
    );
    await userEvent.click(radio);
    expect(act('Choose one').hasAttribute('disabled')).toBe(true);
  });

  it('asks about a screening, which everybody may remove', async () => {
    await show(removedScreeningTask());
    await screen.findByRole('heading', {
      name: 'Keep the screening of 14 Mar of Luz Mamani or remove?',
    });
    await userEvent.click(await card(/^Remove/));
    await userEvent.click(act('Remove the screening'));
    expect(await screen.findByText('The screening is removed.')).toBeTruthy();
  });

  it('asks next about the fields that differ, but only when the record is kept', async () => {
    const fields: Partial<Child>[] = [{ ward: 'Sarco' }, { ward: 'El Centro' }];
    const { first, second } = childTask(fields[0] ?? {}, fields[1] ?? {});
    const removed = removedTask();
    const unit = await show(
      removedTask({
        fields: ['ward'],
        first,
        second: { ...removed.second, document: second.document },
      }),
      { session: user },
    );
    expect(await screen.findByText(/One value differs too/)).toBeTruthy();
    await userEvent.click(await card(/^Remove/));
    expect(screen.queryByText('1 of 2 to decide')).toBeNull();
    await userEvent.click(await card(/^Keep/));
    expect(screen.getByText('1 of 2 to decide')).toBeTruthy();
    await userEvent.click(act('Keep Luz Mamani'));
    await screen.findByRole('heading', { name: 'In which ward does Luz Mamani live?' });
    await userEvent.click(await card(/^El Centro/));
    await userEvent.click(act('Keep “El Centro”'));
    await screen.findByText(LIST);
    expect((await unit.readChildFile(LUZ._id))?.child.ward).toBe('El Centro');
  });

  it('a Spanish-speaking person chooses to keep or remove a child in Spanish', async () => {
    await show(removedTask(), { language: 'es' });
    await screen.findByRole('heading', { name: '¿Conservar o eliminar a Luz Mamani?' });
    await userEvent.click(await card(/^Conservar/));
    expect(act('Conservar a Luz Mamani')).toBeTruthy();
  });
});
