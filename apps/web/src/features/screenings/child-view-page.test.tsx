import {
  type Account,
  ageOn,
  assessMeasures,
  type Screening,
  type ScreeningFields,
} from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { StorageError } from '@crece/storage';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { childPath, growthCardPath, removeScreeningPath } from '../../shared/navigation/paths.ts';
import { failNextWrite } from '../../testing/open-unit.ts';
import { savedPath } from './saved-path.ts';
import {
  address,
  isolateScreenings,
  type ShowOptions,
  screeningsOf,
  show,
} from './testing/render-screenings.tsx';

isolateScreenings();

let ids = 0;

/**
 * A stored screening of a girl at an age; an age override is added when the age is not the calendar
 * age.
 */
function entry(
  ageMonths: number,
  measures: Partial<ScreeningFields>,
  rest: Partial<Screening> = {},
): Screening {
  const { height: _h, weight: _w, muac: _m, ...bare } = aScreening();
  ids += 1;
  const { surveyDate } = { ...bare, ...rest };
  const isCalendar = ageOn(aChild(), surveyDate)?.ageMonths === ageMonths;
  return {
    ...bare,
    _id: `scr_test_stake_gtm_17468787000${10 + ids}_3d4e5f`,
    ...measures,
    ...assessMeasures({ sex: 'Girl', ageMonths, isFirst: true, ...measures }),
    ...(isCalendar ? {} : { ageOverride: ageMonths }),
    ...rest,
  };
}

const volunteer: Account = { id: 'u1', username: 'ana', displayName: 'Ana', roles: ['user'] };

const view = (options: ShowOptions) => show((child) => childPath(child._id), options);
const card = (saved: Screening, options: ShowOptions = {}) =>
  show((child) => savedPath(child._id, saved._id, 'test_stake_gtm'), {
    screenings: [saved],
    ...options,
  });

/** Elements drawn in a tone; marks are decorative, so only their class identifies them. */
const drawn = (tone: string) => document.querySelectorAll(`.hero .st-${tone}, .mark.st-${tone}`);

