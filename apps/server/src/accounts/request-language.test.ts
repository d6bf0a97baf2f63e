import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { languageOf } from './request-language.ts';

describe('languageOf', () => {
  const asked = (header?: string) =>
    languageOf({ headers: { 'accept-language': header } } as FastifyRequest);

  it.each([
    ['es', 'es'],
    ['es-GT,es;q=0.9,en;q=0.8', 'es'],
    ['fr-FR, en;q=0.5', 'en'],
    ['ES', 'es'],
    ['fr;q=0.9,es;q=0.8', 'es'],
    ['fr', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('for the header %s answers %s', (header, language) => {
    expect(asked(header)).toBe(language);
  });
});
