import type { Child } from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { StorageError } from '@crece/storage';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes, useParams } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { isolatePages } from '../../testing/isolate-pages.ts';
import {
  changeElsewhere,
  failNextWrite,
  openTestUnit,
  removeElsewhere,
} from '../../testing/open-unit.ts';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { EditChildPage } from './child-form-page.tsx';
import { children } from './feature.ts';
import { RemoveChildPage } from './remove-child-page.tsx';
import { askForConsent, choose, field, press, show, type } from './testing/render-child-form.tsx';

isolatePages();

describe('EditChildPage', () => {
  const luz: Child = aChild({ _rev: '1-a', birthDateEstimated: true });
  const path = `/children/edit/${luz._id}`;
  const content = { children: [luz], screenings: [aScreening()] };
  const saveChanges = () => press('Save changes');

  /** A page of this child; of another one only its id. */
  function OfLuz({ page }: { page: ReactNode }) {
    const { childId = '' } = useParams();
    return childId === luz._id ? page : <p>at {childId}</p>;
  }

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

  it('keeps day and name of the consent until somebody changes the answer', async () => {
    const refused = { given: false, day: '2025-04-01', who: 'Eva' };
    const before = { ...luz, consent: refused };
    askForConsent({ GTM: { en: 'May we keep the measures?' } });
    const { unit } = await show(path, { children: [before] });
    expect(
      within(
        await screen.findByRole('group', { name: /^May we keep/ }),
      ).getByRole<HTMLInputElement>('radio', { name: 'No (refused)' }).checked,
    ).toBe(true);
    type('First name', 'Marisol Ana');
    await saveChanges();
    await screen.findByText(`at /children/view/${luz._id}`);
    expect((await unit.readChildFile(luz._id))?.child.consent).toEqual(refused);
    cleanup();
    await show(path, {}, { unit });
    await userEvent.click(
      within(await screen.findByRole('group', { name: /^May we keep/ })).getByRole('radio', {
        name: 'Yes',
      }),
    );
    await saveChanges();
    await screen.findByText(`at /children/view/${luz._id}`);
    expect((await unit.readChildFile(luz._id))?.child.consent).toEqual({
      given: true,
      day: '2025-06-10',
      who: 'Ana',
    });
  });

  it('keeps the answer about messages, the language and an opened message, and changes them', async () => {
    const yes = { given: true, day: '2025-04-01', who: 'Eva' };
    const messaged = { day: '2025-05-01', who: 'Eva', way: 'sms' } as const;
    const before = { ...luz, mayMessage: yes, language: 'es' as const, messaged };
    const { unit } = await show(path, { children: [before] });
    type('First name', 'Marisol Ana');
    await saveChanges();
    await screen.findByText(`at /children/view/${luz._id}`);
    const kept = { mayMessage: yes, language: 'es', messaged };
    expect((await unit.readChildFile(luz._id))?.child).toMatchObject(kept);
    cleanup();
    await show(path, {}, { unit });
    const group = screen.getByRole('group', { name: /^May the family be written/, hidden: true });
    await userEvent.click(within(group).getByRole('radio', { name: 'No (refused)', hidden: true }));
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: /^Family’s language/, hidden: true }),
      'Not recorded',
    );
    await saveChanges();
    await screen.findByText(`at /children/view/${luz._id}`);
    const { child } = (await unit.readChildFile(luz._id)) ?? {};
    expect(child?.mayMessage).toMatchObject({ given: false });
    expect(child).not.toHaveProperty('language');
    expect(child?.messaged).toEqual(messaged);
  });

  it('keeps a consent where the programme no longer asks', async () => {
    const refused = { given: false, day: '2025-04-01', who: 'Eva' };
    const { unit } = await show(path, { children: [{ ...luz, consent: refused }] });
    type('First name', 'Marisol Ana');
    await saveChanges();
    await screen.findByText(`at /children/view/${luz._id}`);
    expect((await unit.readChildFile(luz._id))?.child.consent).toEqual(refused);
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

  it('says when a screening would lie before the birth date that is typed', async () => {
    await show(path, content);
    const note = /^The screening cannot be before the birth date, /u;
    type('Birth date', '2025-05-10');
    expect(screen.queryByText(note)).toBeNull();
    type('Birth date', '2025-05-11');
    expect(screen.getByText(note).textContent).toContain('11 May 2025');
    await choose('By months');
    type('Age in months', '0');
    expect(screen.queryByText(note)).toBeNull();
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

  it('what was typed and left is there again after the child was screened, moved to a ward and merged', async () => {
    const twin = aChild({ _id: `${luz._id.slice(0, -1)}z`, _rev: '1-b', phone: '5559 0000' });
    const { unit, device } = await show(path, { ...content, children: [luz, twin] });
    type('Phone', '5550 9999');
    await device.drafts.flush();
    cleanup();
    await changeElsewhere(unit, {
      ...luz,
      ward: 'Norte',
      summary: undefined,
      _rev: '2-b',
    } as Child);
    await show(path, {}, { unit, device });
    await waitFor(() => expect(field('Phone').value).toBe('5550 9999'));
    expect(field('Ward').value).toBe('Norte');
    cleanup();
    const ids = [luz._id, twin._id] as const;
    await unit.mergeChildren({ ids, fromLarger: [] }, { name: 'Ana' }, new Date());
    await show(path, {}, { unit, device });
    await waitFor(() => expect(field('Phone').value).toBe('5550 9999'));
    await saveChanges();
    await screen.findByText(`at /children/view/${luz._id}`);
    const saved = await unit.readChildFile(luz._id);
    expect(saved?.child).toMatchObject({ phone: '5550 9999', ward: 'Norte' });
    expect(await device.drafts.list()).toEqual([]);
  });

  it('what was typed of a record that is now part of another child is there, and asked about', async () => {
    const twin = aChild({ _id: `${luz._id.slice(0, -1)}z`, phone: '5559 0000' });
    const { unit, device } = await show(`/children/edit/${twin._id}`, { children: [luz, twin] });
    type('Phone', '5550 9999');
    await device.drafts.flush();
    cleanup();
    const ids = [luz._id, twin._id] as const;
    await unit.mergeChildren({ ids, fromLarger: [] }, { name: 'Ana' }, new Date());
    await show(path, {}, { unit, device });
    await waitFor(() => expect(field('Phone').value).toBe('5550 9999'));
    await saveChanges();
    await screen.findByText(/somebody changed: Phone\./);
    await press('Keep what I typed');
    await screen.findByText(`at /children/view/${luz._id}`);
    expect((await unit.readChildFile(twin._id))?.child).toMatchObject({
      _id: luz._id,
      phone: '5550 9999',
    });
    expect(await device.drafts.list()).toEqual([]);
  });

  it('a draft asks about the field that somebody else changed since it was typed, and about no other', async () => {
    const { unit, device } = await show(path, content);
    type('Mother', 'Elena X.');
    await device.drafts.flush();
    cleanup();
    await changeElsewhere(unit, { ...luz, mother: 'Elena Tzul', phone: '5551', _rev: '2-b' });
    await show(path, {}, { unit, device });
    await waitFor(() => expect(field('Mother').value).toBe('Elena X.'));
    expect(field('Phone').value).toBe('5551');
    await saveChanges();
    const modal = await screen.findByRole('dialog', { name: 'Somebody changed this too' });
    expect(within(modal).getByText(/somebody changed: Mother\./)).toBeTruthy();
    await press('Keep what I typed');
    await screen.findByText(`at /children/view/${luz._id}`);
    const saved = await unit.readChildFile(luz._id);
    expect(saved?.child).toMatchObject({ mother: 'Elena X.', phone: '5551' });
  });

  it('finds what a former build kept under the version of the record', async () => {
    const device = memoryDevice({ screenerName: 'Ana' });
    const unit = await openTestUnit(content);
    const { child } = (await unit.readChildFile(luz._id)) ?? {};
    await device.drafts.save(`child:${luz._id}:${child?._rev}`, { phone: '5550 9999' });
    await show(path, {}, { unit, device });
    await waitFor(() => expect(field('Phone').value).toBe('5550 9999'));
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

  it.each([
    ['/children/edit', children.pages.edit.at, <EditChildPage key="edit" />],
    ['/children/remove', children.pages.remove.at, <RemoveChildPage key="remove" />],
  ])('%s: the page of a child that moved leads to its unit', async (at, pattern, page) => {
    const movedTo = { stakeDB: 'calapan_phl', id: 'chld_calapan_phl_1746878400001_0a1b2c' };
    const removed = [{ ...luz, removedBy: 'Ben', removedAt: '2026-11-28T10:00:00.000Z', movedTo }];
    const unit = await openTestUnit({ removed });
    await renderApp(
      <Routes>
        <Route path={pattern} element={<OfLuz page={page} />} />
      </Routes>,
      { path: `${at}/${luz._id}`, unit },
    );
    expect(await screen.findByText(`at ${movedTo.id}`)).toBeTruthy();
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
    expect(await screen.findByRole('heading', { name: 'Page not found', level: 2 })).toBeTruthy();
  });
});
