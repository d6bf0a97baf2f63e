import { type Language, preferredLanguage } from '@crece/messages';
import type { FastifyRequest } from 'fastify';

/**
 * The language of the sender: the first supported one in `Accept-Language`. The application sends
 * the language chosen in it.
 */
export function languageOf(request: FastifyRequest): Language {
  const ranges = String(request.headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',');
  return preferredLanguage(ranges.map((range) => range.split(';')[0] ?? ''));
}
