import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { settingsServer } from './testing/settings-server.ts';

describe('the privacy statement', () => {
  it.each([
    ['en', /A PIN is not encryption/, /not encrypted/, /ask help@example\.org/],
    ['es', /Un PIN no es cifrado/, /sin cifrar/, /pregunte a help@example\.org/],
  ] as const)('says what is kept where, and what a PIN is not (%s)', async (language, ...facts) => {
    settingsServer();
    await renderApp(<PrivacyPage />, { language });
    for (const fact of facts) expect(await screen.findByText(fact)).toBeTruthy();
  });
});
