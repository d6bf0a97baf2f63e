import type { Child } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { StorageError } from '@crece/storage';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { isolatePages } from '../../testing/isolate-pages.ts';
import {
  changeElsewhere,
  failNextWrite,
  openTestUnit,
  removeElsewhere,
} from '../../testing/open-unit.ts';
import { renderApp } from '../../testing/render.tsx';
import { EditChildPage } from './child-form-page.tsx';
import { children } from './feature.ts';
import { choose, field, press, show, type } from './testing/render-child-form.tsx';

isolatePages();

describe('EditChildPage', () => {
  const luz: Child = aChild({ _rev: '1-a', birthDateEstimated: true });
  const path = `/children/edit/${luz._id}`;
  const content = { children: [luz], screenings: [aScreening()] };
  const saveChanges = () => press('Save changes');

  it('saves the changes and goes back to the child', async () => {
    const { unit } = await show(path, content);
    expect(field('First name').value).toBe('Marisol');
    expect(screen.getByText(/^This date was worked out from an age in months/)).toBeTruthy();
    type('First name', 'Marisol Ana');
    await saveChanges();
    expect(await screen.findByText(`at /children/view/${luz._id}`)).toBeTruthy();
    const file = await unit.readChildFile(luz._id);
    expect(file?.child).toMatchObject({
      firstName: 'Marisol Ana',
      birthDate: luz.birthDate,
      birthDateEstimated: true,
      monthAge: 14,
      mother: 'Elena Xicay',
    });
  });

  it('announces that a changed sex or birth date assesses the screenings again, and saves it', async () => {
    const { unit } = await show(path, content);
    const note =
      /^Birth date or sex changed\. Saving assesses the screening of this child again\.$/;
    expect(screen.queryByText(note)).toBeNull();
    await choose('Boy');
    expect(screen.getByText(note)).toBeTruthy();
    await choose('Girl');
    expect(screen.queryByText(note)).toBeNull();
    type('Birth date', '2024-04-10');
    expect(screen.getByText(note)).toBeTruthy();
    await saveChanges();
    await screen.findByText(`at /children/view/${luz._id}`);
    const file = await unit.readChildFile(luz._id);
    expect(file?.screenings[0]?.monthAge).toBe(13);
    expect(file?.child.birthDateEstimated).toBeUndefined();
  });

  it('asks when another person changed the same field, and keeps both values on going back', async () => {
    const { unit } = await show(path, content);
    type('Mother', 'Elena X.');
    await changeElsewhere(unit, { ...luz, mother: 'Elena Tzul', _rev: '2-b' });
    await saveChanges();
    const modal = await screen.findByRole('dialog', { name: 'Somebody changed this too' });
    expect(within(modal).getByText(/somebody changed: Mother\./)).toBeTruthy();
    await press('Go back');
    expect(field('Mother').value).toBe('Elena X.');
    expect((await unit.readChildFile(luz._id))?.child.mother).toBe('Elena Tzul');
    await saveChanges();
    await press('Keep what I typed');
    await screen.findByText(`at /children/view/${luz._id}`);
    expect((await unit.readChildFile(luz._id))?.child.mother).toBe('Elena X.');
  });

  it('shows "Error updating child" with the support contact, and keeps the form', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { unit } = await show(path, content);
    type('Phone', '5551');
    failNextWrite(unit, new StorageError('closed'));
    await saveChanges();
    const title = await screen.findByText('Error updating child');
    expect(title.closest('.notice')?.textContent).toContain('ask your administrator');
    expect(field('Phone').value).toBe('5551');
    expect((await unit.readChildFile(luz._id))?.child.phone).toBe('5550 1234');
  });

  it('warns when the new name belongs to another child', async () => {
    const { unit } = await show(path, {
      ...content,
      children: [luz, aChild({ _id: 'chld_2', firstName: 'Paola', lastName: 'Xicay' })],
    });
    type('First name', 'Paola');
    await saveChanges();
    await screen.findByRole('dialog', { name: 'Another child has this name' });
    await press('Save anyway');
    await screen.findByText(`at /children/view/${luz._id}`);
    expect((await unit.readChildFile(luz._id))?.child.firstName).toBe('Paola');
  });

  const byJose = { removedBy: 'José Núñez', removedAt: '2025-03-02T17:40:00.000Z' };

  it('keeps the form when another person removed the child, says so, and saves', async () => {
    const { unit } = await show(path, content);
    type('Phone', '5551');
    await act(() => removeElsewhere(unit, luz._id, byJose));
    expect(await screen.findByText('This child was removed.')).toBeTruthy();
    expect(await screen.findByText(/By José Núñez, 2 Mar, .+: keep or remove\?$/)).toBeTruthy();
    expect(field('Phone').value).toBe('5551');
    await saveChanges();
    await screen.findByText(`at /children/view/${luz._id}`);
    expect((await unit.readChildFile(luz._id))?.child.phone).toBe('5551');
  });

  it('opens with the draft of a child that was removed earlier', async () => {
    const { unit, device } = await show(path, content);
    type('Phone', '5551');
    await waitFor(async () => expect(await device.drafts.list()).toHaveLength(1));
    cleanup();
    await removeElsewhere(unit, luz._id, byJose);
    await show(path, {}, { device, unit });
    expect(await screen.findByText(/By José Núñez/)).toBeTruthy();
    expect(field('Phone').value).toBe('5551');
  });

  it('shows a message when the child is not on this device', async () => {
    await renderApp(
      <Routes>
        <Route path={children.pages.edit.at} element={<EditChildPage />} />
      </Routes>,
      {
        path: '/children/edit/chld_test_stake_gtm_1746878400009_zzzzzz',
        unit: await openTestUnit(),
      },
    );
    expect(await screen.findByRole('heading', { name: 'This child is not here' })).toBeTruthy();
  });
});
