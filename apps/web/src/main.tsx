import { begun } from './start-ahead.ts';

// That stands first: the device's database is opened while the rest is still being made.

import { type ComponentType, lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { pageAhead } from './app/features.ts';
import { guardPresses } from './app/press-guard.ts';
import { AppRoutes } from './app/routes.tsx';
import { StartFailed } from './app/start-failed.tsx';
import { loadVisitAhead } from './app/visit-ahead.ts';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/header.css';
import './ui/styles/shell.css';
import './ui/styles/controls.css';
import './ui/styles/fields.css';
import './ui/styles/choices.css';
import './ui/styles/surfaces.css';
import { openVoice, rememberedLanguage } from './data/messages.tsx';
import type { UnitOpener } from './data/open-ahead.ts';

/**
 * Not part of what the first screen waits for; a screening without it is only a screening without updates.
 * The service worker is registered here and not while drawing: React may draw a part twice.
 */
const UpdateBar = lazy<ComponentType>(async () => {
  try {
    const { startUpdates, SaidEverywhere } = await import('./offline/update-bar.tsx');
    const updates = startUpdates();
    return { default: () => <SaidEverywhere updates={updates} /> };
  } catch (cause) {
    console.warn('New versions are not looked for in this visit.', cause);
    return { default: () => null };
  }
});

/** After this time a start says what may hold it up: a database may never answer. */
const SLOW_MS = 10_000;

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no place for the application');
const root = createRoot(place);
guardPresses();

async function start() {
  const page = pageAhead(window.location.pathname);
  const voice = await openVoice(rememberedLanguage());
  const slow = setTimeout(async () => {
    const { startSlow } = await import('./app/start-slow.tsx');
    await startSlow(root, voice, begun);
  }, SLOW_MS);
  try {
    const [{ device, opener }] = await Promise.all([begun, page]);
    const openForVisit: UnitOpener = async (...asked) => {
      const unit = await opener(...asked);
      loadVisitAhead(unit);
      return unit;
    };
    root.render(
      <StrictMode>
        <BrowserRouter>
          <App voice={voice} device={device} opener={openForVisit}>
            <Suspense>
              <UpdateBar />
            </Suspense>
            <AppRoutes />
          </App>
        </BrowserRouter>
      </StrictMode>,
    );
  } catch (cause) {
    console.error('The application could not start.', cause);
    root.render(<StartFailed translator={voice.translator} />);
  } finally {
    clearTimeout(slow);
  }
}

void start();
