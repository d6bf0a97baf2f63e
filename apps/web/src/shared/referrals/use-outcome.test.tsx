import type { ReferralOutcome } from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenUnit } from '../../data/units.tsx';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { UnitRoute } from '../navigation/unit-route.tsx';
import { useOutcome } from './use-outcome.ts';

const TODAY = '2025-06-10';
const child = aChild({ birthDate: '2023-10-10' });
const severe = anAssessedScreening(child, {
  _id: 'scr_test_stake_gtm_1746878700011_3d4e5f',
  surveyDate: '2025-06-01',
  height: 78,
  weight: 7.2,
});
const arm = anAssessedScreening(child, {
  _id: 'scr_test_stake_gtm_1746878700012_3d4e5f',
  surveyDate: '2025-06-09',
  muac: 13,
});

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ demo: false })));
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T18:00:00.000Z`) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let takeBack: (() => Promise<boolean>) | null = null;

/** A row of a list: one tap records, another takes it back. */
function Row({ unit, outcome }: { unit: OpenUnit; outcome: ReferralOutcome }) {
  const { record } = useOutcome(unit);
  return (
    <button
      type="button"
      onClick={() => {
        void record(child._id, outcome, TODAY).then((undo) => {
          takeBack = undo;
        });
      }}
    >
      record
    </button>
  );
}

it('records with one tap on the screening that shows the open sign, and takes it back', async () => {
  const unit = await openTestUnit({ children: [child], screenings: [severe, arm] });
  await renderApp(
    <UnitRoute stakeDB={unit.stakeDB}>{(open) => <Row unit={open} outcome="seen" />}</UnitRoute>,
    { unit, device: memoryDevice({ screenerName: 'Ana' }) },
  );
  const outcomes = async () =>
    (await unit.readChildFile(child._id))?.screenings.map(
      ({ referralOutcome, referralDate }) => [referralOutcome, referralDate] as const,
    );
  await userEvent.setup().click(await screen.findByText('record'));
  await vi.waitFor(() => expect(takeBack).not.toBeNull());
  expect(await outcomes()).toEqual([
    [undefined, undefined],
    ['seen', TODAY],
  ]);
  expect(await takeBack?.()).toBe(true);
  expect(await outcomes()).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
});
