import {
  assessStored,
  DEFAULT_PROGRAMME_SETTINGS,
  NEXT_VISIT,
  nameMark,
  type ProgrammeSettings,
  type Screening,
} from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { createTranslator } from '@crece/messages';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSentences } from '../../data/sentences.ts';
import { childPath } from '../../shared/navigation/paths.ts';
import { nextVisitWords } from '../../shared/screenings/next-visit-words.ts';
import { isolateScreenings, show } from './testing/render-screenings.tsx';

/** The server's settings in these tests; a phone that has asked stores them. */
let programme: unknown;

isolateScreenings();
beforeEach(() => {
  programme = undefined;
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ demo: false, supportContact: null, providers: [], programme })),
  );
});

function entry(different: Partial<Screening>): Screening {
  const screening = aScreening(different);
  return { ...screening, ...assessStored(screening, aChild(), []) };
}

const SEVERE = entry({ surveyDate: '2025-06-10', height: 76, weight: 6.8, muac: 10.8 });

const view = (saved: Screening) => show((child) => childPath(child._id), { screenings: [saved] });
const asked = (different: Partial<ProgrammeSettings>) => {
  programme = { ...DEFAULT_PROGRAMME_SETTINGS, ...different };
};
const doNow = async () => (await screen.findByRole('region', { name: 'Do now' })).textContent ?? '';
const GUIDANCE = { name: 'WHO 2023 guidance, for information.' };

describe('programme settings on a child’s page', () => {
  it('name no amount for severe malnutrition by default', async () => {
    await view(SEVERE);
    // The clinic gives what a referred child gets: no amount stands beside the order.
    expect(await doNow()).not.toMatch(/supplement|kcal/u);
    expect(
      screen.getAllByText('Supplement as the clinic directs, until 9 Jan').length,
    ).toBeGreaterThan(0);
    expect(await screen.findByRole('region', GUIDANCE)).toBeTruthy();
  });

  it('fold the lessons while the child has to go to a clinic, never the programme’s status', async () => {
    await view(SEVERE);
    const orders = (await doNow()).split(/(?=Take)/u);
    expect(orders[1]).toContain('to the clinic today');
    expect(orders).toHaveLength(2);
    const folded = document.querySelector('.do-now details');
    expect(folded?.querySelector('summary')?.textContent).toBe('2 more');
    expect(folded?.textContent).toContain('Go over the five healthy habits');
    expect(folded?.textContent).toContain('Supplement as the clinic directs');
    const status = screen.getAllByText('Programme').map((each) => each.closest('details'));
    expect(status).toContain(null);
  });

  it('show the configured severe amount where the supplement is named, never in an order', async () => {
    asked({ severeAmount: '500 kcal' });
    await view(SEVERE);
    expect(
      (await screen.findAllByText(/500 kcal a day, as the clinic directs, until 9 Jan/u)).length,
    ).toBeGreaterThan(0);
    expect(await doNow()).not.toMatch(/kcal/u);
    // WHO's lines name no food beside a severe child, whatever is configured.
    expect((await screen.findByRole('region', GUIDANCE)).textContent).not.toContain('kcal');
  });

  it('name what the programme hands out in its own words, in the order and beside the supplement', async () => {
    asked({ supplements: { MAM: { en: 'Two sachets a day' }, mic: { es: 'Chispitas' } } });
    await view(
      entry({ surveyDate: '2025-06-10', height: 76, weight: 7.7, muac: 13, oedema: false }),
    );
    expect(await doNow()).toMatch(/(?:Start|Give) supplement: Two sachets a day/u);
    expect((await screen.findAllByText(/^Two sachets a day, until/u)).length).toBeGreaterThan(0);
    expect(document.body.textContent).not.toContain('400 kcal');
  });

  it('hide the guidance when it is switched off', async () => {
    asked({ guidanceShown: false, severeAmount: '500 kcal' });
    await view(SEVERE);
    await screen.findAllByText(/500 kcal a day, as the clinic directs, until 9 Jan/u);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('region', GUIDANCE)).toBeNull();
  });

  it('change the date of the next visit and the sentences that name its interval', async () => {
    asked({ nextVisit: { ...NEXT_VISIT, ordinaryMonths: 4 } });
    await view(
      entry({ surveyDate: '2025-06-10', height: 76, weight: 9.6, muac: 14, oedema: false }),
    );
    expect(await screen.findByText('Next visit: 10 Oct')).toBeTruthy();
    expect(screen.getByText(/In 4 months, at the next group screening/u)).toBeTruthy();
  });

  it('come from the stored copy when the server does not answer', async () => {
    asked({ severeAmount: '500 kcal' });
    const config = { demo: false, supportContact: null, providers: [], programme };
    localStorage.setItem('crece.config', JSON.stringify(config));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
    await view(SEVERE);
    expect(
      (await screen.findAllByText(/500 kcal a day, as the clinic directs, until 9 Jan/u)).length,
    ).toBeGreaterThan(0);
  });
});

