import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockNow, lockState, makeLock, touch } from '../../data/lock.ts';
import { memoryDevice } from '../../testing/render.tsx';
import { ANA, below, lockHere, opened, PIN, said, start, typePin } from './testing/render-lock.tsx';

describe('locked application', () => {
  it('covers everything: nothing can be focused, read or seen in the title', async () => {
    await start();
    expect(document.title).toContain('Luz Mamani');
    await lockHere();
    await screen.findByRole('heading', { name: 'Ana López' });
    expect(below()?.hasAttribute('inert')).toBe(true);
    expect(below()?.getAttribute('aria-hidden')).toBe('true');
    expect(below()?.textContent).toContain('Luz Mamani');
    expect(document.title).toBe('Crece');
    expect(screen.queryByRole('heading', { name: /Luz/ })).toBeNull();
    const lock = document.querySelector('.lock');
    expect(lock?.textContent).not.toContain('Luz');
    expect(below()?.contains(lock)).toBe(false);
  });

  it.each([
    ['en', 'Type your PIN', 'PIN of Ana López, 6 digits', 'Forgot your PIN?'],
    ['es', 'Escriba su PIN', 'PIN de Ana López, 6 cifras', '¿Olvidó su PIN?'],
  ] as const)('shows its text in %s', async (language, prompt, label, forgot) => {
    await start({ language });
    await lockHere();
    expect(await screen.findByText(prompt)).toBeTruthy();
    expect(screen.getByLabelText(label)).toBeTruthy();
    expect(screen.getByRole('button', { name: forgot })).toBeTruthy();
  });

  it('keeps typed text, the open dialog and the focus', async () => {
    const { user } = await start();
    await user.type(screen.getByLabelText('Weight'), '8.1');
    await user.click(screen.getByText('Ask'));
    await user.type(screen.getByLabelText('Note'), 'twin');
    const field = screen.getByLabelText('Note');
    await lockHere();
    await screen.findByRole('group', { name: 'Keys' });
    expect(document.querySelector('dialog')?.open).toBe(false);
    await typePin(PIN);
    await opened();
    expect(document.querySelector('dialog')?.open).toBe(true);
    expect((screen.getByLabelText('Note') as HTMLInputElement).value).toBe('twin');
    expect((screen.getByLabelText('Weight') as HTMLInputElement).value).toBe('8.1');
    expect(screen.getByLabelText('Note')).toBe(field);
    expect(document.title).toContain('Luz Mamani');
  });

  it('a locked application opens no dialog above the lock', async () => {
    await start();
    await lockHere();
    await screen.findByRole('group', { name: 'Keys' });
    fireEvent.click(screen.getByText('Ask'));
    expect(document.querySelector('dialog')?.open).toBe(false);
    await typePin(PIN);
    await opened();
    expect(document.querySelector('dialog')?.open).toBe(true);
  });

  it('renders nothing when it starts locked, until it is opened', async () => {
    makeLock('pin');
    lockNow();
    await start();
    await screen.findByRole('group', { name: 'Keys' });
    expect(document.body.textContent).not.toContain('Luz');
    await typePin(PIN);
    await opened();
    expect(document.body.textContent).toContain('Luz Mamani, 22 months');
  });

  it('starts locked in a new tab when the application is open in no other tab', async () => {
    makeLock('pin');
    sessionStorage.clear();
    await start();
    await screen.findByRole('group', { name: 'Keys' });
    expect(lockState()).toBe('locked');
  });

  it('a new tab starts open when the application is open in another tab', async () => {
    const query = async () => ({ held: [{ name: 'crece.open' }], pending: [] });
    const request = async () => undefined;
    Object.defineProperty(navigator, 'locks', { value: { query, request }, configurable: true });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'locks');
    });
    makeLock('pin');
    sessionStorage.clear();
    await start();
    await screen.findByText('Luz Mamani, 22 months');
    expect(lockState()).toBe('open');
  });

  it('other tabs open and lock the application', async () => {
    await start();
    const elsewhere = (change: () => void) =>
      act(async () => {
        change();
        window.dispatchEvent(new StorageEvent('storage', { key: 'crece.lock' }));
      });
    await elsewhere(() => localStorage.setItem('crece.lock', '-'));
    expect(below()).not.toBeNull();
    await elsewhere(() => localStorage.setItem('crece.lock', 'pin 1'));
    expect(below()).toBeNull();
  });
});

describe('idle time', () => {
  it('locks at the first touch after it is over, not before', async () => {
    const device = memoryDevice({ lockMinutes: 2 });
    await start({ device });
    await waitFor(() => expect(lockState()).toBe('open'));
    touch(Date.now() - 119_000);
    fireEvent.pointerDown(document.body);
    expect(lockState()).toBe('open');
    touch(Date.now() - 120_000);
    await act(async () => {
      fireEvent.keyDown(document.body, { key: 'a' });
    });
    expect(lockState()).toBe('locked');
  });

  it('a window that becomes visible too late is locked', async () => {
    await start();
    await waitFor(() => expect(lockState()).toBe('open'));
    touch(Date.now() - 5 * 60_000);
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(lockState()).toBe('locked');
  });
});

describe('wrong PINs', () => {
  it('wrong PINs are rejected with a message, and from the fourth on with a wait', async () => {
    const { people } = await start();
    await lockHere();
    await typePin('111222');
    await waitFor(() => expect(said()).toBe('This PIN is not right.'));
    for (let i = 0; i < 2; i += 1) await people.tryPin(ANA.id, '111222');
    await typePin('111222');
    await waitFor(() => expect(said()).toMatch(/^Not right\. Please wait\.Next try in 0:0[45]$/));
    expect((screen.getByRole('button', { name: '1' }) as HTMLButtonElement).disabled).toBe(true);
    expect(lockState()).toBe('locked');
  });

  it('a reload does not end the wait after wrong PINs', async () => {
    const device = memoryDevice();
    const people = await device.people();
    await people.setPin(ANA, PIN);
    for (let i = 0; i < 8; i += 1) await people.tryPin(ANA.id, '111222');
    makeLock('pin');
    lockNow();
    await start({ device, people: [] });
    expect(await screen.findByText(/^Next try in 0:0[45]$/)).toBeTruthy();
  });
});
