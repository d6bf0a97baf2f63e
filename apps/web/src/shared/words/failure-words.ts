import type { Translator } from '@crece/messages';
import type { HttpError } from '../../api/http.ts';

/**
 * Why a call failed whose code has no sentence of its own where it was made: no answer is told from
 * an answer with an error, and what this version does not know is told in the server's own words.
 */
export function failureText(t: Translator['t'], { code, status, said }: HttpError): string {
  if (status === null) return t('errors.no-response');
  if (code === 'not-readable') return t('errors.not-readable');
  if (status >= 500) return t('errors.server-failed', { status });
  return (code === 'refused' ? said : null) ?? t('errors.refused', { status });
}
