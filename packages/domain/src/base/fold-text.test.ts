import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

describe('foldText', () => {
  it('ignores case, accents and extra blanks', () => {
    expect(foldText('  MARÍA  José ')).toBe('maria jose');
    expect(foldText('Núñez')).toBe('nunez');
  });
});
