import { createTranslator } from '@crece/messages';
import { describe, expect, it } from 'vitest';
import { HttpError } from '../../api/http.ts';
import { loadSentences } from '../../data/sentences.ts';
import { failureText } from './failure-words.ts';

describe('failureText', () => {
  it.each([
    ['en', 'Your session has ended. Please sign in again.'],
    ['es', 'Su sesión ha terminado. Inicie sesión de nuevo.'],
  ] as const)('says that the session has ended, and not a code (%s)', async (language, said) => {
    const { t } = createTranslator(language, await loadSentences(language, 'desk'));
    expect(failureText(t, new HttpError('unauthorized', 401))).toBe(said);
  });

  it('names the code of a refusal that has no words', async () => {
    const { t } = createTranslator('en', await loadSentences('en', 'desk'));
    expect(failureText(t, new HttpError('refused', 418))).toBe(
      'The server refused this (code 418).',
    );
  });
});
