import { aScreening } from '@crece/domain/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { editScreeningPath } from '../../shared/navigation/paths.ts';
import { changeElsewhere, FULL_DISK, failNextWrite } from '../../testing/open-unit.ts';
import { memoryDevice } from '../../testing/render.tsx';
import {
  address,
  height,
  isolateScreenings,
  muac,
  openForm,
  save,
  screeningsOf,
  show,
  weight,
} from './testing/render-screenings.tsx';

isolateScreenings();
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation');
});

function stubGeolocation(getCurrentPosition: unknown) {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition },
  });
}

describe('saving a screening', () => {
  it('saves the screening of the example and shows its result card', async () => {
    const { user, ...shown } = await openForm({ child: { birthDate: '2024-04-10' } });
    await user.type(height(), '68.5');
    await user.type(weight(), '7.1');
    await user.type(muac(), '11.9');
    await user.click(save());
    expect(await screen.findByRole('heading', { name: 'MUAC says moderate' })).toBeTruthy();
    const [saved] = await screeningsOf(shown);
    expect(saved).toMatchObject({
      surveyDate: '2025-06-10',
      height: 68.5,
      weight: 7.1,
      muac: 11.9,
      monthAge: 14,
      zScore: { ha: -2.94, wa: -2.35, wl: -1.13 },
      status: 'RED_CHILD',
      actions: ['RED_START', 'RED_ENROLL', 'RED_INCLUDE'],
      interviewer: 'Ana Morales',
    });
    expect(address()).toBe(`/children/view/${shown.child._id}?saved=${saved?._id}`);
    expect(screen.getByText('Acute: supplements required')).toBeTruthy();
    expect(screen.getByText('Start supplement: 240 kcal a day')).toBeTruthy();
    expect(screen.getByText('Undernourished: Height for age −2.94')).toBeTruthy();
  });

  it('accepts MUAC alone with two taps and a number', async () => {
    const { user, ...shown } = await openForm({ child: { birthDate: '2023-10-10' } });
    await user.click(screen.getByRole('radio', { name: 'MUAC only' }));
    expect(screen.queryByRole('textbox', { name: /^Height/u })).toBeNull();
    await user.type(muac(), '11,2');
    await user.click(save());
    expect(await screen.findByRole('heading', { name: 'Severe acute malnutrition' })).toBeTruthy();
    expect((await screeningsOf(shown))[0]).toMatchObject({ muac: 11.2, status: 'SEVERE_ACUTE' });
    // MUAC is the evidence itself: one panel shows it, not two.
    expect(screen.queryByRole('heading', { name: 'MUAC says severe: refer' })).toBeNull();
  });

  it('asks nothing about the screening that it has just saved itself', async () => {
    const { user, unit } = await openForm();
    await user.type(muac(), '13');
    const write = unit.saveScreening.bind(unit);
    let isWritten = false;
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    vi.spyOn(unit, 'saveScreening').mockImplementation(async (...screening) => {
      const saved = await write(...screening);
      isWritten = true;
      await ended;
      return saved;
    });
    await user.click(save());
    await waitFor(() => expect(isWritten).toBe(true));
    expect(screen.queryByText(/was screened today/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Saving…' })).toBeTruthy();
    end();
    expect(await screen.findByRole('heading', { name: 'Normal arm measure' })).toBeTruthy();
  });

  it('stores answers, comments with an age override, position and oedema', async () => {
    const getCurrentPosition = vi.fn((found: PositionCallback) =>
      found({ coords: { latitude: 14.5, longitude: -91 } } as GeolocationPosition),
    );
    stubGeolocation(getCurrentPosition);
    const { user, ...shown } = await openForm();
    await user.type(muac(), '13');
    await user.type(screen.getByRole('textbox', { name: 'Comments' }), 'Age=30 says the mother');
    await user.click(await screen.findByRole('button', { name: 'Yes, 30 months' }));
    expect(await screen.findByText('age override: 30 months')).toBeTruthy();
    const plan = screen.getByRole('group', { name: 'Does the family have a health plan?' });
    await user.click(within(plan).getByRole('radio', { name: 'Yes' }));
    const swelling = screen.getByRole('group', { name: /both feet swollen/u });
    await user.click(within(swelling).getByRole('radio', { name: 'Yes' }));
    await user.click(save());
    expect(
      await screen.findByRole('heading', { name: 'Swelling of both feet: refer today' }),
    ).toBeTruthy();
    expect((await screeningsOf(shown))[0]).toMatchObject({
      comments: 'Age=30 says the mother',
      ageOverride: 30,
      monthAge: 30,
      familyHealthPlan: true,
      oedema: true,
      latitude: 14.5,
      longitude: -91,
    });
    expect(getCurrentPosition.mock.calls[0]).toMatchObject([
      expect.anything(),
      expect.anything(),
      { maximumAge: 300_000 },
    ]);
  });

  it.each([
    ['familyHealthPlan', 'Does the family have a health plan?'],
    ['followFamilyHealthPlan', 'Does the family follow the plan?'],
    ['visitedDoctor', 'Has the child been to a doctor?'],
  ] as const)(
    'stores each health plan answer as %s, and shows it again',
    async (field, question) => {
      const opened = await openForm();
      const { user } = opened;
      const groups = () => screen.getAllByRole('group', { name: /plan\?|a doctor\?/u });
      const answer = (group: HTMLElement, word: string) =>
        within(group).getByRole('radio', { name: word });
      expect(groups()).toHaveLength(3);
      for (const group of groups()) await user.click(answer(group, 'No'));
      await user.click(answer(screen.getByRole('group', { name: question }), 'Yes'));
      await user.type(muac(), '13');
      await user.click(save());
      await screen.findByRole('heading', { name: 'Normal arm measure' });
      const [saved] = await screeningsOf(opened);
      if (saved === undefined) throw new Error('nothing saved');
      const { familyHealthPlan, followFamilyHealthPlan, visitedDoctor } = saved;
      expect({ familyHealthPlan, followFamilyHealthPlan, visitedDoctor }).toEqual({
        familyHealthPlan: false,
        followFamilyHealthPlan: false,
        visitedDoctor: false,
        [field]: true,
      });

      cleanup();
      await show((child) => editScreeningPath(child._id, saved._id), { screenings: [saved] });
      await screen.findByRole('button', { name: 'Save changes' });
      for (const group of groups()) {
        const isYes = group === screen.getByRole('group', { name: question });
        expect(answer(group, isYes ? 'Yes' : 'No')).toHaveProperty('checked', true);
      }
    },
  );

  it('remembers a refused position for the session and saves without it', async () => {
    const getCurrentPosition = vi.fn((_found: unknown, refused: PositionErrorCallback) =>
      refused({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError),
    );
    stubGeolocation(getCurrentPosition);
    const { user, ...shown } = await openForm();
    await user.type(muac(), '13');
    await user.click(save());
    await screen.findByRole('heading', { name: 'Normal arm measure' });
    expect((await screeningsOf(shown))[0]?.latitude).toBeUndefined();
    cleanup();
    await openForm();
    expect(getCurrentPosition).toHaveBeenCalledTimes(1);
  });

  it('saves once on a double tap', async () => {
    const { user, ...shown } = await openForm();
    await user.type(muac(), '13');
    const button = save();
    button.click();
    button.click();
    await screen.findByRole('heading', { name: 'Normal arm measure' });
    expect(await screeningsOf(shown)).toHaveLength(1);
  });

  it('asks for the screener once when no name is known', async () => {
    const { user, ...shown } = await openForm({ device: memoryDevice() });
    await user.type(muac(), '13');
    await user.click(save());
    const dialog = await screen.findByRole('dialog', { name: 'Who is screening?' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Your name' }), 'Berta');
    await user.click(within(dialog).getByRole('button', { name: 'Save my name' }));
    await screen.findByRole('heading', { name: 'Normal arm measure' });
    expect((await screeningsOf(shown))[0]?.interviewer).toBe('Berta');
  });

  it('counts as saved although its draft could not be deleted: no second tap, no second screening', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const device = memoryDevice({ screenerName: 'Ana Morales' });
    const discard = () => Promise.reject(FULL_DISK);
    const { user, ...shown } = await openForm({
      device: { ...device, drafts: { ...device.drafts, discard } },
    });
    await user.type(muac(), '13.2');
    await user.click(save());
    expect(await screen.findByText(/^Saved on this device/u)).toBeTruthy();
    expect(await screeningsOf(shown)).toHaveLength(1);
  });

  it('keeps the form and shows the error when the device is full, then saves again', async () => {
    const { user, ...shown } = await openForm();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    failNextWrite(shown.unit, FULL_DISK);
    await user.type(muac(), '13');
    await user.click(save());
    const alert = await screen.findByText(
      'The screening is not saved yet. What you typed is safe on this page.',
    );
    expect(alert).toBeTruthy();
    expect(muac()).toHaveProperty('value', '13');
    await user.click(screen.getByRole('button', { name: 'Save again' }));
    expect(await screen.findByRole('heading', { name: 'Normal arm measure' })).toBeTruthy();
    expect(await screeningsOf(shown)).toHaveLength(1);
  });
});

describe('z-scores beyond ±5', () => {
  async function typeImplausible() {
    const opened = await openForm();
    await opened.user.type(height(), '60');
    await opened.user.type(weight(), '9');
    await opened.user.click(save());
    const dialog = await screen.findByRole('dialog', { name: 'Zscore is out of range' });
    expect(dialog.textContent).toContain('Please recheck height and weight');
    expect(dialog.textContent).toContain('Height for age is −6.');
    return { ...opened, dialog };
  }

  it('returns to the form with everything typed by default', async () => {
    const { user, dialog, ...shown } = await typeImplausible();
    const buttons = within(dialog).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Go back', 'Save anyway']);
    await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
    expect(height()).toHaveProperty('value', '60');
    expect(await screeningsOf(shown)).toHaveLength(0);
  });

  it('saves them with a mark when the person confirms', async () => {
    const { user, dialog, ...shown } = await typeImplausible();
    await user.click(within(dialog).getByRole('button', { name: 'Save anyway' }));
    await waitFor(async () => {
      expect((await screeningsOf(shown))[0]).toMatchObject({ height: 60, zScoreConfirmed: true });
    });
  });

  it('only asks to measure again for weight for height', async () => {
    const { user } = await openForm();
    await user.type(height(), '80');
    await user.type(weight(), '5.6');
    expect(await screen.findByText(/^Weight for height is −7\.39\. Please measure/u)).toBeTruthy();
    await user.click(save());
    expect(await screen.findByRole('heading', { name: 'Severe acute malnutrition' })).toBeTruthy();
  });
});

describe('editing a screening', () => {
  async function openEdit() {
    const base = aScreening();
    const user = userEvent.setup();
    const shown = await show((child) => editScreeningPath(child._id, base._id), {
      screenings: [base],
    });
    await screen.findByRole('button', { name: 'Save changes' });
    return { user, base, ...shown };
  }

  it('starts with the stored values and stays the first screening', async () => {
    const { user, base, ...shown } = await openEdit();
    expect(muac()).toHaveProperty('value', '11.9');
    expect(height()).toHaveProperty('value', '68.5');
    await user.clear(height());
    await user.type(height(), '76');
    await user.clear(weight());
    await user.type(weight(), '9.6');
    await user.click(save());
    await screen.findByText(/^Saved on this device/u);
    const [saved] = await screeningsOf(shown);
    expect(saved).toMatchObject({
      _id: base._id,
      surveyDate: '2025-05-10',
      height: 76,
      familyHealthPlan: true,
      status: 'GREEN_CHILD',
      actions: ['GREEN_TELL'],
    });
  });

  it('asks which values to keep when another person changed the screening meanwhile', async () => {
    const { user, base, ...shown } = await openEdit();
    await user.clear(muac());
    await user.type(muac(), '12.7');
    await changeElsewhere(shown.unit, { ...base, muac: 13.3 });
    await user.click(save());
    const dialog = await screen.findByRole('dialog', {
      name: 'Somebody changed this screening',
    });
    await user.click(within(dialog).getByRole('button', { name: 'Use the saved values' }));
    await waitFor(() => expect(muac()).toHaveProperty('value', '13.3'));

    await user.clear(muac());
    await user.type(muac(), '12.8');
    await changeElsewhere(shown.unit, { ...base, muac: 13.6 });
    await user.click(save());
    const again = await screen.findByRole('dialog');
    await user.click(within(again).getByRole('button', { name: 'Save what I typed' }));
    await screen.findByText(/^Saved on this device/u);
    expect((await screeningsOf(shown))[0]?.muac).toBe(12.8);
  });

  it('shows a message when the screening is not on this device', async () => {
    await show((child) => editScreeningPath(child._id, 'scr_test_stake_gtm_1_gone'));
    expect(await screen.findByText('The screening may have been removed.')).toBeTruthy();
  });
});
