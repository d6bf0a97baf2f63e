import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@crece/messages';
import type { FastifyRequest } from 'fastify';

/**
 * The language of whoever sent the request: the first of ours in `Accept-Language`. The application
 * sends the one that was chosen in it.
 */
export function languageOf(request: FastifyRequest): Language {
  const asked = String(request.headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((range) => range.trim().slice(0, 2).toLowerCase());
  return asked.find(isLanguage) ?? DEFAULT_LANGUAGE;
}
