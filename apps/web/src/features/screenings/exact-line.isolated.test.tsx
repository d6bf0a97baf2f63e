import { aChild } from '@crece/domain/testing';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { entry, showCard, showChild } from './testing/assessed-screening.tsx';
import { isolateScreenings } from './testing/render-screenings.tsx';

isolateScreenings();
afterEach(() => vi.doUnmock('./who-rules.ts'));

const STOOD = { measured: 'standing' } as const;

describe("WHO's exact figures", () => {
  it('appear in the result card beside the programme’s figures, with the reason', async () => {
    await showCard(entry(STOOD));
    const line = await screen.findByText(
      'WHO exact: weight for height −1.34, height for age −2.67',
    );
    const why = screen.getByRole('region', { name: 'Why this colour' });
    expect(why.contains(line)).toBe(true);
    expect(why.textContent).toContain('Height for age is −2.94.');
    expect(line.nextSibling?.textContent).toBe(
      "WHO's method converts between lying and standing height. The programme's figures decide the colour.",
    );
  });

  it('appear on the child’s page, in Spanish too', async () => {
    await showChild(entry({ ...STOOD, surveyDate: '2025-05-25', weight: 5.6 }), { language: 'es' });
    const line = await screen.findByText(
      'OMS exacto: peso para la talla −4,07, peso para la edad −4,31',
    );
    expect(line.nextSibling?.textContent).toBe(
      'El método de la OMS cuenta la edad en días, convierte la talla boca arriba a de pie o al revés y sigue en ' +
        'pasos iguales más allá de ±3. El color lo deciden los puntajes del programa.',
    );
  });

  it('exact figures have no weight-based scores with oedema, and say so', async () => {
    await showChild(entry({ oedema: true, surveyDate: '2025-05-25' }));
    const line = await screen.findByText(
      'WHO exact: no weight for height, height for age −3.11, no weight for age',
    );
    expect(line.nextSibling?.textContent).toContain(
      'counts the age in days and uses no weight while the feet are swollen.',
    );
  });

  it('exact figures are not shown when both methods agree, even after the tables have loaded', async () => {
    await showChild(entry({}));
    expect((await screen.findAllByText('Height for age')).length).toBeGreaterThan(0);
    const { exactReading } = await import('@crece/domain/exact');
    expect(exactReading(entry({}), aChild()).ha.exact.z).toBe(-2.93);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/WHO exact/u)).toBeNull();
    expect(screen.queryByText(/WHO's method/u)).toBeNull();
  });

  it('tables that cannot be loaded show no exact figures, without a message', async () => {
    vi.doMock('./who-rules.ts', () => {
      throw new Error('no connection');
    });
    await showCard(entry(STOOD));
    expect(await screen.findByText(/Height for age is −2.94\./u)).toBeTruthy();
    await expect(import('./who-rules.ts')).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/WHO exact/u)).toBeNull();
    expect(screen.queryByText(/colour\.$/u)).toBeNull();
  });
});
