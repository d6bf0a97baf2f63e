import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { entry, showCard, showChild } from './testing/assessed-screening.tsx';
import { isolateScreenings } from './testing/render-screenings.tsx';

isolateScreenings();
afterEach(() => vi.doUnmock('./who-rules.ts'));

const TITLE = 'WHO 2023 guidance, for information.';
const panel = () => screen.findByRole('region', { name: TITLE });
const fold = (region: HTMLElement) => region.querySelector('details');

const WELL = { height: 76, weight: 9.5, muac: 14, oedema: false } as const;

describe('panel of WHO’s guidance', () => {
  it('guidance is under "Do now" with rule and number, and does not change the colour', async () => {
    await showCard(entry({ ...WELL, muac: 10.8 }));
    const region = await panel();
    expect(region.textContent).toContain("The programme's colour above stays.");
    expect(region.textContent).toContain(
      'Severe by MUAC 10.8 cm (below 11.5). Refer Marisol today for a full assessment: appetite ' +
        'and danger signs. To be seen every week until recovered.The programme goes by weight ' +
        'for height; WHO takes either.',
    );
    expect(region.textContent).toContain('WHO and UNICEF 2009; WHO 2013, 2023');
    expect(region.textContent).not.toMatch(/kcal/u);
    expect(fold(region)).toBeNull();
    const doNow = screen.getByRole('region', { name: 'Do now' });
    expect(doNow.closest('.do-now')?.nextElementSibling).toBe(region);
  });

  it('guidance is folded to one line on the child’s page when nothing is urgent', async () => {
    await showChild(entry({}));
    const region = await panel();
    expect(fold(region)?.open).toBe(false);
    const summary = region.querySelector('summary');
    expect(summary?.textContent).toBe(
      'WHO 2023 guidance, for information.Moderate acute malnutrition · ' +
        'Not checked: swelling of both feet',
    );
    expect(region.textContent).toContain(
      'Moderate by MUAC 11.9 cm (below 12.5). Marisol needs an assessment and a nutrient-dense ' +
        'diet, and to be seen about every two weeks.WHO puts Marisol among the first ' +
        'for special food: under 24 months old and MUAC 11.9 cm (below 12).' +
        "WHO's range for a weight of 7.1 kg: 280 to 550 kcal a day from special food (40 to 78 " +
        'kcal for each kg).WHO 2023',
    );
  });

  it('a figure outside the form’s range is marked as our own check, not as WHO’s', async () => {
    await showChild(entry({ ...WELL, height: 48, weight: 2.6 }));
    const lines = [...(await panel()).querySelectorAll('li')].filter(({ textContent }) =>
      textContent?.startsWith("Outside the form's range"),
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const { textContent } of lines) {
      expect(textContent).toContain("Our own check, not WHO's");
      expect(textContent).not.toContain('WHO anthro');
    }
  });

  it('guidance that says "not yet recovered" stands, and the milder lines are folded', async () => {
    const before = entry({ ...WELL, surveyDate: '2025-04-10', muac: 11.2 });
    const now = entry({
      ...WELL,
      _id: 'scr_test_stake_gtm_1749500000000_aaaaaa',
      surveyDate: '2025-06-01',
      muac: 12.2,
    });
    await showChild(now, { screenings: [before, now] });
    const region = await panel();
    const folded = fold(region);
    expect(folded?.open).toBe(false);
    expect(folded?.querySelector('summary')?.textContent).toBe('1 moreModerate acute malnutrition');
    expect(folded?.textContent).toContain('Moderate by MUAC 12.2 cm (below 12.5).');
    folded?.remove();
    expect(region.textContent).toContain('Not yet recoveredStill missing: MUAC 12.2 cm');
  });

  it('a Spanish-speaking person reads WHO’s guidance in Spanish', async () => {
    await showChild(entry({ oedema: true }), { language: 'es' });
    const region = await screen.findByRole('region', {
      name: 'Guía de la OMS 2023, solo como información.',
    });
    expect(region.textContent).toContain('El color del programa, arriba, no cambia.');
    expect(region.textContent).toContain(
      'La hinchazón en ambos pies es desnutrición aguda severa, digan lo que digan las medidas.',
    );
    expect(fold(region)).toBeNull();
  });

  it('reports overweight, and then no text says that the child grows well', async () => {
    await showCard(entry({ ...WELL, height: 76, weight: 12 }));
    const region = await panel();
    expect(region.querySelector('summary')?.textContent).toContain('Overweight');
    expect(region.textContent).toMatch(
      /Weight for height is \+2\.\d\d, above \+2\. WHO calls that overweight, so “growing well”/u,
    );
    region.remove();
    expect(document.body.textContent).not.toMatch(/growing well/iu);
  });

  it('guidance is not shown when everything was checked and is normal', async () => {
    await showChild(entry(WELL));
    expect((await screen.findAllByText('Height for age')).length).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
  });

  it('tables that cannot be loaded show no guidance, without a message', async () => {
    vi.doMock('./who-rules.ts', () => {
      throw new Error('no connection');
    });
    await showCard(entry({ ...WELL, muac: 10.8 }));
    expect(await screen.findByText(/MUAC says severe/u)).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
  });

  it('compares with earlier screenings, as our own check among the changes', async () => {
    const before = entry({ ...WELL, surveyDate: '2025-04-10', height: 77.1, weight: 9.6 });
    const now = entry({
      ...WELL,
      _id: 'scr_test_stake_gtm_1749500000000_aaaaaa',
      surveyDate: '2025-06-01',
      weight: 9.1,
    });
    await showChild(now, { screenings: [before, now] });
    expect(await screen.findByText(/^Height to measure again/u)).toBeTruthy();
    const lines = screen.getByRole('region', { name: 'Changes' }).querySelectorAll('.said-line');
    expect([...lines].map(({ textContent }) => textContent)).toEqual([
      'Losing weight: −0.5 kg since 10 Apr',
      'Height to measure again. Height was 77.1 cm on 10 Apr 2025 and is 76.0 cm now. No child ' +
        "shrinks: measure again. (Our own check, not WHO's)",
      'Weight lost. Weight went from 9.6 to 9.1 kg since 10 Apr 2025, a loss of 5.2 %. Marisol is ' +
        "losing weight: look for illness and feeding. (Our own check, not WHO's)",
    ]);
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
  });
});
