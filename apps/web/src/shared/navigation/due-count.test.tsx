import type { Child } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestUnit, type UnitContent } from '../../testing/open-unit.ts';
import { renderApp } from '../../testing/render.tsx';
import { DueCount } from './due-count.tsx';
import { Page } from './page.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-10T18:00:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const child = (place: number): Child =>
  aChild({ _id: `chld_test_stake_gtm_174687840000${place}_0a1b2c` });
const children = [1, 2, 3, 4, 5].map(child);
const visit = (place: number, muac: number, surveyDate: string) => {
  const owner = children[place] ?? child(0);
  const _id = owner._id.replace('chld', 'scr');
  return anAssessedScreening(owner, { _id, height: 78, weight: 10, muac, surveyDate });
};
/** One to refer, one a week overdue, one overdue for longer, one well, one never screened. */
const screenings = [
  visit(0, 11, '2025-06-09'),
  visit(1, 12.1, '2025-05-03'),
  visit(2, 12.1, '2025-03-01'),
  visit(3, 14, '2025-06-09'),
];

async function unitWith(content: UnitContent) {
  const local = await openTestUnit({ children, screenings, ...content });
  const { sync, pending } = local.snapshot();
  return { stakeDB: 'test_stake_gtm', stakeName: 'Test', local, sync, pending };
}

it('the name of the link "Due", and the icon, say who is to be referred or due within a week', async () => {
  const setAppBadge = vi.fn(async () => undefined);
  Object.assign(navigator, { setAppBadge });
  const unit = await unitWith({});
  await renderApp(
    <Page title="Test" unit={unit}>
      {null}
    </Page>,
    { unit: unit.local },
  );
  const name = 'Due 2 children to refer or due within a week';
  expect(await screen.findByRole('link', { name })).toBeTruthy();
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(2));
  Reflect.deleteProperty(navigator, 'setAppBadge');
});

it('no number is due while not all children have arrived, and when nobody is due', async () => {
  const arriving = await unitWith({ sync: { arrival: 'arriving' } });
  const well = await unitWith({ children: children.slice(3), screenings: screenings.slice(3) });
  const whole = await unitWith({});
  await renderApp(
    <>
      <DueCount unit={arriving} />
      <DueCount unit={well} />
      <DueCount unit={whole} />
    </>,
    { unit: whole.local },
  );
  await screen.findByText('2 children to refer or due within a week');
  expect(document.querySelectorAll('.nav-count')).toHaveLength(1);
});

it('invented children of a practice unit leave the number on the icon alone', async () => {
  const setAppBadge = vi.fn(async () => undefined);
  Object.assign(navigator, { setAppBadge });
  const unit = await unitWith({});
  await renderApp(<DueCount unit={{ ...unit, demo: true }} />, { unit: unit.local });
  await screen.findByText('2 children to refer or due within a week');
  expect(setAppBadge).not.toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'setAppBadge');
});
