import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { memoryDevice, renderApp } from '../../testing/render.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { settingsServer } from './testing/settings-server.ts';

describe('privacy statement', () => {
  it.each([
    [
      'en',
      /A PIN is not encryption/,
      /not encrypted/,
      /ask help@example\.org/,
      /^Messages to families .* Others may read them/,
    ],
    [
      'es',
      /Un PIN no es cifrado/,
      /sin cifrar/,
      /pregunte a help@example\.org/,
      /^Los mensajes a las familias .* Otros pueden leerlos/,
    ],
  ] as const)(
    'says which data is stored where, and what a PIN does not protect (%s)',
    async (language, ...facts) => {
      settingsServer();
      await renderApp(<PrivacyPage />, { language });
      for (const fact of facts) expect(await screen.findByText(fact)).toBeTruthy();
    },
  );

  it('lets a phone tell nothing about itself, from now on', async () => {
    settingsServer();
    const device = memoryDevice();
    await renderApp(<PrivacyPage />, { device });
    const tells = await screen.findByRole('switch', {
      name: 'Tell administrators how this phone is',
    });
    expect(tells).toHaveProperty('checked', true);
    await userEvent.setup().click(tells);
    expect(tells).toHaveProperty('checked', false);
    expect(device.getSetting('phoneReports')).toBe('off');
  });
});
