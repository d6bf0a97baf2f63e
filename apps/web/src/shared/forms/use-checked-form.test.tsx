import type { Account, Checked, Issue } from '@crece/domain';
import { type Device, StorageError } from '@crece/storage';
import { deviceOn, newDisk } from '@crece/storage/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { clearSession, keepPerson } from '../../api/stored-session.ts';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { Button } from '../../ui/controls.tsx';
import { NumberField, TextField } from '../../ui/fields.tsx';
import { DraftNote, ErrorSummary } from './form-parts.tsx';
import { useAnyUnsaved } from './unsaved.tsx';
import { useCheckedForm } from './use-checked-form.ts';

type Typed = { name: string; weight: string };

function check(typed: Typed): Checked<{ name: string; weight: number }> {
  const issues: Issue[] = [];
  if (typed.name === '') issues.push({ code: 'name-missing', field: 'name' });
  const weight = Number(typed.weight);
  if (typed.weight !== '' && !(weight >= 3 && weight <= 18)) {
    issues.push({ code: 'weight-out-of-range', field: 'weight', params: { weight } });
  }
  if (typed.name === 'nobody') issues.push({ code: 'not-a-person' });
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: { name: typed.name, weight }, notices: [] };
}

const sentence = (issue: Issue) => `${issue.code} ${issue.params?.['weight'] ?? ''}`.trim();

const FORMER_KEYS = ['former-form'];

function Form({ save }: { save: (value: { name: string; weight: number }) => Promise<void> }) {
  const form = useCheckedForm<Typed, { name: string; weight: number }>({
    formKey: 'test-form',
    otherKeys: FORMER_KEYS,
    defaults: { name: '', weight: '' },
    check,
    sentence,
    checkOnLeaving: ['weight'],
  });
  const unsaved = useAnyUnsaved();
  const [failed, setFailed] = useState(false);
  if (!form.ready) return <p>opening</p>;
  return (
    <form
      noValidate
      onSubmit={form.submit(async (value) => {
        try {
          await save(value);
          await form.draft.discard();
        } catch {
          setFailed(true);
        }
      })}
    >
      <ErrorSummary problems={form.problems} />
      <TextField label="Name" {...form.field('name')} />
      <NumberField label="Weight" unit="kg" {...form.field('weight')} />
      <DraftNote draft={form.draft} />
      <Button type="submit" disabled={form.saving}>
        Save
      </Button>
      {failed ? <p>not saved</p> : null}
      <output>{unsaved ? 'unsaved' : 'nothing unsaved'}</output>
    </form>
  );
}

const ANA: Account = { id: 'user-1', username: 'ana', displayName: 'Ana', roles: ['user'] };

async function open(device: Device = memoryDevice(), session: Account | null = null) {
  const save = vi.fn(async (_value: { name: string; weight: number }) => undefined);
  await renderApp(<Form save={save} />, { device, session });
  const name = await screen.findByLabelText('Name');
  return { save, device, name, weight: screen.getByLabelText('Weight'), user: userEvent.setup() };
}

