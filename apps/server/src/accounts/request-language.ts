import { type Language, preferredLanguage } from '@crece/messages';
import type { FastifyRequest } from 'fastify';

/**
 * The language of whoever sent the request: the first of ours in `Accept-Language`. The application
 * sends the one that was chosen in it.
 */
export function languageOf(request: FastifyRequest): Language {
  const ranges = String(request.headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',');
  return preferredLanguage(ranges.map((range) => range.split(';')[0] ?? ''));
}
