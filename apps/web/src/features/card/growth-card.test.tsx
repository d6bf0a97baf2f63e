import { aChild, aScreening } from '@crece/domain/testing';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CoverContext } from '../../data/lock.ts';
import { growthCardPath } from '../../shared/navigation/paths.ts';
import { isolateScreenings, type ShowOptions, showPages } from '../../testing/child-pages.tsx';
import { openTestUnit } from '../../testing/open-unit.ts';
import { scannedDrawing } from '../../testing/scanned-drawing.ts';
import { screeningTask } from '../../testing/tasks.ts';
import { card as feature } from './feature.ts';
import { GrowthCardPage } from './growth-card-page.tsx';

isolateScreenings();

/** A low height for the age, with a MUAC; the stored verdict is wrong on purpose. */
const visit = (number: number, different = {}) =>
  aScreening({
    _id: `scr_test_stake_gtm_174681000000${number}_aaaaaa`,
    surveyDate: `2025-0${number + 1}-10`,
    height: 68.5,
    weight: 7.6,
    muac: 13,
    status: 'GREEN_CHILD',
    zScore: {
      ha: 0,
      wa: 0,
      wl: 0,
      haStatus: 'normalZscore',
      waStatus: 'normalZscore',
      wlStatus: 'normalZscore',
    },
    ...different,
  });

const open = (options: ShowOptions = {}) =>
  showPages(
    { [feature.pages.card.at]: <GrowthCardPage /> },
    (child) => growthCardPath(child._id, 'test_stake_gtm'),
    options,
  );

/** The card on the screen; the copy for paper is beside the application. */
const card = () =>
  vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('.card-preview article');
    if (found === null) throw new Error('No card yet.');
    return found;
  });
const text = async () => (await card()).textContent?.replaceAll(/\s+/gu, ' ') ?? '';
const rows = async () => [...(await card()).querySelectorAll('tbody tr')];
const code = async () => (await card()).querySelector('.qr');
const choose = (option: string) => userEvent.click(screen.getByLabelText(option));

