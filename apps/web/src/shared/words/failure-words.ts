import type { Translator } from '@crece/messages';
import type { HttpError } from '../../api/http.ts';

/**
 * Why a call failed when the caller has no sentence for its code: distinguishes no response from an
 * error response, and shows the server's own message for codes that this version does not know.
 */
export function failureText(t: Translator['t'], { code, status, said }: HttpError): string {
  if (status === null) return t('errors.no-response');
  if (code === 'not-readable') return t('errors.not-readable');
  if (code === 'unauthorized') return t('errors.session-ended');
  if (status >= 500) return t('errors.server-failed', { status });
  return (code === 'refused' ? said : null) ?? t('errors.refused', { status });
}