describe('result card', () => {
  it('says when it was saved, what to do now, why, and when to come again', async () => {
    const saved = entry(15, { height: 68.5, weight: 7.1 }, { surveyDate: '2025-06-10' });
    const { child } = await card(saved);
    expect(await screen.findByRole('heading', { name: 'Undernourished' })).toBeTruthy();
    expect(screen.getByText(/^Saved on this device, \d\d:\d\d$/u)).toBeTruthy();
    const todo = screen.getByRole('region', { name: 'Do now' });
    expect(
      within(todo)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Start supplement: 240 kcal a dayEvery day until the next visit.',
      'Sign Elena Xicay up for health lessons',
      'Invite Marisol to the next screening',
    ]);
    const why = screen.getByRole('region', { name: 'Why this colour' });
    expect(why.textContent).toContain('Height for age is −3.29.');
    const code = within(why).getByText('Red: undernourished').closest('details');
    expect(code?.open).toBe(false);
    expect(code?.querySelector('summary')?.textContent).toBe('For the coordinator');
    const next = screen.getByRole('region', { name: 'Next visit' });
    expect(next.textContent).toContain('Next visit: 10 Sept');
    expect(next.textContent).toContain('In three months');
    expect(screen.getByRole('link', { name: 'Next child' }).getAttribute('href')).toContain(
      '/children/list/test_stake_gtm/',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Open record' }));
    expect(address()).toBe(childPath(child._id));
    expect(await screen.findByRole('region', { name: 'Screenings' })).toBeTruthy();
  });

  it('the result card is in Spanish with the Spanish decimal mark', async () => {
    await card(entry(15, { height: 68.5, weight: 7.1, muac: 11.2 }), { language: 'es' });
    expect(
      await screen.findByRole('heading', { name: 'MUAC: desnutrición aguda severa. Refiera hoy' }),
    ).toBeTruthy();
    expect(screen.getByText('Hoy al centro de salud')).toBeTruthy();
    expect(screen.getByText('Desnutrición: Talla para la edad −3,29')).toBeTruthy();
    expect(screen.getByText('Aguda: requiere suplementos')).toBeTruthy();
    expect(screen.getByText('Talla para la edad: −3,29. Peso para la edad: −2,54.')).toBeTruthy();
  });

  it('shows no green with a red MUAC: the MUAC banner leads the whole card', async () => {
    await card(entry(17, { height: 79, weight: 10, muac: 10.8 }));
    const banner = await screen.findByRole('heading', { name: 'MUAC says severe: refer' });
    expect(banner.closest('[role=alert]')?.textContent).toContain('To the clinic today');
    expect(screen.getByText(/^Height and weight: normal \(/u)).toBeTruthy();
    expect(drawn('green')).toHaveLength(0);
    expect(screen.queryByText('Normal')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Normal growth' })).toBeNull();
    expect(screen.queryByText(/Welcome Marisol/u)).toBeNull();
    const [first] = within(screen.getByRole('region', { name: 'Do now' })).getAllByRole('listitem');
    expect(first?.textContent).toContain('Take Marisol to the clinic today');
    expect(first?.textContent).toContain('The arm alone is reason enough.');
  });

  it('shows a green card when MUAC is green too', async () => {
    await card(entry(17, { height: 79, weight: 10, muac: 12.5 }));
    expect(await screen.findByRole('heading', { name: 'Normal growth' })).toBeTruthy();
    expect(screen.getByText('Invite Marisol to the next screening')).toBeTruthy();
    expect(screen.queryByText(/MUAC says/u)).toBeNull();
  });

  it('treats MUAC alone at 20 months as severe, with its actions', async () => {
    await card(entry(20, { muac: 11.2 }));
    expect(await screen.findByRole('heading', { name: 'Severe acute malnutrition' })).toBeTruthy();
    const todo = screen.getByRole('region', { name: 'Do now' });
    expect(
      within(todo)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Take Marisol to the clinic today. Tell your coordinatorThe arm alone is reason enough.',
      'Weigh and measure Marisol once more, and check her age',
      'Go over the five healthy habits with the family',
    ]);
    expect(todo.textContent).not.toMatch(/supplement|month|next screening/u);
    expect(screen.getByText(/so MUAC decides: below 11.5 cm/u)).toBeTruthy();
  });

  it('MUAC alone at 4 months is not assessed, and the card says what to do', async () => {
    await card(entry(4, { muac: 11.2 }), { child: { birthDate: '2025-01-10' } });
    expect(await screen.findByRole('heading', { name: 'Not assessed' })).toBeTruthy();
    expect(drawn('green')).toHaveLength(0);
    expect(drawn('red')).toHaveLength(0);
    expect(screen.getByText('Weigh and measure Marisol now')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/or take MUAC|again at 6 months/u);
    expect(screen.getByRole('region', { name: 'Next visit' }).textContent).toMatch(
      /Now: weigh and measure$/u,
    );
    expect(screen.getByText('Not known: measure first')).toBeTruthy();
  });

  it('asks to weigh and measure when there is nothing to assess', async () => {
    await card(entry(20, { height: 200 }));
    expect(await screen.findByRole('heading', { name: 'Measure again' })).toBeTruthy();
    expect(screen.getByText(/^Height 200.0 cm cannot be right for Marisol/u)).toBeTruthy();
    expect(screen.getByText('Weigh and measure now')).toBeTruthy();
  });

  it('puts oedema above everything', async () => {
    await card(entry(17, { height: 79, weight: 10 }, { oedema: true }));
    const headings = (await screen.findAllByRole('heading', { level: 2 })).map(
      ({ textContent }) => textContent,
    );
    expect(headings[0]).toBe('Swelling of both feet: refer today');
    expect(drawn('green')).toHaveLength(0);
    expect(
      screen.getByText('Take Marisol to the clinic today: both feet are swollen'),
    ).toBeTruthy();
    expect(screen.getByText('Weight for height, includes swelling')).toBeTruthy();
    expect(screen.getByText('BMI 16.02 (includes swelling)')).toBeTruthy();
  });

  it('names no food for a child under 6 months', async () => {
    await card(entry(5, { height: 63.8, weight: 5.5 }, { ageOverride: false }), {
      child: { birthDate: '2024-12-20' },
    });
    expect(
      await screen.findByRole('heading', { name: 'Moderate acute malnutrition' }),
    ).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/kcal/u);
    expect(screen.getByText('Re-evaluate; ask the clinic')).toBeTruthy();
  });

  it('says that a newer screening decides when an older one was entered late', async () => {
    const newer = entry(15, { muac: 13 }, { surveyDate: '2025-06-01' });
    const late = entry(12, { muac: 11 }, { surveyDate: '2025-03-10' });
    await card(late, { screenings: [newer, late] });
    expect(
      await screen.findByText('The newer visit of 1 Jun decides Marisol’s colour.'),
    ).toBeTruthy();
  });
});

