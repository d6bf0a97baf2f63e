import type { Screening } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { childPath, newScreeningPath } from '../../shared/navigation/paths.ts';
import { savedPath } from './saved-path.ts';
import { isolateScreenings, type ShowOptions, show, TODAY } from './testing/render-screenings.tsx';

isolateScreenings();

const YESTERDAY = '2025-06-09';
/** A girl of 20 months on `TODAY`. */
const BORN = { birthDate: '2023-10-10' };
const SEVERE = { height: 78, weight: 7.2, muac: 12.6 };
const WELL = { height: 82, weight: 10.9, muac: 14.2 };

let ids = 0;

function told(surveyDate: string, measures: Partial<Screening>, child = BORN): Screening {
  ids += 1;
  return anAssessedScreening(aChild(child), {
    _id: `scr_test_stake_gtm_17468787000${10 + ids}_3d4e5f`,
    surveyDate,
    ...measures,
  });
}

type Options = Omit<ShowOptions, 'screenings'>;
const view = (screenings: readonly Screening[], options: Options = {}) =>
  show((child) => childPath(child._id), { child: BORN, ...options, screenings });
const result = (screenings: readonly [Screening, ...Screening[]], options: Options = {}) =>
  show((child) => savedPath(child._id, screenings[0]._id, 'test_stake_gtm'), {
    child: BORN,
    ...options,
    screenings,
  });

const headline = async () => (await screen.findAllByRole('heading', { level: 2 }))[0]?.textContent;
const hero = () => document.querySelector('.hero');
const region = (name: string) => screen.getByRole('region', { name });
/** The unfolded lines of "do now". */
const doNow = () =>
  [...region('Do now').querySelectorAll(':scope > ol > li b')].map((line) => line.textContent);
const body = () => document.body.textContent ?? '';

describe('an open referral', () => {
  it('leads the card after an arm alone, in English', async () => {
    await result([told(TODAY, { muac: 12.8 }), told(YESTERDAY, SEVERE)]);
    expect(await headline()).toBe(
      'Referred on 9 Jun for weight for height −3.52: not measured today',
    );
    expect(screen.getByText('To the clinic today')).toBeTruthy();
    expect(hero()?.querySelector('.verdict.st-red')).not.toBeNull();
    expect(document.querySelector('.hero .st-green, .hero-line.st-green')).toBeNull();
    expect(doNow()).toEqual([
      'Measure again today: weight and height',
      'To the clinic if it shows again or cannot be measured',
    ]);
    expect(body()).not.toMatch(/Welcome|growing well|No supplement called for|kcal/u);
    expect(region('Next visit').textContent).toContain('The clinic today, then every week');
  });

  it('leads the card after an arm alone, in Spanish', async () => {
    await result([told(TODAY, { muac: 13.6 }), told(YESTERDAY, { ...WELL, oedema: true })], {
      language: 'es',
    });
    expect(await headline()).toBe(
      'Referencia del 9 jun por hinchazón de ambos pies: hoy no se midió',
    );
    expect(screen.getByText('Hoy al centro de salud')).toBeTruthy();
    expect(screen.getByText('Mida otra vez hoy: los dos pies')).toBeTruthy();
    expect(body()).not.toMatch(/bienvenida|crece bien|No corresponde suplemento/u);
  });

  it('the day is of the screening with that figure, where an earlier one showed the sign too', async () => {
    const first = told('2025-05-20', { height: 77, weight: 6.6 });
    await view([told(TODAY, { muac: 12.8 }), told(YESTERDAY, SEVERE), first]);
    expect(await headline()).toBe(
      'Referred on 9 Jun for weight for height −3.52: not measured today',
    );
    expect(hero()?.querySelector('.verdict')?.textContent).not.toContain('20 May');
  });

  it('the day of a sign that lapsed is that of its last measure', async () => {
    const shown = [
      told('2024-11-10', { height: 70, weight: 6 }),
      told('2024-10-10', { height: 70, weight: 5.8 }),
    ];
    await view([told('2025-05-10', { muac: 13 }), ...shown]);
    expect(await headline()).toMatch(/^Referred on 10 Nov for .+, never measured again/u);
  });

  it('says what is too near to tell', async () => {
    await view([
      told(TODAY, { height: 78, weight: 7.6 }),
      told(YESTERDAY, { height: 78, weight: 7.5 }),
    ]);
    expect(await headline()).toMatch(
      /^Referred on 9 Jun for weight for height −3\.\d\d, now −\d\.\d\d: too near to tell, measure again$/u,
    );
  });

  it('an open referral that was never measured again asks to measure now', async () => {
    await view([told('2025-05-10', { muac: 13 }), told('2024-11-10', { height: 70, weight: 6 })]);
    expect(await headline()).toMatch(/never measured again: measure now$/u);
    expect(doNow()).toEqual(['Measure again today: weight and height']);
    expect(await screen.findByRole('region', { name: /Did .+ get to the clinic/ })).toBeTruthy();
  });

  it('an arm that does not count closes no referral of a baby', async () => {
    const child = { birthDate: '2025-01-10' };
    const [newest, severe] = [
      told(TODAY, { muac: 12 }, child),
      told(YESTERDAY, { height: 62, weight: 4.4 }, child),
    ];
    await result([newest, severe], { child });
    expect(await headline()).toMatch(/^Referred on 9 Jun for weight for height −4/u);
    expect(body()).not.toMatch(/or take MUAC|at 6 months/u);
  });
});

