import { anAssessedScreening, aScreening } from '@crece/domain/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { childPath } from '../../shared/navigation/paths.ts';
import { installBrowserGaps } from '../../testing/browser-gaps.ts';
import { changeElsewhere, changeSync } from '../../testing/open-unit.ts';
import {
  height,
  isolateScreenings,
  openForm,
  type ShowOptions,
  save,
  show,
  weight,
} from './testing/render-screenings.tsx';

const MAY_REMOVE = {
  id: 'user-1',
  username: 'ana',
  displayName: 'Ana Morales',
  roles: ['user' as const],
};
const ARRIVING = { arrival: 'arriving' } as const;

const view = (options: ShowOptions) =>
  show((child) => childPath(child._id), { session: MAY_REMOVE, ...options });
const page = () => screen.getByRole('main').textContent ?? '';
/** Link to the removal of the child. */
const removal = () => document.querySelector('a[href^="/children/remove/"]');

isolateScreenings();
beforeEach(installBrowserGaps);

describe('page of a child whose screenings have not arrived yet', () => {
  it('shows no verdict, says that there is no result, and offers no removal', async () => {
    await view({ sync: ARRIVING });
    expect(await screen.findByRole('heading', { name: 'Screenings still arriving' })).toBeTruthy();
    expect(page()).toContain('Until they are, there is no result.');
    expect(page()).not.toMatch(/Not screened|No visit yet|No screening yet|never|enough to know/);
    expect(removal()).toBeNull();
    expect(page()).toContain('She can be removed once everything has arrived.');
    expect(screen.getAllByRole('link', { name: 'New screening' }).length).toBeGreaterThan(0);
    expect(page()).toContain(
      'When the earlier screenings are here, the result takes them into account',
    );
  });

  it('the page becomes the normal one as soon as everything is here', async () => {
    const { unit } = await view({ sync: ARRIVING });
    await screen.findByRole('heading', { name: 'Screenings still arriving' });
    await act(() => changeSync(unit, { arrival: 'whole' }));
    expect(await screen.findByRole('heading', { name: 'Not screened yet' })).toBeTruthy();
    expect(removal()).not.toBeNull();
  });

  it('a Spanish-speaking person reads that visits are arriving in Spanish', async () => {
    await view({ sync: ARRIVING, language: 'es' });
    expect(await screen.findByRole('heading', { name: 'Evaluaciones por llegar' })).toBeTruthy();
    expect(page()).toContain('Hasta que lleguen no hay resultado.');
    expect(removal()).toBeNull();
  });
});

describe('page of a child whose own record is not here', () => {
  const elsewhere = () => childPath('chld_test_stake_gtm_1746878400001_0a1b2d');

  it('says that it comes with the next sync while records are missing, and nothing of a removal', async () => {
    await show(elsewhere, { session: MAY_REMOVE, sync: ARRIVING });
    expect(await screen.findByText(/It comes with the next sync/)).toBeTruthy();
    expect(page()).not.toMatch(/removed|not found/i);
  });

  it('says to somebody who may not sync that it may never have been downloaded here', async () => {
    await show(elsewhere, { session: null, sync: { arrival: 'never' } });
    expect(
      await screen.findByText(/others’ records come with an account that can sync/),
    ).toBeTruthy();
    expect(page()).not.toMatch(/It comes with the next sync|not found/i);
  });

  it('says that it may have been removed when everything is here', async () => {
    await show(elsewhere, { session: MAY_REMOVE });
    expect(await screen.findByText(/may have been removed/)).toBeTruthy();
  });
});

describe('page of a child with only some screenings arrived', () => {
  const screenings = [aScreening({ surveyDate: '2024-11-10', monthAge: 8 })];

  it('shows them as known so far, and nothing about what is due now', async () => {
    await view({ screenings, sync: ARRIVING });
    expect(await screen.findByText(/may not be the newest/)).toBeTruthy();
    expect(page()).toContain('10 Nov');
    expect(screen.queryByRole('heading', { name: 'Screenings still arriving' })).toBeNull();
    expect(page()).not.toMatch(/overdue|Next visit|240 kcal a day ·/i);
    expect(removal()).toBeNull();
  });

  it('shows no green for a normal screening before the newest one is here', async () => {
    const well = aScreening({
      surveyDate: '2024-11-10',
      monthAge: 8,
      height: 70,
      weight: 8.4,
      muac: 14,
    });
    const { unit } = await view({ screenings: [well], sync: ARRIVING });
    expect(await screen.findByRole('heading', { name: 'Screenings still arriving' })).toBeTruthy();
    expect(page()).toContain('What has come so far shows no danger');
    expect(document.querySelector('.hero .st-green')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Do now' })).toBeNull();
    await act(() => changeSync(unit, { arrival: 'whole' }));
    expect(await screen.findByRole('region', { name: 'Do now' })).toBeTruthy();
    expect(document.querySelector('.hero .st-green')).not.toBeNull();
  });

  it('shows what is due once everything is here', async () => {
    await view({ screenings });
    expect(await screen.findByText('Screening overdue')).toBeTruthy();
    expect(screen.queryByText(/may not be the newest/)).toBeNull();
    expect(removal()).not.toBeNull();
  });
});

describe('saving a screening while earlier ones may still arrive', () => {
  it('a screening while others may arrive is not treated as the first one, and its result is provisional', async () => {
    const { user } = await openForm({ child: { birthDate: '2022-01-10' }, sync: ARRIVING });
    expect(screen.getByText('Earlier screenings may still be arriving')).toBeTruthy();
    await user.type(height(), '92');
    await user.type(weight(), '12.4');
    // A first screening over 36 months would say that the child does not qualify.
    expect(screen.queryByText('Child does not qualify')).toBeNull();
    await user.click(save());
    expect(await screen.findByText(/this result takes them into account/)).toBeTruthy();
  });

  it('is final once the earlier ones are here, and counts them', async () => {
    const { user, unit, child } = await openForm({ sync: ARRIVING });
    await user.type(height(), '68.5');
    await user.type(weight(), '7.1');
    await user.click(save());
    await screen.findByText(/this result takes them into account/);
    expect(page()).toContain('Start supplement: 240 kcal a day');
    const earlier = anAssessedScreening(child, {
      _id: 'scr_test_stake_gtm_1746878700000_0e0e0e',
      surveyDate: '2025-05-01',
      height: 68,
      weight: 6.9,
    });
    await act(async () => {
      await changeElsewhere(unit, earlier);
      await changeSync(unit, { arrival: 'whole' });
    });
    await waitFor(() => expect(page()).toContain('Keep giving 240 kcal a day'));
    expect(page()).not.toContain('Start supplement');
    expect(page()).not.toContain('takes them into account');
  });

  it('warns about the qualifying age when the unit was received completely', async () => {
    const { user } = await openForm({ child: { birthDate: '2022-01-10' } });
    await user.type(height(), '92');
    await user.type(weight(), '12.4');
    expect(await screen.findByText('Child does not qualify')).toBeTruthy();
    expect(screen.queryByText('Earlier screenings may still be arriving')).toBeNull();
    await user.click(save());
    await screen.findByText(/^Saved on this device/);
    expect(screen.queryByText(/takes them into account/)).toBeNull();
  });
});