describe('child view', () => {
  it('shows verdict, supplement, banner, actions, measures, charts, screenings and family', async () => {
    await view({ screenings: [aScreening()] });
    expect(await screen.findByRole('heading', { name: 'MUAC says moderate' })).toBeTruthy();
    expect(screen.getByText('Urge a visit to the doctor')).toBeTruthy();
    expect(document.querySelector('.verdict')?.textContent).toContain('10 May');
    expect(screen.getByText(/^240 kcal a day/)).toBeTruthy();
    expect(screen.getByText('Undernourished: Height for age −2.94')).toBeTruthy();
    expect(screen.getByText('Why this colour')).toBeTruthy();
    expect(screen.getAllByText(/Acute: supplements required/u)).not.toHaveLength(0);
    expect(screen.getByRole('region', { name: 'Family' }).textContent).toContain('10 Mar 2024');
    expect(screen.getByRole('link', { name: /5550 1234$/ }).getAttribute('href')).toBe(
      'tel:55501234',
    );
    expect((await screen.findByRole('region', { name: 'Screenings' })).textContent).toContain(
      '10 May',
    );
    await waitFor(() => expect(document.querySelector('#charts svg')).not.toBeNull());
  });

  it('names no colour for the reason where the headline has another, as for a baby at risk', async () => {
    await view({
      child: { birthDate: '2025-02-01' },
      screenings: [entry(4, { muac: 10.2 }, { surveyDate: '2025-06-10', ageOverride: false })],
    });
    expect(
      await screen.findByRole('heading', { name: 'Baby at risk of poor growth' }),
    ).toBeTruthy();
    expect(drawn('amber')).not.toHaveLength(0);
    expect(screen.queryByText('Why grey?')).toBeNull();
    expect(screen.getByText('Why this colour')).toBeTruthy();
  });

  it('shows the change since the previous screening', async () => {
    const before = entry(11, { height: 66, weight: 7.4, muac: 12.4 }, { surveyDate: '2025-02-10' });
    await view({ screenings: [aScreening(), before] });
    const changes = await screen.findByRole('region', { name: 'Changes' });
    const said = within(changes)
      .getAllByRole('listitem')
      .map((line) => line.querySelector('.vh')?.textContent);
    expect(said).toEqual([
      'Weight 7.1 kg, −0.3 since 10 Feb',
      'Height 68.5 cm, +2.5 since 10 Feb',
      'MUAC 11.9 cm, −0.5 since 10 Feb',
    ]);
    const rows = within(screen.getByRole('region', { name: 'Measures' })).getAllByRole('row');
    // What is drawn among the changes is not said again; what is left says why, in one fold.
    expect(rows[0]?.closest('details')?.querySelector('summary')?.textContent).toBe(
      'MeasuresWhy this colour',
    );
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '10 Feb10 May',
      'Weight for height+0.14−1.13',
      'Height for age−2.69−2.94',
      'Weight for age−1.36−2.35',
    ]);
  });

  it('shows "screening overdue" from 7 months after the screening, never "no supplement"', async () => {
    await view({
      screenings: [entry(8, { height: 63, weight: 6.8 }, { surveyDate: '2024-11-10' })],
    });
    expect(await screen.findByText('Screening overdue')).toBeTruthy();
    expect(screen.queryByText('No supplement called for')).toBeNull();
    const todo = within(screen.getByRole('region', { name: 'Do now' }));
    expect(
      todo.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)[0],
    ).toBe('Was due on 10 Feb 2025. Weigh and measure Marisol now');
    const told = todo.getByText('Told on 10 Nov').closest('details');
    expect(told?.open).toBe(false);
    expect(told?.textContent).toContain('240 kcal');
    told?.remove();
    expect(document.body.textContent).not.toMatch(/240 kcal/u);
  });

  it('shows the supplement until the day before 7 months', async () => {
    await view({
      screenings: [entry(8, { height: 63, weight: 6.8 }, { surveyDate: '2024-11-11' })],
    });
    expect(await screen.findByText(/^240 kcal a day/)).toBeTruthy();
  });

  it('shows a child without a screening in grey, with a link to a new screening', async () => {
    await view({ child: { lastScreening: '' } });
    expect(await screen.findByRole('heading', { name: 'Not screened yet' })).toBeTruthy();
    expect(drawn('green')).toHaveLength(0);
    expect(screen.getAllByRole('link', { name: 'New screening' })[0]?.getAttribute('href')).toBe(
      '/children/survey/chld_test_stake_gtm_1746878400000_0a1b2c',
    );
    expect(await screen.findByText('No screening yet.')).toBeTruthy();
  });

  it('shows overweight without a colour', async () => {
    await view({ screenings: [entry(24, { height: 86, weight: 15.5 })] });
    // WHZ above +2: the text "is growing well" must not appear, whatever WHO's panel adds.
    expect(await screen.findByRole('heading', { name: 'Nothing below the limits' })).toBeTruthy();
    expect(screen.queryByText(/is growing well/u)).toBeNull();
    expect(screen.getByText(/above the programme's BMI line for this age/u)).toBeTruthy();
  });

  it.each([
    [
      'en',
      [
        'Weight for height, includes swelling',
        'Height for age',
        'Weight for age, includes swelling',
      ],
      'BMI 16.02 (includes swelling)',
      'Weight for age',
    ],
    [
      'es',
      [
        'Peso para la talla, incluye hinchazón',
        'Talla para la edad',
        'Peso para la edad, incluye hinchazón',
      ],
      'IMC 16,02 (incluye hinchazón)',
      'Peso para la edad',
    ],
  ] as const)(
    'marks weight indices and BMI as affected by oedema, in %s',
    async (language, labels, bmi, wa) => {
      await view({
        language,
        screenings: [entry(17, { height: 79, weight: 10 }, { oedema: true })],
      });
      await screen.findByText(labels[0]);
      await screen.findByRole('region', {
        name: language === 'es' ? 'Evaluaciones' : 'Screenings',
      });
      const shown = [...document.querySelectorAll('.measured tbody th')];
      // The arm was not measured: it has no line.
      expect(shown.slice(2).map(({ textContent }) => textContent)).toEqual(labels);
      expect(document.querySelector('.measures .why')?.textContent).toContain(bmi);
      const lines = [...document.querySelectorAll('.visit-body p')].map((line) => line.textContent);
      expect(lines).toContain(bmi);
      const mark = bmi.slice(bmi.indexOf('('));
      const [wl, ha, weightForAge] = (lines[0] ?? '').split(' · ');
      expect([wl?.endsWith(mark), ha?.endsWith(mark), weightForAge?.endsWith(mark)]).toEqual([
        true,
        false,
        true,
      ]);
      expect(weightForAge).toContain(wa);
    },
  );

  it('ignores a screening dated after tomorrow in the verdict, but lists it', async () => {
    const wrong = entry(20, { muac: 10 }, { surveyDate: '2025-06-12' });
    await view({ screenings: [wrong, aScreening()] });
    expect(
      await screen.findByRole('heading', {
        name: 'The screening dated 12 Jun says MUAC 10.0 cm: date to be checked',
      }),
    ).toBeTruthy();
    expect(screen.getByText('MUAC 11.9 cm: moderate')).toBeTruthy();
    expect(screen.getByText('Check the date of the screening')).toBeTruthy();
    expect(await screen.findByText('Date to be checked')).toBeTruthy();
  });

  it.each([
    ['en', 'In one month: weigh and measure again. Turns 5 before then: hand over to the clinic'],
    [
      'es',
      'En un mes: pesar y medir otra vez. Cumple 5 años antes: pase el caso al centro de salud',
    ],
  ] as const)(
    'says in two sentences that a child turns five before its visit: %s',
    async (language, words) => {
      const thin = aScreening({ surveyDate: '2025-06-10', height: 105, weight: 14, muac: 12.2 });
      await view({ child: { birthDate: '2020-06-20' }, screenings: [thin], language });
      expect(await screen.findByText(words)).toBeTruthy();
    },
  );

  it('a screening from before a corrected birth date is one to check, and says why', async () => {
    await view({ child: { birthDate: '2025-06-01' }, screenings: [aScreening()] });
    expect(await screen.findByText('Date to be checked')).toBeTruthy();
    const why = 'The screening cannot be before the birth date, 1 Jun 2025';
    expect(screen.getAllByText(why).length).toBeGreaterThan(1);
  });

  it('lists each screening with its marks, figures, answers, and links to edit and remove', async () => {
    const told = entry(
      15,
      { height: 79, weight: 10, muac: 10.8, comments: 'age=17 by the card' },
      {
        surveyDate: '2025-05-20',
        ageOverride: 17,
        monthAge: 17,
        zScoreConfirmed: true,
        measured: 'lying',
        oedema: false,
        rules: '2.7',
      },
    );
    const { child } = await view({ screenings: [told, aScreening()] });
    const entries = await screen.findByRole('region', { name: 'Screenings' });
    const rows = entries.querySelectorAll('details.visit');
    expect(rows).toHaveLength(2);
    const text = rows[0]?.textContent ?? '';
    for (const part of [
      '20 May',
      '17 mo',
      'MUAC 10.8: refer · Normal by height and weight',
      'z-score confirmed',
      'age override: 17 months',
      'Has a health plan · Does not follow the health plan · Has not been to a doctor',
      'Measured lying down · No swelling of the feet',
      'age=17 by the card',
      'Screened by Ana Morales · by version 2 of the rules, settings number 7',
    ]) {
      expect(text).toContain(part);
    }
    expect(
      within(entries)
        .getByRole('link', { name: 'Edit the screening of 20 May 2025', hidden: true })
        .getAttribute('href'),
    ).toBe(`/children/survey/edit/${child._id}/${told._id}`);
    expect(
      within(entries)
        .getByRole('link', { name: 'Remove the screening of 20 May 2025', hidden: true })
        .getAttribute('href'),
    ).toBe(`/children/survey/remove/${child._id}/${told._id}`);
  });

  it('unfolds a long history on demand', async () => {
    const many = Array.from({ length: 8 }, (_, index) =>
      entry(
        6 + index,
        { muac: 13 },
        { surveyDate: `2024-1${index < 2 ? index + 1 : 2}-0${index + 1}` },
      ),
    );
    await view({ screenings: many });
    const entries = await screen.findByRole('region', { name: 'Screenings' });
    expect(within(entries).getAllByRole('listitem')).toHaveLength(6);
    await userEvent.click(within(entries).getByRole('button', { name: 'Show all 8 screenings' }));
    expect(within(entries).getAllByRole('listitem')).toHaveLength(8);
  });

  it('leads to the growth card with one tap', async () => {
    const { child } = await show((each) => childPath(each._id), { screenings: [aScreening()] });
    await userEvent.click(await screen.findByText('Growth card'));
    expect(address()).toBe(growthCardPath(child._id, 'test_stake_gtm'));
  });

  it('offers to remove the child only to people with the right', async () => {
    await view({ screenings: [aScreening()] });
    await screen.findByRole('heading', { name: 'MUAC says moderate' });
    expect(screen.queryByRole('link', { name: 'Remove child' })).toBeNull();
    cleanup();
    await view({ screenings: [aScreening()], session: volunteer });
    expect(
      (await screen.findByRole('link', { name: 'Remove child' })).getAttribute('href'),
    ).toContain('/children/remove/');
  });

  it('shows a message when the child is not on this device', async () => {
    await show(() => '/children/view/chld_test_stake_gtm_1746878400000_zzzzzz');
    expect(await screen.findByRole('heading', { level: 2, name: 'Page not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the children' })).toBeTruthy();
  });

  it('marks a graduated child and keeps its history readable', async () => {
    await view({ child: { birthDate: '2020-06-10' }, screenings: [aScreening()] });
    expect(await screen.findByText('Child has graduated')).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Screenings' })).toBeTruthy();
  });
});

