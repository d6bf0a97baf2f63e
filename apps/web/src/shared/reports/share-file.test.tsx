import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { ShareFile } from './share-file.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'canShare');
  Reflect.deleteProperty(navigator, 'share');
});

/** A phone whose share sheet does this each time. */
function sharesBy(...answers: readonly (() => Promise<void>)[]) {
  const shared: File[] = [];
  let times = 0;
  Object.assign(navigator, {
    canShare: ({ files = [] }: ShareData) => files[0]?.type === 'text/csv',
    share: async ({ files = [] }: ShareData) => {
      await answers[times++]?.();
      shared.push(...files);
    },
  });
  return shared;
}
const refuses = (name: string) => () => Promise.reject(new DOMException('no', name));

async function open(name = 'sup.csv') {
  const load = vi.fn(async () => new Blob(['a,b']));
  await renderApp(<ShareFile name={name} load={load} />);
  return { load, user: userEvent.setup() };
}
const button = () => screen.findByRole('button', { name: /^Share/ });

describe('ShareFile', () => {
  it('opens the phone’s sheet with the file', async () => {
    const shared = sharesBy();
    const { user } = await open();
    await user.click(await button());
    await waitFor(() =>
      expect(shared.map(({ name, type }) => [name, type])).toEqual([['sup.csv', 'text/csv']]),
    );
  });

  it('sharing is not offered where the browser shares nothing, or not this kind', async () => {
    await open();
    expect(screen.queryByRole('button')).toBeNull();
    sharesBy();
    await open('sup.xlsx');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('asks for a second tap when the file came too late, and does not fetch it again', async () => {
    const shared = sharesBy(refuses('NotAllowedError'));
    const { user, load } = await open();
    await user.click(await button());
    await user.click(await screen.findByRole('button', { name: 'Share now' }));
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(load).toHaveBeenCalledOnce();
  });

  it('says nothing when the person closes the sheet, and says what to do when it fails', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    sharesBy(refuses('AbortError'), refuses('DataError'));
    const { user } = await open();
    await user.click(await button());
    await user.click(await button());
    expect(await screen.findByText(/Download it instead/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull();
  });
});