describe('useCheckedForm', () => {
  it('shows no error before a submit, then each at its field and above the form, and focuses the first', async () => {
    const { user, save, name, weight } = await open();
    await user.click(name);
    await user.tab();
    expect(screen.queryByText('name-missing')).toBeNull();

    await user.type(weight, '81');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('2 things to correct')).toBeTruthy();
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(name.getAttribute('aria-describedby')).toBe(`${name.id}-error`);
    expect(document.getElementById(`${name.id}-error`)?.textContent).toBe('name-missing');
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(save).not.toHaveBeenCalled();

    await user.type(name, 'Luz');
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('false'));
  });

  it.each([
    ['the next person, who typed nothing', () => keepPerson({ ...ANA, id: 'user-2' })],
    ['nobody, who has the form empty before them', clearSession],
  ])('that what one person typed is kept is not said to %s', async (_who, change) => {
    const device = memoryDevice();
    function Opened() {
      const isAna = useSession()?.id === ANA.id;
      return isAna ? <Form save={async () => undefined} /> : <p>somebody else</p>;
    }
    await renderApp(<Opened />, { device, session: ANA });
    await userEvent.type(await screen.findByLabelText('Name'), 'Luz');
    act(change);
    await screen.findByText('somebody else');
    await waitFor(async () => expect(await device.drafts.list()).toHaveLength(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByText(/What you typed is kept/)).toBeNull();
  });

  it('a draft that the browser removed under the form, as when site data is cleared, is kept again, or no longer said to be kept', async () => {
    const disk = newDisk();
    const device = deviceOn(disk, { deviceId: 'test-device' });
    const { user, name } = await open(device);
    await user.type(name, 'Luz');
    await screen.findByText('Draft kept on this device');
    const cleared = async () => {
      disk.stores.drafts.clear();
      await act(async () => device.store.onClosed?.());
    };
    await cleared();
    const kept = expect.objectContaining({ name: 'Luz' }) as unknown;
    await waitFor(() => expect([...disk.stores.drafts.values()]).toEqual([kept]));
    expect(screen.getByText('Draft kept on this device')).toBeTruthy();

    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(device.store, 'put').mockRejectedValue(new StorageError('failed'));
    await cleared();
    await waitFor(() => expect(screen.queryByText('Draft kept on this device')).toBeNull());
  });

  it('checks a range on leaving its field, and clears the error once corrected', async () => {
    const { user, name, weight } = await open();
    await user.type(weight, '81');
    expect(weight.getAttribute('aria-invalid')).toBe('false');
    await user.click(name);
    expect(await screen.findByText('weight-out-of-range 81')).toBeTruthy();
    expect(screen.queryByText('One thing to correct')).toBeNull();
    expect(screen.queryByText('name-missing')).toBeNull();

    await user.clear(weight);
    await user.type(weight, '8.1');
    await waitFor(() => expect(screen.queryByText('weight-out-of-range 81')).toBeNull());
  });

  it('shows no field before the draft is loaded, because a late draft would overwrite typed text', async () => {
    const device = memoryDevice({}, { drafts: { 'test-form': { name: 'Luz', weight: '7' } } });
    const { load } = device.drafts;
    let answer = () => {};
    device.drafts.load = async (key) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return load(key);
    };
    await renderApp(<Form save={async () => undefined} />, { device });
    expect(screen.getByText('opening')).toBeTruthy();
    expect(screen.queryByLabelText('Name')).toBeNull();
    answer();
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Luz');
    expect(screen.getByLabelText('Weight')).toHaveProperty('value', '7');
  });

  it('links from the summary to the field', async () => {
    const { user, name, weight } = await open();
    await user.type(name, 'Luz');
    await user.type(weight, '2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('button', { name: 'weight-out-of-range 2' }));
    expect(document.activeElement).toBe(weight);
  });

  it('counts as unsaved while saving, which may fail', async () => {
    const { user, save, name } = await open();
    let finish = () => {};
    save.mockImplementation(
      () =>
        new Promise((resolve) => {
          finish = () => resolve(undefined);
        }),
    );
    await user.type(name, 'Luz');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(screen.getByText('unsaved')).toBeTruthy();
    await act(async () => finish());
    expect(await screen.findByText('nothing unsaved')).toBeTruthy();
  });

  it('shows an issue of the whole form in the summary', async () => {
    const { user, save, name } = await open();
    await user.type(name, 'nobody');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('One thing to correct')).toBeTruthy();
    expect(screen.getByText('not-a-person')).toBeTruthy();
    expect(save).not.toHaveBeenCalled();

    await user.type(name, ' else');
    await waitFor(() => expect(screen.queryByText('not-a-person')).toBeNull());
    await user.type(name, '{Backspace>5/}');
    expect(await screen.findByText('not-a-person')).toBeTruthy();
    await user.type(name, ' else');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'nobody else', weight: 0 }));
  });

  it('restores typed text after a reload', async () => {
    const first = await open();
    await first.user.type(first.name, 'Luz');
    await first.user.type(first.weight, '8.1');
    expect(await screen.findByText('Draft kept on this device')).toBeTruthy();
    expect(await first.device.drafts.load('test-form')).toMatchObject({
      name: 'Luz',
      weight: '8.1',
    });
    cleanup();

    const second = await open(first.device);
    expect((second.name as HTMLInputElement).value).toBe('Luz');
    expect((second.weight as HTMLInputElement).value).toBe('8.1');
    expect(await screen.findByText('What you typed before is back')).toBeTruthy();
    expect(await screen.findByText('unsaved')).toBeTruthy();
  });

  it('a draft found under a former key is kept under its own, also while the former copy cannot be deleted', async () => {
    const device = memoryDevice();
    await device.drafts.save('former-form', { name: 'Luz', weight: '' });
    const discard = vi.spyOn(device.drafts, 'discard').mockRejectedValue(new Error('disk'));
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const { weight, user } = await open(device);
    await user.type(weight, '8');
    await waitFor(() => expect(discard).toHaveBeenCalledWith('former-form'));
    expect(await device.drafts.load('test-form')).toMatchObject({ name: 'Luz', weight: '8' });
    expect(await screen.findByText('What you typed before is back')).toBeTruthy();
    expect(warned).toHaveBeenCalledWith(
      'The former copy of a draft could not be deleted.',
      expect.any(Error),
    );

    discard.mockRestore();
    await user.type(weight, '.5');
    await waitFor(async () => expect(await device.drafts.load('former-form')).toBeNull());
    expect(await device.drafts.load('test-form')).toMatchObject({ weight: '8.5' });
  });

  it('offers a draft only to the account that typed it, not to a guest or another account', async () => {
    onTestFinished(clearSession);
    const device = memoryDevice();
    const work = (session: Account | null) => open(device, session);
    const typed = ({ name }: { name: HTMLElement }) => (name as HTMLInputElement).value;
    const ana = await work(ANA);
    await ana.user.type(ana.name, 'Luz');
    expect(await screen.findByText('Draft kept on this device')).toBeTruthy();
    for (const other of [null, { ...ANA, id: 'user-2' }]) {
      cleanup();
      if (other === null) clearSession();
      const form = await work(other);
      expect(typed(form)).toBe('');
      await form.user.type(form.name, 'X');
    }
    cleanup();
    expect(typed(await work(ANA))).toBe('Luz');
  });

  it('deletes the draft after a save and when it is discarded', async () => {
    const { user, device, name, save } = await open();
    await user.type(name, 'Luz');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep typing' }),
    );
    expect((name as HTMLInputElement).value).toBe('Luz');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect((name as HTMLInputElement).value).toBe(''));
    expect(await device.drafts.load('test-form')).toBeNull();
    expect(await screen.findByText('nothing unsaved')).toBeTruthy();

    await user.type(name, 'Ana');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    await waitFor(async () => expect(await device.drafts.load('test-form')).toBeNull());
  });

  it('restores a draft from before a field was added', async () => {
    const device = memoryDevice({}, { drafts: { 'test-form': { name: 'Luz' } } });
    const { name, weight } = await open(device);
    expect((name as HTMLInputElement).value).toBe('Luz');
    expect((weight as HTMLInputElement).value).toBe('');
  });

  it('ignores a stored draft of another shape', async () => {
    const device = memoryDevice({}, { drafts: { 'test-form': { name: 7 } } });
    const { name } = await open(device);
    expect((name as HTMLInputElement).value).toBe('');
  });

  it('saves once for repeated presses, and keeps the form when the save fails', async () => {
    const device = memoryDevice();
    let fail: () => void = () => undefined;
    const save = vi.fn(
      () =>
        new Promise<undefined>((_resolve, reject) => {
          fail = () => reject(new Error('full'));
        }),
    );
    await renderApp(<Form save={save} />, { device });
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Name'), 'Luz');
    const button = screen.getByRole('button', { name: 'Save' });
    await user.click(button);
    await user.click(button);
    expect(save).toHaveBeenCalledOnce();
    await act(async () => fail());
    expect(screen.getByText('not saved')).toBeTruthy();
    expect(await device.drafts.load('test-form')).toMatchObject({ name: 'Luz', weight: '' });
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Luz');
  });

  it('translates its errors when the language changes, with only a few renders', async () => {
    let drawings = 0;
    function Speaking() {
      const { language, setLanguage } = useMessages();
      const form = useCheckedForm<Typed, { name: string; weight: number }>({
        formKey: null,
        defaults: { name: '', weight: '' },
        check,
        checkOnLeaving: ['weight'],
        // As in real pages: a new function in each render.
        sentence: ({ code }) => `${code} in ${language}`,
      });
      drawings += 1;
      return (
        <form noValidate onSubmit={form.submit(async () => undefined)}>
          <TextField label="Name" {...form.field('name')} />
          <TextField label="Weight" {...form.field('weight')} />
          <Button type="submit">Save</Button>
          <Button onClick={() => setLanguage('es')}>Español</Button>
          <Button onClick={() => setLanguage('en')}>English</Button>
        </form>
      );
    }
    await renderApp(<Speaking />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Weight'), '81');
    await user.tab();
    expect(await screen.findByText('weight-out-of-range in en')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Español' }));
    expect(await screen.findByText('weight-out-of-range in es')).toBeTruthy();
    expect(screen.queryByText(/name-missing/u)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'English' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('name-missing in en')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Español' }));
    expect(await screen.findByText('name-missing in es')).toBeTruthy();
    expect(drawings).toBeLessThan(30);
  });
});