describe('one headline', () => {
  it('puts the order of the severe sign above a moderate arm, which is a yellow line', async () => {
    await view([told(YESTERDAY, { height: 78, weight: 7.2, muac: 12.1 })]);
    expect(await headline()).toBe('Severe acute malnutrition');
    expect(screen.getByText('To the clinic today').className).toBe('hero-order');
    const line = screen.getByText('MUAC 12.1 cm: moderate');
    expect(line.className).toBe('hero-line st-amber');
    expect(hero()?.textContent).not.toContain('Urge');
    expect(hero()?.querySelectorAll('.verdict')).toHaveLength(1);
  });

  it('puts a moderate arm above "at risk", which is a line', async () => {
    await result([told(TODAY, { height: 79, weight: 9.6, muac: 12.1 })]);
    expect(await headline()).toBe('MUAC says moderate');
    expect(hero()?.querySelector('.verdict')?.className).toBe('verdict st-amber');
    expect(screen.getByText(/^At risk: /u).className).toBe('hero-line st-amber');
    expect(hero()?.textContent).not.toContain('Invite');
    expect(body()).toContain("The programme's rule names none; the clinic decides");
  });

  it('the panels are in the order of their urgency, WHO right after what to do now', async () => {
    await view([told(YESTERDAY, SEVERE), told('2025-03-10', { height: 77, weight: 9.4 })]);
    await screen.findByRole('region', { name: 'WHO 2023 guidance, for information.' });
    await screen.findByRole('region', { name: 'Screenings' });
    const names = [...document.querySelectorAll('.visit-cards section[aria-label]')].map((each) =>
      each.getAttribute('aria-label'),
    );
    const order = ['Do now', 'WHO 2023 guidance, for information.', 'Next visit', 'Changes'];
    expect(names.filter((name) => order.includes(name ?? ''))).toEqual(order);
    expect(names.indexOf('Measures')).toBeGreaterThan(names.indexOf('Changes'));
    expect(names.indexOf('Screenings')).toBeGreaterThan(names.indexOf('Measures'));
  });
});

