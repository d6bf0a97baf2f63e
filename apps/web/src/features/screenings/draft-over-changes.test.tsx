import type { Screening } from '@crece/domain';
import { aScreening } from '@crece/domain/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { editScreeningPath } from '../../shared/navigation/paths.ts';
import { changeElsewhere } from '../../testing/open-unit.ts';
import { memoryDevice } from '../../testing/render.tsx';
import {
  field,
  height,
  isolateScreenings,
  muac,
  save,
  screeningsOf,
  show,
  weight,
} from './testing/render-screenings.tsx';

isolateScreenings();

const comments = () => field(/^Comments/u);

/** What was typed into an edited screening and left, and how the record was changed elsewhere then. */
async function comeBack(
  type: (user: ReturnType<typeof userEvent.setup>) => Promise<void>,
  changed: Partial<Screening>,
) {
  const base = aScreening();
  const device = memoryDevice({ screenerName: 'Ana Morales' });
  const user = userEvent.setup();
  const path = () => editScreeningPath(base.owner, base._id);
  const first = await show(path, { device, screenings: [base] });
  await screen.findByRole('button', { name: 'Save changes' });
  await type(user);
  await device.drafts.flush();
  cleanup();
  await changeElsewhere(first.unit, { ...base, ...changed });
  const shown = await show(path, { device, openedUnit: first.unit });
  await screen.findByRole('button', { name: 'Save changes' });
  return { user, base, ...shown };
}

it('a draft shows what was typed over the record as it is now, and undoes nobody’s correction', async () => {
  const { user, base, ...shown } = await comeBack(async (user) => user.type(comments(), 'Fever'), {
    weight: 7.1,
    muac: 11.2,
  });
  expect(comments()).toHaveProperty('value', 'Fever');
  expect(weight()).toHaveProperty('value', '7.1');
  expect(muac()).toHaveProperty('value', '11.2');
  await user.click(save());
  await screen.findByText(/^Saved on this device/u);
  expect((await screeningsOf(shown))[0]).toMatchObject({
    height: base.height,
    weight: 7.1,
    muac: 11.2,
    comments: 'Fever',
  });
});

it('a draft whose figure somebody else corrected too asks whose counts, also when it is left twice', async () => {
  const { user, base, ...shown } = await comeBack(
    async (user) => {
      await user.clear(muac());
      await user.type(muac(), '12.7');
    },
    { muac: 11.2, height: 75 },
  );
  expect(muac()).toHaveProperty('value', '12.7');
  expect(height()).toHaveProperty('value', '75');
  await user.type(comments(), 'Fever');
  await shown.device.drafts.flush();
  cleanup();
  const again = await show(() => editScreeningPath(base.owner, base._id), {
    device: shown.device,
    openedUnit: shown.unit,
  });
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Somebody changed this screening' });
  expect((await screeningsOf(again))[0]?.muac).toBe(11.2);
  await user.click(within(dialog).getByRole('button', { name: 'Save what I typed' }));
  await screen.findByText(/^Saved on this device/u);
  expect((await screeningsOf(again))[0]).toMatchObject({ muac: 12.7, height: 75 });
});