describe('an erased account', () => {
  const stored = (names: readonly unknown[]) =>
    localStorage.setItem(
      'crece.config',
      JSON.stringify({ providers: [], former: { names, accounts: [] } }),
    );
  const written = { interviewer: 'Eva Tot', created: '2025-06-10T10:00:00.000Z' };

  it('is shown as a former volunteer on the screenings that its name stands in', async () => {
    stored([[nameMark('EVA TOT'), null]]);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
    await view({ ...SEVERE, ...written });
    expect(await screen.findByText('Screened by former volunteer')).toBeTruthy();
    expect(document.body.textContent).not.toContain('Eva Tot');
  });

  it('leaves its name to a living account that has it since before the screening', async () => {
    stored([[nameMark('Eva Tot'), '2025-06-01T00:00:00.000Z'], 'nonsense', [1]]);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
    await view({ ...SEVERE, ...written });
    expect(await screen.findByText('Screened by Eva Tot')).toBeTruthy();
  });
});

describe('nextVisitWords', () => {
  const words = async (language: 'en' | 'es') => {
    const voice = createTranslator(language, await loadSentences(language));
    const other = {
      referredDays: 3,
      admittedDays: 20,
      lostDays: 21,
      infantAtRiskDays: 2,
      acuteMonths: 2,
      recoveringMonths: 6,
      supplementMonths: 2,
      ordinaryMonths: 5,
    };
    const reasons = [
      'refer',
      'infant-at-risk',
      'watch-acute',
      'recovering',
      'supplement-or-risk',
      'ordinary',
    ] as const;
    return [NEXT_VISIT, other].map((table) =>
      reasons.map((reason) => nextVisitWords(voice, reason, table)),
    );
  };

  it('names the intervals of the table in English', async () => {
    expect(await words('en')).toEqual([
      [
        'The clinic today, then every week until better',
        'Mother and baby to a health worker within a week',
        'In one month: weigh and measure again',
        'In one month: had acute malnutrition recently',
        'In three months: see how the child is growing',
        'In six months, at the next group screening',
      ],
      [
        'The clinic today, then every 3 days until better',
        'Mother and baby to a health worker within 2 days',
        'In 2 months: weigh and measure again',
        'In 2 months: had acute malnutrition recently',
        'In 2 months: see how the child is growing',
        'In 5 months, at the next group screening',
      ],
    ]);
  });

  it('names the intervals of the table in Spanish', async () => {
    expect(await words('es')).toEqual([
      [
        'Al centro de salud hoy; después, cada semana hasta que mejore',
        'La madre y el bebé con el personal de salud en una semana a más tardar',
        'En un mes: pesar y medir otra vez',
        'En un mes: tuvo desnutrición aguda hace poco',
        'En tres meses: ver cómo crece',
        'En seis meses, en la próxima evaluación de grupo',
      ],
      [
        'Al centro de salud hoy; después, cada 3 días hasta que mejore',
        'La madre y el bebé con el personal de salud en 2 días a más tardar',
        'En 2 meses: pesar y medir otra vez',
        'En 2 meses: tuvo desnutrición aguda hace poco',
        'En 2 meses: ver cómo crece',
        'En 5 meses, en la próxima evaluación de grupo',
      ],
    ]);
  });
});
