import { CARD_NUMBER_MAX, CHILD_TABLE, typedNames } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import type { Device, LocalUnit } from '@crece/storage';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { newCardState } from '../../shared/children/card-number.ts';
import { newChildState } from '../../shared/children/new-child-state.ts';
import { isolatePages } from '../../testing/isolate-pages.ts';
import { FULL_DISK, failNextWrite } from '../../testing/open-unit.ts';
import { memoryDevice } from '../../testing/render.tsx';
import {
  askForConsent,
  choose,
  field,
  press,
  setProgramme,
  show,
  type,
} from './testing/render-child-form.tsx';

const NEW = '/children/create/test_stake_gtm';

const save = () => press('Save and screen');

/** Fills in a child that can be saved: girl, 14 months. */
async function fillIn(names: { first?: string; last?: string; birthDate?: string } = {}) {
  type('First name', names.first ?? 'Luz');
  type('Last name', names.last ?? 'Mamani');
  await choose('Girl');
  type('Birth date', names.birthDate ?? '2024-04-10');
  await choose('Unknown');
}

const childrenOf = (unit: LocalUnit) => unit.snapshot().children;

isolatePages();

/** Names of the fields on the page in which something can be typed or chosen. */
const asked = () =>
  new Set([...document.querySelectorAll('[name]')].map((input) => input.getAttribute('name')));

