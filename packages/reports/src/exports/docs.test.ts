import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DHIS2_FIGURES } from './dhis2-figures.ts';

describe('docs/exports.md', () => {
  it('explains every code of our own in the exports', () => {
    const docs = readFileSync(new URL('../../../../docs/exports.md', import.meta.url), 'utf8');
    const source = readFileSync(new URL('fhir-codes.ts', import.meta.url), 'utf8');
    const codes = [...source.matchAll(/\bown\('([\w-]+)'/g)].flatMap(([, code]) => code ?? []);
    expect(codes.length).toBeGreaterThan(15);
    for (const code of codes) expect(docs).toMatch(new RegExp(`\\| (?:[\\w, -]+, )?${code}\\b`));
  });

  it('names every figure for DHIS2', () => {
    const docs = readFileSync(new URL('../../../../docs/exports.md', import.meta.url), 'utf8');
    for (const { code } of DHIS2_FIGURES)
      expect(docs).toMatch(new RegExp(`\\| (?:[\\w, -]+, )?${code}[, ]`));
  });
});
