import { ANSWER_NAMES, SCREENING_TABLE, typedNames } from '@crece/domain';
import { aScreening } from '@crece/domain/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { newScreeningPath } from '../../shared/navigation/paths.ts';
import { memoryDevice } from '../../testing/render.tsx';
import {
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

const ANA = { name: 'Ana Morales' };

const live = () =>
  screen.getByText(
    /^(Result|Moderate|Severe|Under|At risk|Normal|Not assessed|MUAC says|Swelling of)/u,
    { selector: '.live b' },
  );

describe('day of the screening', () => {
  it('a person who opens the day has the focus there: the pressed button has disappeared', async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Day' }));
  });

  it('the day stays a field during typing: the first digit of a year already makes a complete date', async () => {
    const device = memoryDevice({ screenerName: 'Ana Morales' });
    const { user } = await openForm({ device });
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await user.clear(screen.getByLabelText('Date of the screening'));
    await waitFor(async () => expect(await device.drafts.list()).toHaveLength(1));
    cleanup();
    await openForm({ device });
    // The draft has no date, so the field is shown at once.
    const day = screen.getByLabelText('Date of the screening');
    fireEvent.change(day, { target: { value: '0002-06-01' } });
    expect(screen.getByLabelText('Date of the screening')).toBe(day);
    fireEvent.change(day, { target: { value: '2025-06-01' } });
    expect(screen.getByLabelText('Date of the screening')).toBe(day);
  });
});

