import { ERROR_CODES } from '@crece/contract';
import { errorBody } from '@crece/contract/schemas';
import { describe, expect, it } from 'vitest';
import { codeOfStatus, refusalBody } from './errors.ts';

describe('codeOfStatus', () => {
  it.each([
    [400, 'bad-request'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [408, 'timeout'],
    [409, 'conflict'],
    [413, 'too-large'],
    [415, 'unsupported-type'],
    [422, 'validation'],
    [429, 'too-many'],
    [418, 'bad-request'],
    [500, 'server-error'],
    [502, 'server-error'],
    [503, 'unavailable'],
  ])('maps %i to %s', (status, code) => {
    expect(codeOfStatus(status)).toBe(code);
  });
});

describe('bodyOf', () => {
  it('every code of an error has a message', () => {
    for (const code of Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[]) {
      const body = refusalBody(code);
      expect(errorBody.parse(body)).toEqual(body);
      expect(body.message, code).toMatch(/^[A-Z].+\.$/);
    }
  });

  it('contains issues if there are any', () => {
    const issues = [{ field: 'username', code: 'username-length', params: { from: 3, to: 34 } }];
    expect(refusalBody('validation', issues)).toEqual({
      code: 'validation',
      message: 'Some fields are not as they must be.',
      issues,
    });
    expect(refusalBody('validation')).not.toHaveProperty('issues');
  });
});
