import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { Later } from './later.tsx';

const unreachable = () => Promise.reject(new TypeError('no network'));
const MISSING =
  /A part of Crece is not on this device yet\. .* if a new version is offered then, update/;

describe('a part whose chunk cannot be fetched', () => {
  it('a chunk that cannot be fetched is reported in its own place on a page that works without it', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await renderApp(
      <section aria-label="its place">
        <Later load={unreachable} props={{}} />
      </section>,
    );
    const said = await screen.findByText(MISSING);
    expect(said.closest('section')?.getAttribute('aria-label')).toBe('its place');
    expect(document.querySelector('.notice-error')).toBeNull();
  });

  it('a part that a person requested is reported missing in a notice, and the request is undone', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const takenBack = vi.fn();
    await renderApp(<Later load={unreachable} props={{}} onMissing={takenBack} />);
    const said = await screen.findByText(MISSING);
    expect(said.closest('.notice-error')).not.toBeNull();
    expect(takenBack).toHaveBeenCalledOnce();
  });
});

it('a part that was loaded is drawn at once the next time', async () => {
  const load = async () => () => <b>the part</b>;
  const { unmount } = await renderApp(<Later load={load} props={{}} />);
  expect(await screen.findByText('the part')).toBeTruthy();
  unmount();
  await renderApp(<Later load={load} props={{}} />);
  expect(screen.getByText('the part')).toBeTruthy();
});