describe('growth card', () => {
  it('names the child, and shows the last visits as they are assessed now, not as stored', async () => {
    await open({
      child: { mother: 'Rosa Tum', ward: 'Centro' },
      screenings: [visit(1), visit(3), visit(2)],
    });
    expect(await text()).toContain('Marisol Xicay');
    expect(await text()).toMatch(
      /Born ?10 Mar 2024 ?Sex ?Girl ?Mother ?Rosa Tum ?Place ?Centro, /u,
    );
    const [newest, , oldest] = await rows();
    expect(newest?.textContent).toBe('10 Apr 2025137.668.513.0Undernourished');
    expect(oldest?.textContent).toContain('10 Feb 2025');
    expect(await text()).toContain('All 3 screenings');
    expect(await text()).not.toContain('Normal');
    expect(await text()).toContain('10 July 2025In three months');
    expect(await text()).toContain('240 kcal a day, until 9 Nov');
  });

  it('says of a visit from before the birth date that its date must be checked, below swelling', async () => {
    const child = { birthDate: '2025-03-01' };
    await open({ child, screenings: [visit(1), visit(0, { oedema: true })] });
    const [plain, swollen] = await rows();
    expect(plain?.textContent).toContain('Date to be checked');
    expect(swollen?.textContent).toContain('Swelling of both feet');
  });

  it.each([7, 2])('shows at most six visits: %d', async (count) => {
    const screenings = Array.from({ length: count }, (_, at) =>
      visit(at, { surveyDate: `2025-05-1${at}` }),
    );
    await open({ screenings });
    expect(await rows()).toHaveLength(Math.min(count, 6));
  });

  it('lets an alert lead the word of a visit, and says that a date in the future must be checked', async () => {
    const alert = visit(3, { height: 77, weight: 9.8, muac: 10.8 });
    await open({ screenings: [alert, visit(4, { surveyDate: '2026-01-01' })] });
    expect(await text()).toContain('MUAC 10.8: refer');
    expect(await text()).toContain('Date to be checked');
  });

  it('a card is in the screen’s language, in the other, or in both, and remembers it with the paper', async () => {
    await open({ screenings: [visit(3)], language: 'es' });
    expect(await text()).toContain('Ficha de crecimiento');
    await choose('English');
    await vi.waitFor(async () => expect(await text()).toContain('Child growth card'));
    expect(await text()).not.toContain('Ficha');
    await choose('Los dos');
    await vi.waitFor(async () =>
      expect(await text()).toContain('Ficha de crecimiento / Child growth card'),
    );
    await choose('A4 o carta');
    expect((await card()).className).toContain('gc-a4');
    cleanup();
    await open({ screenings: [visit(3)] });
    await vi.waitFor(async () =>
      expect(await text()).toContain('Child growth card / Ficha de crecimiento'),
    );
    expect((await card()).className).toContain('gc-a4');
  });

  it('the card’s code has the record’s address, without a name or a measure', async () => {
    const { child } = await open({ screenings: [visit(3)] });
    const drawn = await code();
    expect(drawn?.getAttribute('aria-label')).toBe('Code that opens this child’s record');
    expect(drawn && scannedDrawing(drawn)).toBe(`${location.origin}/children/view/${child._id}`);
  });

  it('an id of another program, which may hold a name, gives the card no code', async () => {
    await open({ child: { _id: 'chld_marisol_xicay_2019' }, screenings: [] });
    expect(await text()).toContain('Marisol Xicay');
    expect(await code()).toBeNull();
  });

  it('says nothing of what is next while visits are arriving, or without one', async () => {
    await open({ screenings: [visit(3)], sync: { arrival: 'arriving' } });
    expect(await text()).toContain('Screenings were still arriving');
    expect(await text()).not.toMatch(/Next visit|Supplement|only visit/u);
    cleanup();
    await open({ screenings: [], sync: { arrival: 'arriving' } });
    expect(await text()).not.toMatch(/No visits|Not screened/u);
    cleanup();
    await open({ screenings: [] });
    expect(await text()).toContain('Not screened yet: weigh and measure');
  });

  it('says an open referral and its order, and no amount as if nothing were', async () => {
    await open({
      screenings: [
        visit(4, { height: undefined, weight: undefined, muac: 13.4 }),
        visit(3, { height: 77, weight: 6.6, muac: 13.5 }),
      ],
    });
    expect(await text()).toMatch(
      /Referred on 10 Apr for weight for height −\d\.\d\d: not measured again\. To the clinic today/u,
    );
    expect(await text()).not.toContain('No supplement called for');
    cleanup();
    await open({ screenings: [visit(3, { height: 77, weight: 7.8, oedema: true })] });
    expect(await text()).toContain('Swelling of both feet: refer today. To the clinic today');
    expect(await text()).toMatch(/400 kcal a day, as the clinic directs/u);
  });

  it('does not say on paper what only a clinic says of a child, and a person is asked about', async () => {
    const clinicAnswers = [{ outcome: 'died', day: '2025-06-09' }] as const;
    await open({ screenings: [visit(4, { muac: 11, clinicAnswers })] });
    expect(await text()).toContain('MUAC');
    expect(await text()).not.toMatch(/clinic says|died/iu);
  });

  it.each([
    ['heavy', { height: 70, weight: 11 }, {}],
    ['that weighs less than before', { height: 70, weight: 8.2 }, { height: 69, weight: 8.6 }],
  ])(
    'calls no child %s "normal growth" when it says what is overdue',
    async (_why, now, before) => {
      await open({
        screenings: [
          visit(2, { surveyDate: '2024-11-10', ...now }),
          visit(1, { surveyDate: '2024-10-10', height: 69, weight: 8.1, ...before }),
        ],
      });
      expect(await text()).toContain('Weigh and measure now');
      expect(await text()).not.toContain('Normal growth');
    },
  );

  it('says of a graduate without danger only that', async () => {
    await open({
      child: { birthDate: '2020-05-01' },
      screenings: [visit(3, { height: 105, weight: 17 })],
    });
    expect(await text()).toContain('Marisol has graduated');
    expect(await text()).not.toContain('Next visit');
  });

  it('prints no birth date for certain while two wait for a choice', async () => {
    const child = aChild();
    const of = screeningTask({}, {});
    const first = { ...of.first, document: { ...child } };
    const second = { ...of.second, document: { ...child, birthDate: '2024-09-10' } };
    const tasks = [{ ...of, id: child._id, childId: child._id, first, second }];
    await open({ openedUnit: await openTestUnit({ screenings: [visit(3)], tasks }) });
    expect(await text()).toMatch(/Born ?about 10 Sept? 2024/u);
  });

  it('prints by its button, from a copy beside the application that a locked phone does not have', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await open({ screenings: [visit(3)] });
    await text();
    const copy = () => document.querySelector('body > .card-paper');
    expect(copy()?.textContent).toContain('Marisol Xicay');
    expect(document.body.classList.contains('prints-card')).toBe(true);
    await userEvent.click(screen.getByText('Print the card'));
    expect(print).toHaveBeenCalledOnce();
    cleanup();
    expect(document.body.classList.contains('prints-card')).toBe(false);
    await open({
      screenings: [visit(3)],
      around: (page) => <CoverContext value="covered">{page}</CoverContext>,
    });
    await text();
    expect(copy()).toBeNull();
  });
});
