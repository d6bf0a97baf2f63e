import { aChild, aScreening } from '@crece/domain/testing';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { sizeInCard } from './chart-card.tsx';
import { fitTwo, GrowthCharts } from './growth-charts.tsx';

const TODAY = '2025-05-14';
const newest = aScreening({ _id: 'new' });
const older = aScreening({
  _id: 'old',
  surveyDate: '2024-11-10',
  monthAge: 8,
  height: 64,
  weight: 6.6,
  muac: 13,
  zScore: {
    ha: -2.09,
    wa: -1.54,
    wl: -0.37,
    haStatus: 'redZoneZscore',
    waStatus: 'marginalZscore',
    wlStatus: 'normalZscore',
  },
});

async function show(screenings = [newest, older], language: 'en' | 'es' = 'en') {
  await renderApp(<GrowthCharts file={{ child: aChild(), screenings }} today={TODAY} />, {
    language,
  });
  return userEvent.setup();
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: false })));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('GrowthCharts', () => {
  it("each chart has a tab, and the selected one's panel is shown", async () => {
    const user = await show();
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Height',
      'Weight',
      'Weight/height',
      'MUAC',
    ]);
    expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual([
      'true',
      'false',
      'false',
      'false',
    ]);
    await user.click(screen.getByRole('tab', { name: 'MUAC' }));
    const panel = screen.getByRole('tabpanel', { name: 'MUAC' });
    expect(panel.className).toBe('');
    expect(screen.getByRole('tabpanel', { name: 'Height' }).className).toBe('chart-print-only');
  });

  it('starts with the first chart that has points', async () => {
    const { height: _cm, weight: _kg, ...muacOnly } = aScreening({ _id: 'muac' });
    await show([muacOnly]);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('MUAC');
    expect(screen.getByRole('tabpanel', { name: 'Height' }).textContent).toContain(
      'No height measured yet.',
    );
  });

  it('moves between tabs with the arrow keys, also from last to first', async () => {
    const user = await show();
    await user.click(screen.getByRole('tab', { name: 'Height' }));
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe('MUAC');
    expect(screen.getByRole('tab', { name: 'MUAC', selected: true })).toBe(document.activeElement);
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('Weight');
    await user.keyboard('{End}{Home}');
    expect(document.activeElement?.textContent).toBe('Height');
  });

  it('names every screening with date, age, figure, index and status', async () => {
    await show();
    const chart = screen.getByRole('figure', { name: /^Height for age, girls/ });
    const names = within(chart)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual([
      '10 Nov 2024, 8 months: 64\u00a0cm. Height for age −2.01. Undernourished',
      '10 May 2025, 14 months: 68.5\u00a0cm. Height for age −2.94. MUAC 11.9: moderate. Undernourished',
    ]);
    expect(chart.getAttribute('aria-label')).toContain(
      '2 screenings. Newest: 10 May 2025, 14 months',
    );
  });

  it('a chart is one Tab stop; arrow keys move between screenings and show the details', async () => {
    const user = await show();
    const chart = screen.getByRole('figure', { name: /^Height for age/ });
    const [first, last] = within(chart).getAllByRole('button');
    expect([first?.tabIndex, last?.tabIndex]).toEqual([-1, 0]);
    last?.focus();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(first);
    expect([first?.tabIndex, last?.tabIndex]).toEqual([0, -1]);
    const tip = () => chart.querySelector('.chart-tip')?.textContent ?? null;
    expect(tip()).toBe('64\u00a0cm10 Nov 2024, 8 monthsHeight for age −2.01Undernourished');
    await user.keyboard('{Escape}');
    expect(tip()).toBeNull();
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(last);
  });

  it("shows the newest figure in the chart, with the language's decimal mark", async () => {
    await show(undefined, 'es');
    const chart = screen.getByRole('figure', { name: /^Talla para la edad, niñas/ });
    expect(chart.querySelector('.chart-newest')?.textContent).toBe('68,5\u00a0cm');
  });

  it.each([
    [
      'en',
      [
        ['Height, cm', 'Age in months'],
        ['Weight, kg', 'Age in months'],
        ['Weight, kg', 'Height, cm'],
        ['MUAC, cm', 'Age in months'],
      ],
    ],
    [
      'es',
      [
        ['Talla, cm', 'Edad en meses'],
        ['Peso, kg', 'Edad en meses'],
        ['Peso, kg', 'Talla, cm'],
        ['MUAC, cm', 'Edad en meses'],
      ],
    ],
  ] as const)('names both axes of all four charts, in %s', async (language, names) => {
    await show(undefined, language);
    const charts = [...document.querySelectorAll('figure.chart-plot')];
    const written = charts.map((chart) =>
      [...chart.querySelectorAll('.chart-axis-name')].map(({ textContent }) => textContent),
    );
    expect(written).toEqual(names);
  });

  it('shows the ticks of MUAC in cm and of age in months', async () => {
    await show();
    const chart = screen.getByRole('figure', { name: /^Arm/ });
    const figures = [...chart.querySelectorAll('svg text')]
      .map(({ textContent }) => textContent)
      .filter((text) => /^[\d.]+$/.test(text));
    expect(figures.slice(0, 6)).toEqual(['7', '10', '11.5', '12.5', '15', '20']);
    expect(figures.slice(6)).toEqual(['12', '24', '36', '48', '60']);
  });

  it('offers each chart as a table that also lists what it cannot draw', async () => {
    // Dated before birth: no age, and no index.
    const ageless = aScreening({ _id: 'ageless', surveyDate: '2024-01-05' });
    const user = await show([newest, older, ageless]);
    await user.click(screen.getByRole('button', { name: 'Height for age, girls: show as table' }));
    const table = screen.getByRole('table', { name: 'Height for age, girls' });
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['10 May 202514 moMUAC 11.9: moderate. Undernourished', '68.5', '−2.94'],
      ['10 Nov 20248 moUndernourished', '64', '−2.01'],
      [expect.stringContaining('Not drawn: age not known'), '68.5', 'none'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Height for age, girls: show as chart' }));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says that a MUAC below 7 cm is not drawn', async () => {
    await show([aScreening({ _id: 'low', muac: 6.5 })]);
    const chart = screen.getByRole('region', { name: 'Arm (MUAC)' });
    expect(chart.textContent).toContain('One measurement is not drawn. See the table.');
    expect(within(chart).getByRole('figure').getAttribute('aria-label')).toBe(
      'Arm (MUAC). Nothing to draw yet.',
    );
  });

  it('says when an axis was extended', async () => {
    await show([aScreening({ _id: 'tall', height: 118, monthAge: 58 })]);
    expect(screen.getByRole('region', { name: /^Height for age/ }).textContent).toContain(
      'One axis runs from 45 to 120, longer than usual',
    );
  });

  it('opens a chart in full screen and closes it again', async () => {
    const user = await show();
    await user.click(screen.getByRole('button', { name: 'Arm (MUAC): full screen' }));
    const dialog = screen.getByRole('dialog', { name: 'Arm (MUAC)' });
    expect(within(dialog).getByRole('figure').getAttribute('aria-label')).toMatch(
      /^Arm \(MUAC\)\. 2 screenings/,
    );
    await user.click(within(dialog).getByRole('button', { name: 'Close full screen' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows no chart before the first screening', async () => {
    await show([]);
    expect(screen.getByText('The charts begin with the first screening.')).toBeTruthy();
    expect(screen.queryByRole('figure')).toBeNull();
  });
});

describe('fitTwo', () => {
  it('allows charts side by side when each is 400 px wide in its card of 424, 16 apart', () => {
    expect(fitTwo(863)).toBe(false);
    expect(fitTwo(864)).toBe(true);
  });
});

describe('sizeInCard', () => {
  it('a chart is 5 : 4 on a phone', () => {
    expect(sizeInCard('height', 304)).toEqual({ width: 304, height: 243 });
    expect(sizeInCard('height', 320)).toEqual({ width: 320, height: 256 });
    expect(sizeInCard('muac', 320)).toEqual({ width: 320, height: 256 });
  });

  it('gives MUAC at least 400 × 400 px where there is room', () => {
    expect(sizeInCard('muac', 399).height).toBe(319);
    expect(sizeInCard('muac', 400)).toEqual({ width: 400, height: 400 });
    expect(sizeInCard('height', 400)).toEqual({ width: 400, height: 320 });
  });

  it('a chart stays lower than the screen and wide enough for its names', () => {
    expect(sizeInCard('height', 1000).height).toBe(460);
    expect(sizeInCard('height', 150)).toEqual({ width: 280, height: 224 });
  });
});