describe('removing a screening', () => {
  const base = aScreening();
  const open = () =>
    show((child) => removeScreeningPath(child._id, base._id), { screenings: [base] });

  it('names date and values, removes the screening, and goes to the child', async () => {
    const shown = await open();
    expect(
      await screen.findByRole('heading', { name: 'Remove the screening of 10 May 2025?' }),
    ).toBeTruthy();
    expect(screen.getByText(/height 68.5 cm, weight 7.1 kg and MUAC 11.9 cm/u)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove screening' }));
    expect(await screen.findByRole('heading', { name: 'Not screened yet' })).toBeTruthy();
    expect(address()).toBe(childPath(shown.child._id));
    expect(await screeningsOf(shown)).toHaveLength(0);
  });

  it('keeps the screening when the person goes back', async () => {
    const shown = await open();
    await userEvent.click(await screen.findByRole('link', { name: 'Keep it' }));
    expect(address()).toBe(childPath(shown.child._id));
    expect(await screeningsOf(shown)).toHaveLength(1);
  });

  it('shows an error when the screening could not be removed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const shown = await open();
    await screen.findByRole('button', { name: 'Remove screening' });
    failNextWrite(shown.unit, new StorageError('failed'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove screening' }));
    expect(await screen.findByRole('button', { name: 'Close the notice' })).toBeTruthy();
    expect(await screeningsOf(shown)).toHaveLength(1);
  });
});
