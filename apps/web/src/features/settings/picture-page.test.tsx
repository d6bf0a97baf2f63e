import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storedSession } from '../../api/stored-session.ts';
import { aUser, renderApp } from '../../testing/render.tsx';
import { PicturePage } from './picture-page.tsx';
import { refusal, settingsServer } from './testing/settings-server.ts';

const PHOTO = new File([new Uint8Array(5_000_000)], 'camera.jpg', { type: 'image/jpeg' });

/** jsdom cannot draw: replaces a browser's canvas and decoder as far as the page uses them. */
beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    if (file.size === 3) throw new DOMException('broken', 'InvalidStateError');
    return { width: 4000, height: 3000, close: () => undefined };
  });
  const drawing = { fillRect: vi.fn(), drawImage: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawing as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) => {
    done(new Blob([new Uint8Array(60_000)], { type: type ?? '' }));
  });
  URL.createObjectURL = () => 'blob:small';
  URL.revokeObjectURL = () => undefined;
});

const choose = async (file: File, label = 'Choose a photo') =>
  userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText(label), file);

describe('Edit Profile Picture page', () => {
  it('scales down a camera’s photo, shows it, and sends it', async () => {
    const calls = settingsServer({
      'POST /api/users/picture': () => aUser({ profileImageURL: '/api/pictures/abc.webp' }),
    });
    await renderApp(<PicturePage />, { user: aUser() });
    await choose(PHOTO);
    expect((await screen.findByAltText('Your new picture')).getAttribute('src')).toBe('blob:small');
    expect(screen.getByText('5 MB became 60 kB')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Use this picture' }));
    expect(await screen.findByText('Your picture is changed.')).toBeTruthy();
    const form = calls[0]?.body;
    const sent = form instanceof FormData ? form.get('newProfilePicture') : null;
    if (!(sent instanceof File)) throw new Error('no file was sent');
    expect([sent.size, sent.type]).toEqual([60_000, 'image/jpeg']);
    expect(storedSession().user?.profileImageURL).toBe('/api/pictures/abc.webp');
    expect(screen.queryByAltText('Your new picture')).toBeNull();
  });

  it.each([
    ['en', 'PNG, JPEG, GIF or WebP, of any size.'],
    ['es', 'PNG, JPEG, GIF o WebP, de cualquier tamaño.'],
  ] as const)(
    'names file types and maximum size before a file is chosen (%s)',
    async (language, text) => {
      settingsServer();
      await renderApp(<PicturePage />, { user: aUser(), language });
      expect(screen.getByText(text)).toBeTruthy();
    },
  );

  it.each([
    [new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' }), /picture cannot be used/],
    [new File(['abc'], 'x.png', { type: 'image/png' }), /cannot be opened/],
  ])('rejects before sending a file that is not a picture', async (file, reason) => {
    const calls = settingsServer();
    await renderApp(<PicturePage />, { user: aUser() });
    await choose(file);
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use this picture' })).toBeNull();
    expect(calls).toEqual([]);
  });

  it('reports a failure, and keeps the chosen picture', async () => {
    settingsServer({ 'POST /api/users/picture': () => refusal('unsupported-type') });
    await renderApp(<PicturePage />, { user: aUser() });
    await choose(PHOTO);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Use this picture' }));
    expect(await screen.findByText('Failed to change profile picture')).toBeTruthy();
    expect(screen.getByAltText('Your new picture')).toBeTruthy();
  });

  it('removes the picture after a question', async () => {
    const calls = settingsServer({ 'DELETE /api/users/picture': () => aUser() });
    await renderApp(<PicturePage />, { user: aUser({ profileImageURL: '/api/pictures/a.webp' }) });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Remove picture' }));
    expect(calls).toEqual([]);
    const dialog = await screen.findByRole('dialog', { name: 'Remove your picture?' });
    await user.click(
      [...dialog.querySelectorAll('button')].find((b) => b.textContent === 'Remove picture') ??
        dialog,
    );
    await waitFor(() => expect(storedSession().user?.profileImageURL).toBeNull());
    expect(await screen.findByText('Your picture is removed.')).toBeTruthy();
  });
});