describe('the actions of today', () => {
  it('the actions for an overdue child are one line, in place of what was told', async () => {
    const child = { birthDate: '2024-01-20' };
    await view([told('2025-03-20', { height: 68.5, weight: 7.1, muac: 11.9 }, child)], { child });
    await headline();
    expect(doNow()).toEqual(['Was due on 20 Apr 2025. Weigh and measure Marisol now']);
    expect(screen.getByText('Told on 20 Mar').closest('details')?.open).toBe(false);
    // The day is said once.
    expect(screen.queryByRole('region', { name: 'Next visit' })).toBeNull();
    expect(body()).not.toMatch(/Was due then|In one month/u);
  });

  it('the actions of today follow an outcome', async () => {
    const seen = { referralOutcome: 'seen', referralDate: YESTERDAY } as const;
    await view([told(YESTERDAY, { ...SEVERE, ...seen })]);
    expect(await headline()).toBe('Severe acute malnutrition');
    expect(hero()?.querySelector('.hero-order')?.textContent).toBe(
      'Seen at the clinic · 9 Jun 2025',
    );
    expect(doNow()).toEqual(['Ask what the clinic said; weigh and measure Marisol by 16 Jun 2025']);
  });

  it.each([
    ['seen', 'Weigh and measure again after the clinic'],
    ['admitted', 'Weigh and measure again after the clinic'],
    ['not-found', 'Visit the family again'],
    ['refused', 'Visit the family again'],
    ['died', 'Visit the family again'],
  ] as const)('after a clinic said "%s" the next visit is for: %s', async (outcome, words) => {
    const clinicAnswers = [{ outcome, day: YESTERDAY }];
    await view([told(YESTERDAY, { ...SEVERE, clinicAnswers })]);
    expect(await headline()).toBe('Severe acute malnutrition');
    expect(region('Next visit').textContent).toMatch(new RegExp(`${words}$`, 'u'));
  });

  it('a severe baby has at most four actions, with one time', async () => {
    const child = { birthDate: '2025-03-10', gender: 'Boy' } as const;
    const severe = told(TODAY, { height: 58, weight: 3.6, gender: 'Boy' }, child);
    await result([severe], { child });
    expect(await headline()).toBe('Severe acute malnutrition');
    expect(doNow().length).toBeLessThanOrEqual(4);
    expect(doNow().join()).not.toMatch(/next screening|6 months|week|month/u);
  });

  it('send a baby at risk to a health worker, with the headline to match', async () => {
    const child = { birthDate: '2025-03-10', gender: 'Boy' } as const;
    await result([told(TODAY, { height: 55.5, weight: 4, gender: 'Boy' }, child)], { child });
    expect(await headline()).toBe('At risk');
    expect(screen.getByText('Mother and baby to a health worker this week')).toBeTruthy();
    expect(doNow()[0]).toBe('Take mother and baby to the health worker this week');
    expect(body()).not.toMatch(/Invite|next screening\b(?!s)/u);
  });

  it('of a child that was a baby at risk long ago are those of its age today', async () => {
    const child = { birthDate: '2023-01-10' };
    await view([told('2023-04-10', { muac: 10.5 }, child)], { child });
    expect(await screen.findByText('Weigh and measure now')).toBeTruthy();
    expect(doNow()[0]).toBe('Weigh and measure Marisol now, or take MUAC');
    expect(`${hero()?.textContent} ${region('Do now').textContent}`).not.toMatch(/baby|worker/iu);
  });

  it('measure an arm in millimetres again first', async () => {
    await view([told(YESTERDAY, { ...WELL, muac: 108 })]);
    await headline();
    expect(doNow().slice(0, 2)).toEqual([
      'Measure the arm again now, in centimetres',
      'To the clinic if it shows again or cannot be measured',
    ]);
  });
});

describe('praise', () => {
  it('weight that was lost before an arm alone is not praised', async () => {
    await result([
      told(TODAY, { height: 82, weight: 10.3, muac: 14.2 }),
      told('2025-04-10', { muac: 14 }),
      told('2025-02-10', { height: 80, weight: 11.4, muac: 14 }),
    ]);
    expect(await headline()).toBe('Nothing below the limits');
    expect(await screen.findByText(/See what changed below/u)).toBeTruthy();
    expect(body()).not.toMatch(/growing well\b/u);
  });

  it('a child who grows well is praised', async () => {
    await result([told(TODAY, WELL)]);
    expect(await screen.findByText('Marisol is growing well. Tell her family.')).toBeTruthy();
  });

  it('gives way to "heavy" above +2, on a first visit too', async () => {
    await result([told(TODAY, { height: 82, weight: 14.5, muac: 17 })]);
    expect(await screen.findByText(/^Marisol is heavy for her height/u)).toBeTruthy();
    expect(body()).not.toContain('See what changed');
  });
});

describe('a date that cannot be right', () => {
  it('hides no danger, and the child is never "not screened"', async () => {
    await view([told('2025-07-10', { height: 82, weight: 7.2, muac: 10.8 })]);
    expect(await headline()).toMatch(/^The screening dated 10 Jul says weight for height −4/u);
    expect(doNow()[0]).toBe('Check the date of the screening');
    expect(body()).not.toMatch(/Not screened yet|has no screening|No screening yet/u);
  });
});

