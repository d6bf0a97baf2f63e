import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { ASK_AGAIN_DAYS, type InstallPrompt, mayOffer } from './install.ts';
import { InstallCard } from './install-card.tsx';

const saved = { lastNewChild: { ageBy: 'months', memberStatus: 'Yes' } } as const;

/** The browser's question, as public/browser-check.js keeps it; the person answers so. */
function prompt(outcome: 'accepted' | 'dismissed') {
  const asked = vi.fn(async () => undefined);
  const event = Object.assign(new Event('beforeinstallprompt'), {
    prompt: asked,
    userChoice: Promise.resolve({ outcome }),
  });
  window.creceInstall = event as unknown as InstallPrompt;
  return { asked, event };
}

const card = () => screen.queryByRole('region', { name: 'Put Crece on the home screen' });

afterEach(() => {
  cleanup();
  window.creceInstall = undefined;
});

describe('mayOffer', () => {
  const refused = '2026-01-01T12:00:00.000Z';
  const after = (days: number, ms = 0) => new Date(Date.parse(refused) + days * 86_400_000 + ms);

  it('is true for whoever never refused, and 90 days after a refusal, not before', () => {
    expect(mayOffer(undefined, after(0))).toBe(true);
    expect(mayOffer(refused, after(ASK_AGAIN_DAYS, -1))).toBe(false);
    expect(mayOffer(refused, after(ASK_AGAIN_DAYS))).toBe(true);
    expect(ASK_AGAIN_DAYS).toBe(90);
  });
});

describe('the offer to install', () => {
  it('is made after the first child was registered, where the browser can be asked', async () => {
    await renderApp(<InstallCard />, { device: memoryDevice() });
    prompt('accepted');
    expect(card()).toBeNull();
    cleanup();
    window.creceInstall = undefined;
    await renderApp(<InstallCard />, { device: memoryDevice(saved) });
    expect(card()).toBeNull();
    const { asked, event } = prompt('accepted');
    act(() => void window.dispatchEvent(event));
    expect(card()).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add it' }));
    expect(asked).toHaveBeenCalledOnce();
    // The browser lets its question be asked once.
    expect(window.creceInstall).toBeUndefined();
  });

  it.each([
    ['the card', 'Not now'],
    ['the browser’s question', 'Add it'],
  ])('refused at %s is not made again', async (_, name) => {
    const device = memoryDevice(saved);
    prompt('dismissed');
    await renderApp(<InstallCard />, { device });
    await userEvent.click(screen.getByRole('button', { name }));
    await vi.waitFor(() => expect(device.getSetting('installRefusedAt')).toBeDefined());
    prompt('dismissed');
    cleanup();
    await renderApp(<InstallCard />, { device });
    expect(card()).toBeNull();
  });
});
