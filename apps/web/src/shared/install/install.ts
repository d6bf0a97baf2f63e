import { useSyncExternalStore } from 'react';
import { useSetting } from '../../data/device.tsx';

/** The browser's own question, which it lets the application ask once, after a tap. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface Window {
    /** Caught by public/browser-check.js, because it may come before any module runs. */
    creceInstall?: InstallPrompt | undefined;
  }
}

/** Whoever refuses is not asked again for so many days. */
export const ASK_AGAIN_DAYS = 90;

const DAY_MS = 86_400_000;

/** Whether the installation may be offered to somebody who refused it then, or never. */
export const mayOffer = (refusedAt: string | undefined, now: Date): boolean =>
  refusedAt === undefined || now.getTime() - Date.parse(refusedAt) >= ASK_AGAIN_DAYS * DAY_MS;

function subscribe(changed: () => void): () => void {
  const installed = () => {
    window.creceInstall = undefined;
    changed();
  };
  window.addEventListener('beforeinstallprompt', changed);
  window.addEventListener('appinstalled', installed);
  return () => {
    window.removeEventListener('beforeinstallprompt', changed);
    window.removeEventListener('appinstalled', installed);
  };
}

export interface Install {
  /** Whether the application runs from its own icon. */
  isInstalled: boolean;
  /** Whether a child was registered here, and the person has not refused of late. */
  isOffered: boolean;
  /** Asks by the browser's own question; null where the browser gives none. */
  ask: (() => Promise<void>) | null;
  refuse: () => void;
}

/** What is to be said of the installation on this device. */
export function useInstall(): Install {
  const prompt = useSyncExternalStore(subscribe, () => window.creceInstall);
  const [saved] = useSetting('lastNewChild');
  const [refusedAt, setRefused] = useSetting('installRefusedAt');
  const refuse = () => setRefused(new Date().toISOString());
  return {
    // jsdom, in which tests run, knows no window's shape.
    isInstalled: window.matchMedia?.('(display-mode: standalone)').matches === true,
    isOffered: saved !== undefined && mayOffer(refusedAt, new Date()),
    ask:
      prompt === undefined
        ? null
        : async () => {
            // The browser lets each of its questions be asked once.
            window.creceInstall = undefined;
            await prompt.prompt();
            const { outcome } = await prompt.userChoice;
            if (outcome === 'dismissed') refuse();
          },
    refuse,
  };
}