describe('screening form', () => {
  it('every field that a person types or answers has an input', async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    const names = new Set(
      [...document.querySelectorAll('[name]')].map((input) => input.getAttribute('name')),
    );
    const asked = [...typedNames(SCREENING_TABLE), ...ANSWER_NAMES, 'measured'];
    expect(asked.filter((name) => !names.has(name))).toEqual([]);
  });

  it.each([
    [
      'How: Arm (MUAC)',
      'How to measure the arm',
      2,
      'MUAC is the size of the arm all around',
      muac,
    ],
    [
      'How: Height, lying down',
      'Lying or standing?',
      2,
      'Under 2 years: lying. Without shoes',
      height,
    ],
    ['How: Weight', 'How to weigh', 1, 'The scale shows zero first', weight],
  ])(
    '%s: shows it drawn after one tap, and leads back to the figure',
    async (name, title, count, text, field) => {
      const { user } = await openForm();
      await user.click(screen.getByRole('button', { name }));
      const dialog = await screen.findByRole('dialog', { name: title });
      expect(dialog.querySelectorAll('img')).toHaveLength(count);
      expect(dialog.textContent).toContain(text);
      await user.click(within(dialog).getByRole('button', { name: 'Back to the figure' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(document.activeElement).toBe(field());
    },
  );
});

describe('limits at the field', () => {
  it.each([
    [height, '44.9', 'Please enter a valid height (45-110cm)'],
    [height, '110,1', 'Please enter a valid height (45-110cm)'],
    [height, 'tall', 'Please enter a valid height (45-110cm)'],
    [weight, '2.99', 'Please enter a valid weight (3-18kg)'],
    [weight, '18.1', 'Please enter a valid weight (3-18kg)'],
    [weight, '7.1.2', 'Please enter a valid weight (3-18kg)'],
    [muac, '5.4', 'Please enter a valid MUAC (5.5 - 26.5)'],
    [muac, '26.6', 'Please enter a valid MUAC (5.5 - 26.5)'],
  ])(
    'shows the error on leaving the field and keeps %o as typed: %s',
    async (find, typed, message) => {
      const { user } = await openForm();
      await user.type(find(), typed);
      expect(screen.queryByText(message)).toBeNull();
      await user.tab();
      expect(await screen.findByText(message)).toBeTruthy();
      expect(find()).toHaveProperty('value', typed);
      expect(find().getAttribute('aria-invalid')).toBe('true');
    },
  );

  it('uses the other height limits from 24 months', async () => {
    const { user } = await openForm({ child: { birthDate: '2023-06-10' } });
    expect(screen.getByText('65 to 120')).toBeTruthy();
    await user.type(height(), '64.9');
    await user.tab();
    expect(await screen.findByText('Please enter a valid height (65-120cm)')).toBeTruthy();
  });

  it('offers the figure that was probably meant, and takes it over in one tap', async () => {
    const { user } = await openForm();
    await user.type(weight(), '71');
    await user.tab();
    expect(await screen.findByText('Did you mean this?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '7.1 kg' }));
    expect(weight()).toHaveProperty('value', '7.1');
    expect(document.activeElement).toBe(weight());
    await waitFor(() => expect(weight().getAttribute('aria-invalid')).toBe('false'));
    expect(screen.queryByText('Did you mean this?')).toBeNull();
  });

  it('asks to measure again when a height out of range is submitted', async () => {
    const { user } = await openForm();
    await user.type(height(), '130');
    await user.type(weight(), '8');
    await user.click(save());
    const dialog = await screen.findByRole('dialog', { name: 'Valid height exceeded' });
    expect(within(dialog).getByText('Please redo measurement')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(screen.getByText('Please enter a valid height (45-110cm)')).toBeTruthy();
    expect(height()).toHaveProperty('value', '130');
    await waitFor(() => expect(document.activeElement).toBe(height()));
  });
});

describe('required figures', () => {
  it('asks for a MUAC, or a weight and a height, when all three are empty', async () => {
    const { user } = await openForm();
    await user.click(save());
    const alert = await screen.findByText('Weight and Height or MUAC required');
    expect(alert.closest('[role=alert]')?.textContent).toContain(
      'Please add a MUAC, or a Weight and Height',
    );
    await user.type(muac(), '13');
    await waitFor(() => expect(screen.queryByText(/or MUAC required/u)).toBeNull());
    await user.clear(muac());
    expect(await screen.findByText('Weight and Height or MUAC required')).toBeTruthy();
  });

  it.each([
    [weight, '7.1', 'You must have a height and a weight. Please add height'],
    [height, '68.5', 'You must have a height and a weight. Please add weight'],
  ])(
    'asks for height or weight when only the other one is given: %#',
    async (find, typed, message) => {
      const { user, ...shown } = await openForm();
      await user.type(find(), typed);
      await user.click(save());
      expect(await screen.findByText(message)).toBeTruthy();
      const box = screen.getByText('Input Error: Invalid or missing data').closest('[role=alert]');
      expect(box?.textContent).toContain('Please correct or enter required fields');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(await screeningsOf(shown)).toHaveLength(0);
    },
  );
});

describe('live result', () => {
  it('shows the result after a pause in typing', async () => {
    const { user } = await openForm();
    await user.type(height(), '68,5');
    await user.type(weight(), '7.1');
    await waitFor(() => expect(live().textContent).toBe('Undernourished'), { timeout: 2000 });
    expect(screen.getByText('Height for age −3.29')).toBeTruthy();
  });

  it('shows red MUAC instead of a green verdict', async () => {
    const { user } = await openForm();
    await user.type(height(), '77');
    await user.type(weight(), '10');
    await user.type(muac(), '10.8');
    await waitFor(() => expect(live().textContent).toBe('MUAC says severe: refer'), {
      timeout: 2000,
    });
    expect(screen.queryByText('Normal')).toBeNull();
  });

  it('MUAC alone at 4 months is not assessed, and the notice is shown', async () => {
    const { user } = await openForm({ child: { birthDate: '2025-02-10' } });
    await user.click(screen.getByRole('radio', { name: 'MUAC from 6 months' }));
    await user.type(muac(), '11.2');
    await waitFor(() => expect(live().textContent).toBe('Not assessed'), { timeout: 2000 });
    expect(screen.getByText(/Evaluate again at 6 months of age/u)).toBeTruthy();
  });
});

describe('age at the screening', () => {
  it('a child over 36 months does not qualify at a first screening, but is saved', async () => {
    const { user, ...shown } = await openForm({ child: { birthDate: '2022-05-10' } });
    expect(screen.getByText('Child does not qualify')).toBeTruthy();
    expect(screen.getByText(/Child is over 36 months/u)).toBeTruthy();
    await user.type(muac(), '14');
    await user.click(save());
    await screen.findByRole('heading', { name: 'Normal arm measure' });
    expect(await screeningsOf(shown)).toHaveLength(1);
  });

  it('lets a child of exactly 36 months qualify', async () => {
    await openForm({ child: { birthDate: '2022-06-10' } });
    expect(screen.queryByText('Child does not qualify')).toBeNull();
  });

  it('a later screening does not check whether a child qualifies', async () => {
    await openForm({ child: { birthDate: '2022-05-10' }, screenings: [aScreening()] });
    expect(screen.queryByText('Child does not qualify')).toBeNull();
  });

  it('blocks a graduated child', async () => {
    await show((child) => newScreeningPath(child._id), { child: { birthDate: '2020-06-09' } });
    expect(await screen.findByText('Child is older than 5 years old')).toBeTruthy();
    expect(screen.getByText(/Child has graduated/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Save/u })).toBeNull();
  });

  it('a child of exactly 60 months can be screened', async () => {
    await openForm({ child: { birthDate: '2020-06-10' } });
    expect(screen.queryByText('Child is older than 5 years old')).toBeNull();
  });

  it('rejects a date before birth and after today at the field', async () => {
    const { user } = await openForm();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    const date = screen.getByLabelText('Date of the screening');
    expect(date.getAttribute('min')).toBe('2024-03-10');
    expect(date.getAttribute('max')).toBe('2025-06-10');
    await user.clear(date);
    await user.type(date, '2025-06-11');
    await user.tab();
    expect(await screen.findByText(/cannot be after today, 10 Jun 2025/u)).toBeTruthy();
    await user.clear(date);
    await user.type(date, '2024-03-09');
    await user.tab();
    expect(await screen.findByText(/cannot be before the birth date, 10 Mar 2024/u)).toBeTruthy();
  });

  it('rejects an age override outside 0 to 60 months at the comments', async () => {
    const { user } = await openForm();
    await user.type(screen.getByRole('textbox', { name: 'Comments' }), 'age=61');
    await user.tab();
    expect(
      await screen.findByText('Please write an age from 0 to 60 months after age='),
    ).toBeTruthy();
  });
});

describe('draft and last screening', () => {
  it('restores what was typed after a reload, and deletes the draft after the save', async () => {
    const device = memoryDevice({ screenerName: 'Ana' });
    const { user, child } = await openForm({ device });
    await user.type(muac(), '13.4');
    await waitFor(async () => {
      expect(await device.drafts.load(`screening:new:${child._id}`)).toMatchObject({
        muac: '13.4',
      });
    });
    cleanup();
    await openForm({ device });
    await waitFor(() => expect(muac()).toHaveProperty('value', '13.4'));
    await user.click(save());
    await screen.findByRole('heading', { name: 'Normal arm measure' });
    expect(await device.drafts.load(`screening:new:${child._id}`)).toBeNull();
  });

  it('stays open with what was typed when its child becomes one with another, and is found by either id', async () => {
    const device = memoryDevice({ screenerName: 'Ana' });
    const { user, child, unit } = await openForm({ device });
    await user.type(muac(), '13.4');
    const { firstName, lastName, gender, birthDate, memberStatus } = child;
    const names = { firstName, lastName, gender, birthDate, memberStatus };
    // Of two records the one with the smaller id leads, so that the form's child gets another id.
    const other = await unit.createChild(names, { name: 'Ana' }, new Date('2025-01-01'));
    expect(other._id < child._id).toBe(true);
    await unit.mergeChildren({ ids: [child._id, other._id], fromLarger: [] }, ANA, new Date());
    expect(muac()).toHaveProperty('value', '13.4');
    await user.type(height(), '70');
    await waitFor(async () => {
      const kept = await device.drafts.load(`screening:new:${child._id}`);
      expect(kept).toMatchObject({ muac: '13.4', height: '70' });
    });
    cleanup();
    await show(() => newScreeningPath(other._id), { device, openedUnit: unit });
    await waitFor(() => expect(muac()).toHaveProperty('value', '13.4'));
    await user.type(weight(), '8.1');
    await waitFor(async () => {
      expect(await device.drafts.list()).toEqual([`screening:new:${other._id}`]);
    });
    await user.click(save());
    await waitFor(async () => expect(await device.drafts.list()).toEqual([]));
    const file = await unit.readChildFile(child._id);
    expect(file?.screenings.map(({ owner }) => owner)).toEqual([other._id]);
  });

  it('shows the last screening beside the field with the difference', async () => {
    const { user } = await openForm({ screenings: [aScreening()] });
    expect(screen.getAllByText('10 May')).toHaveLength(3);
    expect(screen.getByText('11.9 cm')).toBeTruthy();
    await user.type(muac(), '11.1');
    expect(await screen.findByText('0.8 less')).toBeTruthy();
    await user.type(height(), '70.2');
    expect(await screen.findByText('1.7 more')).toBeTruthy();
  });
});
