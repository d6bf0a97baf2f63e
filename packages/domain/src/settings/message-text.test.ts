import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../base/languages.ts';
import { checkProgrammeSettings } from './check-programme-settings.ts';
import { FORBIDDEN_WORDS } from './forbidden-words.ts';
import { DEFAULT_FAMILY_TEXTS, FAMILY_TEXTS, familyText, longestText } from './message-text.ts';
import { DEFAULT_PROGRAMME_SETTINGS, readProgrammeSettings } from './programme-settings.ts';
import type { SaidTexts } from './said-text.ts';
import { settingChanges } from './setting-changes.ts';
import { smsLength } from './sms-length.ts';

const DEFAULTS = DEFAULT_PROGRAMME_SETTINGS;

const issuesOf = (familyTexts: SaidTexts) => {
  const checked = checkProgrammeSettings({ ...DEFAULTS, familyTexts });
  return checked.ok
    ? []
    : checked.issues.map(({ field, code, params }) =>
        [field, code, ...(params === undefined ? [] : Object.values(params))].join(' '),
      );
};

describe('what families are written', () => {
  it('has only the four places, and every other brace is refused', () => {
    const all = 'Come on {day} at {time} to {place}, bring {bring}.';
    expect(issuesOf({ come: { en: all, es: all }, clinic: { en: all } })).toEqual([]);
    for (const text of [
      '{name}',
      '{firstName} {day}',
      '{Day}',
      '{ day }',
      '{',
      'a } b',
      '{{day}',
    ]) {
      expect(issuesOf({ come: { en: text } }), text).toEqual(['familyTexts text-placeholder']);
    }
  });

  it.each([
    [{ come: { en: 'x'.repeat(160) } }, []],
    [{ come: { en: 'x'.repeat(161) } }, ['familyTexts text-length 160']],
    [{ come: { es: 'a\u202eb' } }, ['familyTexts text-shape 160']],
    [{ told: { en: 'x' } }, ['familyTexts text-for-nothing']],
    [{ constructor: { en: 'x' } }, ['familyTexts text-for-nothing']],
    [{ clinic: { es: 'Su hijo está en rojo' } }, ['familyTexts text-forbidden-word rojo']],
  ])('%j is answered with %j', (texts, issues) => expect(issuesOf(texts)).toEqual(issues));

  it('refuses every word of the list in each text and language', () => {
    for (const { words, beginnings, inside, phrases } of Object.values(FORBIDDEN_WORDS)) {
      for (const word of [...words, ...beginnings, ...inside, ...phrases]) {
        for (const kind of FAMILY_TEXTS) {
          for (const language of LANGUAGES) {
            const texts = { [kind]: { [language]: `Come on {day}: ${word}.` } };
            expect(issuesOf(texts)[0], word).toContain('text-forbidden-word');
          }
        }
      }
    }
  });

  it('is read one by one, and told in a change of the settings', () => {
    const stored = { come: { en: 'Come on {day}.', es: '{nombre}' }, told: { en: 'x' } };
    const read = readProgrammeSettings({ familyTexts: stored });
    expect(read.familyTexts).toEqual({ come: { en: 'Come on {day}.' } });
    expect(readProgrammeSettings({ familyTexts: 7 }).familyTexts).toEqual({});
    expect(settingChanges(DEFAULTS, read)).toEqual([
      { name: 'familyTexts.come.en', before: null, after: 'Come on {day}.' },
    ]);
  });

  it('is ours where the programme has none, or one that must not be sent', () => {
    expect(familyText({}, 'come', 'es')).toBe(DEFAULT_FAMILY_TEXTS.come.es);
    expect(familyText({ come: { en: 'Come.' } }, 'come', 'es')).toBe(DEFAULT_FAMILY_TEXTS.come.es);
    expect(familyText({ come: { en: 'Come.' } }, 'come', 'en')).toBe('Come.');
    const severe = { come: { en: 'Your child is severe' } };
    expect(familyText(severe, 'come', 'en')).toBe(DEFAULT_FAMILY_TEXTS.come.en);
  });

  it('our texts may be sent, and are one message with the longest that fills them', () => {
    expect(issuesOf(DEFAULT_FAMILY_TEXTS)).toEqual([]);
    for (const text of Object.values(DEFAULT_FAMILY_TEXTS).flatMap(Object.values<string>)) {
      expect(smsLength(longestText(text)), text).toMatchObject({ room: 160, messages: 1 });
    }
  });
});