describe('a graduate', () => {
  const child = { birthDate: '2020-05-01' };

  it('without danger is shown as graduated and nothing more', async () => {
    await view([told('2025-04-10', { height: 105, weight: 17, muac: 15.5 }, child)], { child });
    expect(await headline()).toBe('Marisol has graduated');
    expect(screen.queryByRole('region', { name: 'Do now' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Next visit' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'New screening' })).toBeNull();
    expect(await screen.findByRole('region', { name: 'Screenings' })).toBeTruthy();
  });

  it('in danger is handed over to the clinic', async () => {
    await view([told('2025-04-10', { height: 100, weight: 11.5, muac: 11.2 }, child)], { child });
    expect(await headline()).toBe('Severe acute malnutrition');
    expect(screen.getByText('Hand over to the clinic')).toBeTruthy();
    expect(doNow()).toEqual(['Hand Marisol over to the clinic: she is over 5 years old']);
    expect(screen.queryByRole('link', { name: 'New screening' })).toBeNull();
    expect(region('Next visit').textContent).toMatch(
      /10 JunOver 5 years: hand over to the clinic$/u,
    );
  });

  it('with acute evidence and no referral keeps the day of the table, as in the due list', async () => {
    const older = { birthDate: '2020-06-01' };
    const moderate = { height: 103, weight: 12.9, muac: 14 };
    await view([told('2025-04-20', moderate, older)], { child: older });
    expect(await headline()).toBe('Moderate acute malnutrition');
    expect(region('Next visit').textContent).toMatch(
      /20 MayOver 5 years: hand over to the clinic$/u,
    );
  });

  it('of which only a clinic says that it was there is not to be weighed again', async () => {
    const clinicAnswers = [{ outcome: 'seen', day: '2025-06-09' }] as const;
    const danger = { height: 100, weight: 11.5, muac: 11.2, clinicAnswers };
    await view([told('2025-04-10', danger, child)], { child });
    expect(await headline()).toBe('Severe acute malnutrition');
    expect(hero()?.textContent).toContain('Clinic says: seen · 9 Jun 2025');
    expect(doNow()).toEqual(['Hand Marisol over to the clinic: she is over 5 years old']);
    expect(region('Next visit').textContent).toMatch(
      /16 JunOver 5 years: hand over to the clinic$/u,
    );
    expect(body()).not.toMatch(/weigh and measure Marisol by|again after the clinic/iu);
  });
});

describe('died and moved away', () => {
  it('death and a move are asked about, said of a child without screenings, and put back', async () => {
    const { unit, child } = await view([]);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Moved away' }));
    await user.click(screen.getByRole('button', { name: 'No' }));
    await user.click(screen.getByRole('button', { name: 'Moved away' }));
    await user.click(screen.getByRole('button', { name: 'Yes, Marisol moved away' }));
    expect(await screen.findByRole('heading', { name: 'Marisol moved away' })).toBeTruthy();
    const stored = async () => (await unit.readChildFile(child._id))?.child;
    expect(await stored()).toMatchObject({ departure: 'moved-away', departureDate: TODAY });
    await user.click(await screen.findByRole('button', { name: 'Take it back: Marisol is here' }));
    expect(await screen.findByRole('heading', { name: 'Not screened yet' })).toBeTruthy();
    expect(await stored()).not.toHaveProperty('departure');
  });

  it('a death is kept on the newest screening that shows an open sign', async () => {
    const screenings = [told(TODAY, { muac: 13 }), told(YESTERDAY, SEVERE)];
    const { unit, child } = await view(screenings);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Died' }));
    await user.click(screen.getByRole('button', { name: 'Yes, Marisol died' }));
    expect(await screen.findByRole('heading', { name: 'Marisol died' })).toBeTruthy();
    const file = await unit.readChildFile(child._id);
    expect(file?.screenings.map(({ referralOutcome }) => referralOutcome)).toEqual([
      undefined,
      'died',
    ]);
    expect(screen.queryByRole('region', { name: 'Do now' })).toBeNull();
  });

  it('a child that was screened after its death is asked about', async () => {
    const died = { referralOutcome: 'died', referralDate: '2025-05-03' } as const;
    await view([told(YESTERDAY, WELL), told('2025-05-01', { ...WELL, ...died })]);
    const note = await screen.findByText(
      'Marisol was marked as died on 3 May 2025 and seen on 9 Jun 2025: right?',
    );
    expect(note).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Marisol is here' }));
    await screen.findByText('Result of the referral removed.');
    expect(screen.queryByText(/marked as died/u)).toBeNull();
  });
});

describe('a new screening of a child with an open referral', () => {
  it('begins with all measures, and says what the sign still needs', async () => {
    const screenings = [told(YESTERDAY, SEVERE)];
    await show((child) => `${newScreeningPath(child._id)}?measures=muac`, {
      child: BORN,
      screenings,
    });
    const user = userEvent.setup();
    expect(await screen.findByRole('radio', { name: 'All measures' })).toHaveProperty(
      'checked',
      true,
    );
    await user.type(screen.getByRole('textbox', { name: /\(MUAC\)/u }), '12.8');
    await user.click(screen.getByRole('button', { name: /^Save/u }));
    expect(
      await screen.findByText('Referred before, not measured now: weight for height'),
    ).toBeTruthy();
    const feet = within(screen.getByRole('group', { name: 'Are both feet swollen?' }));
    expect(feet.getByRole('radio', { name: 'No' })).toBeTruthy();
  });
});