describe('NewChildPage', () => {
  it('every field that a person types about a child has an input', async () => {
    await show(NEW);
    const names = asked();
    expect(typedNames(CHILD_TABLE).filter((name) => !names.has(name))).toEqual([]);
  });

  it('begins with a scanned number, in sight, and saves it with the landmark', async () => {
    const { unit } = await show({ pathname: NEW, state: newCardState('PN-0417') });
    expect(field('Card number').value).toBe('PN-0417');
    expect(field('Card number').maxLength).toBe(CARD_NUMBER_MAX);
    expect(field('Card number').closest('details')?.open).toBe(true);
    await fillIn();
    type('Landmark or nickname', 'Casa azul');
    await save();
    await waitFor(() => expect(childrenOf(unit)).toHaveLength(1));
    expect(childrenOf(unit)[0]).toMatchObject({ cardNumber: 'PN-0417', landmark: 'Casa azul' });
  });

  it('takes the birth date as three numbers; a whole one leads on to the next', async () => {
    await show(NEW);
    const user = userEvent.setup();
    // The calendar beside them offers the last five years.
    expect([field('Birth date').min, field('Birth date').max]).toEqual([
      '2020-06-10',
      '2025-06-10',
    ]);
    await user.click(screen.getByRole('textbox', { name: 'Day' }));
    await user.keyboard('9');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Month' }));
    await user.keyboard('12');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Year' }));
    await user.keyboard('24');
    expect(field('Birth date').value).toBe('');
    await user.tab();
    await user.tab();
    expect(field('Birth date').value).toBe('2024-12-09');
    expect(screen.getByText(/6 months/)).toBeTruthy();
    await user.click(screen.getByRole('textbox', { name: 'Month' }));
    await user.keyboard('{Backspace}{Backspace}{Backspace}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Day' }));
  });

  it('says that 31 February is no date, at the first of the three numbers', async () => {
    await show(NEW);
    const user = userEvent.setup();
    await user.click(screen.getByRole('textbox', { name: 'Day' }));
    await user.paste('31/02/2024');
    await save();
    expect(await screen.findAllByText(/This is not a date/)).not.toHaveLength(0);
    expect(screen.getByRole('textbox', { name: 'Day' }).getAttribute('aria-invalid')).toBe('true');
  });

  it('leads on with Enter as far as the age, the last that must be known, and saves from there', async () => {
    const { unit } = await show(NEW);
    const user = userEvent.setup();
    await user.click(field('First name'));
    await user.keyboard('Luz{Enter}');
    expect(document.activeElement).toBe(field('Last name'));
    await user.keyboard('Mamani{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Boy' }));
    await user.keyboard(' {Enter}');
    const membership = screen.getByRole('group', { name: /^Member of the Church/ });
    expect(document.activeElement).toBe(within(membership).getByRole('radio', { name: 'Yes' }));
    await user.keyboard(' {Enter}');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'By date' }));
    await user.keyboard('{Enter}1042024{Enter}');
    expect(await screen.findByText(/^at \/children\/survey\//)).toBeTruthy();
    expect(childrenOf(unit)).toMatchObject([{ firstName: 'Luz', gender: 'Boy' }]);
  });

  it('leads on from the age while something is missing, and saves with Ctrl and Enter from everywhere', async () => {
    const { unit } = await show(NEW);
    const user = userEvent.setup();
    await fillIn({ last: '' });
    await user.click(screen.getByRole('textbox', { name: 'Year' }));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(field('Mother'));
    expect(childrenOf(unit)).toEqual([]);
    await user.click(field('Last name'));
    await user.keyboard('Mamani{Control>}{Enter}{/Control}');
    expect(await screen.findByText(/^at \/children\/survey\//)).toBeTruthy();
    expect(childrenOf(unit)).toHaveLength(1);
  });

  it('leads a tap on the last answer before the age to the age, in the way it was typed last', async () => {
    const lastNewChild = { ageBy: 'months', memberStatus: 'No' } as const;
    await show(NEW, {}, { device: memoryDevice({ screenerName: 'Ana', lastNewChild }) });
    await choose('Girl');
    expect(document.activeElement).toBe(field('Age in months'));
    cleanup();
    await show(NEW);
    await choose('Girl');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Girl' }));
    await choose('Unknown');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Day' }));
  });

  it('proposes how the age was entered last, and the last membership', async () => {
    const { device } = await show(NEW);
    await fillIn();
    await save();
    await screen.findByText(/^at \/children\/survey\//);
    expect(device.getSetting('lastNewChild')).toEqual({ ageBy: 'date', memberStatus: 'Unknown' });
    cleanup();
    const lastNewChild = { ageBy: 'months', memberStatus: 'No' } as const;
    await show(NEW, {}, { device: memoryDevice({ screenerName: 'Ana', lastNewChild }) });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'By months' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(true);
  });

  it('saves a child and opens its first screening', async () => {
    const { unit, device } = await show(NEW);
    await fillIn();
    type('Mother', ' Rosa Tzul ');
    await save();
    expect(await screen.findByText(/^at \/children\/survey\/chld_test_stake_gtm_/)).toBeTruthy();
    const [row] = childrenOf(unit);
    const file = await unit.readChildFile(row?.id ?? '');
    expect(file?.child).toMatchObject({
      firstName: 'Luz',
      lastName: 'Mamani',
      gender: 'Girl',
      birthDate: '2024-04-10',
      memberStatus: 'Unknown',
      mother: 'Rosa Tzul',
      monthAge: 14,
      interviewer: 'Ana',
    });
    await waitFor(async () => {
      expect(await device.drafts.load('child:new:test_stake_gtm')).toBeNull();
    });
  });

  it('computes the birth date from an age in months and shows "about"', async () => {
    const { unit } = await show(NEW);
    await fillIn({ birthDate: '' });
    await choose('By months');
    type('Age in months', '14');
    expect(screen.getByText('Born about 10 Apr 2024')).toBeTruthy();
    await save();
    await screen.findByText(/^at \/children\/survey\//);
    expect(childrenOf(unit)[0]).toMatchObject({
      birthDate: '2024-04-10',
      birthDateEstimated: true,
    });
  });

  it('names every missing field, at the field and in a box at the foot of the form', async () => {
    await show(NEW);
    await save();
    const summary = await screen.findByRole('heading', {
      name: 'Input Error: Invalid or missing data',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(field('First name'));
    const alert = summary.closest('[role=alert]') as HTMLElement;
    const lastField = screen.getByRole('textbox', { name: /^Comments/ });
    expect(lastField.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(alert.closest('form')?.id).toBe('child-form');
    expect(within(alert).getByText('Please correct or enter required fields.')).toBeTruthy();
    expect(
      within(alert)
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual([
      'Please enter the first name.',
      'Please enter the last name.',
      'Please choose boy or girl.',
      'Please enter the birth date or the age in months.',
      'Please choose yes, no or unknown.',
    ]);
    const besideTheButton = screen.getByRole('button', { name: 'Save and screen' }).parentElement;
    expect(besideTheButton?.textContent).toContain('Correct or Enter required fields');
    expect(field('First name').getAttribute('aria-invalid')).toBe('true');
    expect(field('Birth date').getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    ['0', 'The age must be 1 to 60 months.'],
    ['-3', 'The age must be 1 to 60 months.'],
    ['61', 'The age must be 1 to 60 months.'],
    ['60.5', 'The age must be 1 to 60 months.'],
    ['14.5', 'Please enter the age in whole months, such as 14.'],
    ['abc', 'Please enter the age in whole months, such as 14.'],
    ['', 'Please enter the birth date or the age in months.'],
  ])('rejects the age %j and keeps the typed text', async (typed, sentence) => {
    const { unit } = await show(NEW);
    await fillIn({ birthDate: '' });
    await choose('By months');
    type('Age in months', typed);
    await save();
    const error = await screen.findAllByText(sentence);
    expect(error.length).toBeGreaterThan(0);
    expect(field('Age in months').value).toBe(typed);
    expect(field('First name').value).toBe('Luz');
    expect(childrenOf(unit)).toHaveLength(0);
  });

  it.each(['1', '36', '60'])('accepts the age of %s months', async (typed) => {
    const { unit } = await show(NEW);
    await fillIn({ birthDate: '' });
    await choose('By months');
    type('Age in months', typed);
    await save();
    if (Number(typed) > 36) await press('Register anyway');
    await screen.findByText(/^at \/children\/survey\//);
    expect(childrenOf(unit)).toHaveLength(1);
  });

  it('rejects a birth date in the future', async () => {
    await show(NEW);
    await fillIn({ birthDate: '2025-06-11' });
    await save();
    const sentences = await screen.findAllByText(
      'The birth date is in the future. Please check the year.',
    );
    expect(sentences.length).toBeGreaterThan(0);
    expect(field('Birth date').value).toBe('2025-06-11');
  });

  it('stops a child past its fifth birthday with the specified dialog', async () => {
    const { unit } = await show(NEW);
    await fillIn({ birthDate: '2020-06-09' });
    await save();
    const modal = await screen.findByRole('dialog', { name: 'Child is older than 5 years old' });
    expect(within(modal).getByText('Child has graduated')).toBeTruthy();
    await press('OK');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(field('Birth date').value).toBe('2020-06-09');
    expect(childrenOf(unit)).toHaveLength(0);
  });

  it('says that a child over 36 months does not qualify, and lets the person continue or go back', async () => {
    const { unit } = await show(NEW);
    await fillIn({ birthDate: '2022-05-10' });
    expect(screen.getByText(/does not qualify as a first screening/)).toBeTruthy();
    await save();
    const modal = await screen.findByRole('dialog', { name: 'Child does not qualify' });
    expect(within(modal).getByText('Child is over 36 months')).toBeTruthy();
    await press('Go back');
    expect(childrenOf(unit)).toHaveLength(0);
    expect(field('First name').value).toBe('Luz');
    await save();
    await press('Register anyway');
    await screen.findByText(/^at \/children\/survey\//);
    expect(childrenOf(unit)).toHaveLength(1);
  });

  it('shows no such warning at 36 completed months', async () => {
    const { unit } = await show(NEW);
    await fillIn({ birthDate: '2022-05-11' });
    await save();
    await screen.findByText(/^at \/children\/survey\//);
    expect(childrenOf(unit)).toHaveLength(1);
  });

  describe('with another child of that name', () => {
    const luz = aChild({
      _id: 'chld_test_stake_gtm_1746878400001_aaaaaa',
      firstName: 'Luz Marina',
      lastName: 'MAMANÍ Quispe',
      mother: 'Rosa',
    });

    it('offers to screen the existing child instead', async () => {
      const { unit } = await show(NEW, { children: [luz] });
      await fillIn();
      await save();
      const modal = await screen.findByRole('dialog', {
        name: 'Luz Marina MAMANÍ Quispe exists in database',
      });
      expect(within(modal).getByText('Make a selection.')).toBeTruthy();
      expect(
        within(modal).getByText(
          '15 months · girl · mother Rosa · El Centro · last screening never',
        ),
      ).toBeTruthy();
      await userEvent.click(
        within(modal).getByRole('button', { name: /^Screen Luz Marina MAMANÍ Quispe/ }),
      );
      expect(await screen.findByText(`at /children/survey/${luz._id}`)).toBeTruthy();
      expect(childrenOf(unit)).toHaveLength(1);
    });

    it('lets the person add the new child', async () => {
      const { unit } = await show(NEW, { children: [luz] });
      await fillIn();
      await save();
      await press('Another child: new record');
      await screen.findByText(/^at \/children\/survey\//);
      expect(childrenOf(unit)).toHaveLength(2);
    });

    it('goes back to the form with everything typed', async () => {
      const { unit } = await show(NEW, { children: [luz] });
      await fillIn();
      await save();
      await press('Go back');
      expect(field('First name').value).toBe('Luz');
      expect(childrenOf(unit)).toHaveLength(1);
    });
  });

  it('keeps the form when the device is full', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { unit, device } = await show(NEW);
    await fillIn();
    failNextWrite(unit, FULL_DISK);
    await save();
    expect(await screen.findByText(/This device is full/)).toBeTruthy();
    expect(field('First name').value).toBe('Luz');
    expect(field('Birth date').value).toBe('2024-04-10');
    expect(await device.drafts.load('child:new:test_stake_gtm')).toMatchObject({
      firstName: 'Luz',
    });
    await save();
    await screen.findByText(/^at \/children\/survey\//);
    expect(childrenOf(unit)).toHaveLength(1);
  });

  it('leads from a tap on "by months" to its field', async () => {
    await show(NEW);
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'By months' }));
    expect(document.activeElement).toBe(field('Age in months'));
  });

  it('restores what was typed before a reload', async () => {
    const first = await show(NEW);
    await fillIn();
    await waitFor(async () => {
      expect(await first.device.drafts.load('child:new:test_stake_gtm')).toMatchObject({
        firstName: 'Luz',
        memberStatus: 'Unknown',
      });
    });
    cleanup();
    await show(NEW, {}, { device: first.device });
    await waitFor(() => expect(field('First name').value).toBe('Luz'));
    expect(field('Birth date').value).toBe('2024-04-10');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Girl' }).checked).toBe(true);
    expect(screen.getByText('What you typed before is back')).toBeTruthy();
  });

  const drafted = (device: Device, name: string) =>
    waitFor(async () => {
      const keys = await device.drafts.list();
      const values = await Promise.all(keys.map((key) => device.drafts.load(key)));
      expect(values).toContainEqual(expect.objectContaining({ firstName: name }));
    });
  const begin = (typedName: string, device?: Device, language: 'en' | 'es' = 'en') =>
    show(
      { pathname: NEW, state: newChildState(typedName, []) },
      {},
      { ...(device && { device }), language },
    );

  it('never puts a draft in the place of the name just typed, and offers it by its name', async () => {
    const { device } = await begin('Ana Lopez');
    type('Birth date', '2024-04-10');
    await drafted(device, 'Ana');
    cleanup();
    vi.setSystemTime(Date.now() + 60_000);
    await begin('Pedro Xol', device);
    expect([field('First name').value, field('Last name').value]).toEqual(['Pedro', 'Xol']);
    expect(field('Birth date').value).toBe('');
    expect(screen.getByText(/^You began Ana Lopez today at /)).toBeTruthy();
    type('Mother', 'Elena');
    await drafted(device, 'Pedro');
    await press('Go on with Ana Lopez');
    await waitFor(() => expect(field('Birth date').value).toBe('2024-04-10'));
    expect(field('First name').value).toBe('Ana');
    cleanup();
    // Each has its own draft: the name typed again brings its own back.
    await begin('pedro xol', device);
    await waitFor(() => expect(field('Mother').value).toBe('Elena'));
    expect(screen.getByText(/^You began Pedro Xol today at /)).toBeTruthy();
    cleanup();
    await begin('', device, 'es');
    expect(await screen.findByText(/^Usted empezó la ficha de Pedro Xol hoy/)).toBeTruthy();
  });

  it('goes on with the new name when it is chosen', async () => {
    const { device } = await begin('Ana Lopez');
    type('Birth date', '2024-04-10');
    await drafted(device, 'Ana');
    cleanup();
    await begin('Pedro Xol', device);
    await press('New: Pedro Xol');
    expect(screen.queryByText(/^You began/)).toBeNull();
    expect(field('First name').value).toBe('Pedro');
  });

  it('offers known wards and accepts a new one', async () => {
    const { unit } = await show(NEW, { children: [aChild({ ward: 'Sarco' })] });
    await fillIn();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Ward/ }), 'Sarco');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Ward/ }), 'Another ward…');
    type('Name of the ward', 'Queru Queru');
    await save();
    await screen.findByText(/^at \/children\/survey\//);
    expect(childrenOf(unit).map(({ ward }) => ward)).toEqual(['Queru Queru', 'Sarco']);
  });

  it('asks no family for consent where the programme has no words for the country', async () => {
    askForConsent({ PER: { en: 'May we keep the measures?' } });
    await show(NEW);
    expect(screen.queryByRole('group', { name: /May we keep/ })).toBeNull();
  });

  it('asks for consent in the words of the country, nothing chosen, and stores yes or refused with day and name', async () => {
    const words = { en: 'May we keep the measures?', es: '¿Guardamos las medidas?' };
    askForConsent({ GTM: words });
    for (const [answer, given] of [
      [null, undefined],
      ['Yes', true],
      ['No (refused)', false],
    ] as const) {
      const { unit } = await show(NEW);
      const question = within(
        await screen.findByRole('group', { name: /^May we keep the measures/ }),
      );
      expect(question.getAllByRole<HTMLInputElement>('radio').map((one) => one.checked)).toEqual([
        false,
        false,
      ]);
      await fillIn();
      if (answer !== null) await userEvent.click(question.getByRole('radio', { name: answer }));
      await save();
      await waitFor(() => expect(childrenOf(unit)).toHaveLength(1));
      const file = await unit.readChildFile(childrenOf(unit)[0]?.id ?? '');
      expect(file?.child.consent).toEqual(
        given === undefined ? undefined : { given, day: '2025-06-10', who: 'Ana' },
      );
      cleanup();
    }
  });

  it('asks whether the family may be written to, nothing chosen, and in which language', async () => {
    for (const [answer, given] of [
      [null, undefined],
      ['Yes', true],
      ['No (refused)', false],
    ] as const) {
      const { unit } = await show(NEW);
      const question = within(
        screen.getByRole('group', { name: /^May the family be written to/, hidden: true }),
      );
      const radios = question.getAllByRole<HTMLInputElement>('radio', { hidden: true });
      expect(radios.map(({ checked }) => checked)).toEqual([false, false]);
      await fillIn();
      if (answer !== null) {
        await userEvent.click(question.getByRole('radio', { name: answer, hidden: true }));
        await userEvent.selectOptions(
          screen.getByRole('combobox', { name: /^Family’s language/, hidden: true }),
          'Español',
        );
      }
      await save();
      await waitFor(() => expect(childrenOf(unit)).toHaveLength(1));
      const { child } = (await unit.readChildFile(childrenOf(unit)[0]?.id ?? '')) ?? {};
      expect(child?.mayMessage).toEqual(
        given === undefined ? undefined : { given, day: '2025-06-10', who: 'Ana' },
      );
      expect(child?.language).toBe(given === undefined ? undefined : 'es');
      cleanup();
    }
  });

  it("calls the household of a child by the programme's word, and stores it as before", async () => {
    setProgramme({ household: { en: 'House number' } });
    const { unit } = await show(NEW);
    await fillIn();
    fireEvent.change(await screen.findByRole('textbox', { name: /^House number/ }), {
      target: { value: '12 B' },
    });
    await save();
    await waitFor(() => expect(childrenOf(unit)).toMatchObject([{ idGroup: '12 B' }]));
  });

  it('asks for consent in the other language when the words of the person’s are missing', async () => {
    askForConsent({ GTM: { es: '¿Guardamos las medidas?' } });
    await show(NEW);
    expect(await screen.findByRole('group', { name: /^¿Guardamos las medidas/ })).toBeTruthy();
  });

  it('a Spanish-speaking person adds a child in Spanish', async () => {
    await show(NEW, {}, { language: 'es' });
    await press('Guardar y evaluar');
    expect(
      await screen.findByRole('heading', {
        name: 'Error: datos no válidos o incompletos',
      }),
    ).toBeTruthy();
    expect(screen.getAllByText('Escriba los nombres.').length).toBeGreaterThan(0);
  });
});
