import type { ReferSign } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { openTestUnit } from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { ScreeningForm } from './screening-form.tsx';
import {
  height,
  isolateScreenings,
  muac,
  save,
  TODAY,
  weight,
} from './testing/render-screenings.tsx';

isolateScreenings();

/** The form of a new screening of a child with these open signs, begun by a row's tape button. */
async function openReferred(...openSigns: ReferSign[]) {
  const child = aChild();
  const unit = await openTestUnit({ children: [child], screenings: [] });
  const file = await unit.readChildFile(child._id);
  if (file === null) throw new Error('no child');
  const device = memoryDevice({
    screenerName: 'Ana',
    measuresOfDay: { day: TODAY, measures: 'muac' },
  });
  await renderApp(
    <UnitRoute stakeDB={unit.stakeDB}>
      {(open) => (
        <ScreeningForm
          unit={open}
          file={file}
          base={null}
          today={TODAY}
          wrongDay={null}
          isMuacAsked
          openSigns={openSigns}
          onTakeTheirs={async () => undefined}
        />
      )}
    </UnitRoute>,
    { unit, device },
  );
  await screen.findByRole('button', { name: 'Save screening' });
  const saved = async () => (await unit.readChildFile(child._id))?.screenings ?? [];
  return { user: userEvent.setup(), saved };
}

const feet = () => screen.getByRole('group', { name: 'Are both feet swollen?' });
const missing = (signs: string) => `Referred before, not measured now: ${signs}`;

describe('a new screening of a child with an open referral', () => {
  it('begins with all measures, whatever was asked or chosen that day', async () => {
    for (const sign of ['swelling', 'whz', 'muac'] as const) {
      await openReferred(sign);
      expect(screen.getByRole('radio', { name: 'All measures' })).toHaveProperty('checked', true);
      const isFirst = feet().compareDocumentPosition(muac()) & Node.DOCUMENT_POSITION_FOLLOWING;
      expect(isFirst !== 0).toBe(sign === 'swelling');
      cleanup();
    }
  });

  it('says once which sign is not measured, and then saves', async () => {
    const { user, saved } = await openReferred('swelling', 'whz');
    await user.type(muac(), '12.8');
    await user.click(save());
    expect(
      await screen.findByText(missing('swelling of both feet and weight for height')),
    ).toBeTruthy();
    expect(screen.getByText('The referral stays open. You may still save.')).toBeTruthy();
    expect(await saved()).toHaveLength(0);
    await user.click(within(feet()).getByRole('radio', { name: 'No' }));
    await user.click(screen.getByRole('button', { name: 'Save anyway' }));
    expect(await saved()).toMatchObject([{ muac: 12.8, oedema: false }]);
  });

  it('calls nothing normal in the live result while a sign is not measured', async () => {
    const { user } = await openReferred('whz');
    const rested = { timeout: 3000 };
    await user.type(muac(), '12.8');
    const title = 'Still referred: weight for height';
    const live = await screen.findByText(title, { selector: '.live.st-red b' }, rested);
    expect(live.parentElement?.textContent).toBe(`${title}MUAC 12.8`);
    await user.type(height(), '77');
    await user.type(weight(), '9.8');
    await waitFor(() => expect(document.querySelector('.live.st-green')).not.toBeNull(), rested);
    expect(screen.queryByText(title)).toBeNull();
  });

  it('says nothing when every open sign is measured', async () => {
    const { user, saved } = await openReferred('whz', 'muac');
    await user.type(muac(), '12.8');
    await user.type(height(), '77');
    await user.type(weight(), '9.8');
    await user.click(save());
    expect(await saved()).toHaveLength(1);
  });
});
