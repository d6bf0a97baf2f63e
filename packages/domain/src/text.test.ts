import { describe, expect, it } from 'vitest';
import { tidyText } from './text.ts';

describe('tidyText', () => {
  it.each([
    ['  Cobán   Norte ', 'Cobán Norte'],
    ['Cobán\r\nNorte\u0000\u2028Sur', 'Cobán Norte Sur'],
    [' \t ', ''],
    ['Ñuble', 'Ñuble'],
  ])('makes of %j: %j', (typed, kept) => {
    expect(tidyText(typed)).toBe(kept);
  });
});
