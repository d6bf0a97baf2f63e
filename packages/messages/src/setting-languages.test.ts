import { SETTING_LANGUAGES } from '@crece/domain';
import { expect, it } from 'vitest';
import { LANGUAGES } from './language.ts';

it("a text of the programme's settings can be written in every language of the application", () => {
  expect([...SETTING_LANGUAGES].sort()).toEqual([...LANGUAGES].sort());
});
