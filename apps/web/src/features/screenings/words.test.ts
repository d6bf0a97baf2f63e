import {
  ACTION_CODES,
  ACTION_SENTENCES,
  type ActionCode,
  addMonths,
  assessMeasures,
  DEFAULT_PROGRAMME_SETTINGS,
  readScreening,
  SCREENING_CLASSES,
  type Screening,
  SUPPLEMENT_TYPES,
  shownActions,
  ZSCORE_STATUSES,
} from '@crece/domain';
import { aChild, aScreening } from '@crece/domain/testing';
import { createTranslator, type Language, type Translator } from '@crece/messages';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSentences } from '../../data/sentences.ts';
import { childFacts } from '../../shared/screenings/screening-facts.ts';
import { muacBannerWords, verdictOf } from '../../shared/screenings/verdict-words.ts';
import { actionWords } from './action-words.ts';
import { issueSentence } from './issue-words.ts';
import { whyOf } from './why-words.ts';

const voices: Partial<Record<Language, Translator>> = {};
beforeAll(async () => {
  for (const language of ['en', 'es'] as const) {
    voices[language] = createTranslator(language, await loadSentences(language));
  }
});

function voice(language: Language): Translator {
  const found = voices[language];
  if (found === undefined) throw new Error(`no voice for ${language}`);
  return found;
}

const luz = { firstName: 'Luz', gender: 'Girl', mother: 'Rosa' } as const;
const FED = { supType: 'MAM', noFoodUnder6: false } as const;

interface Measured {
  ageMonths: number;
  height?: number;
  weight?: number;
  muac?: number;
  oedema?: boolean;
  isFirst?: boolean;
}

function screened({ ageMonths, isFirst = true, oedema, ...measures }: Measured): Screening {
  const { height: _h, weight: _w, muac: _m, ...bare } = aScreening({ surveyDate: '2025-05-10' });
  return {
    ...bare,
    ...measures,
    ...(oedema === undefined ? {} : { oedema }),
    ...assessMeasures({ sex: 'Girl', ageMonths, isFirst, ...measures }),
  };
}

const reading = (measured: Measured) => readScreening(screened(measured));

describe('action words', () => {
  const told = (language: Language, code: ActionCode, supplement: 'sup' | 'mic' | 'MAM' | 'SAM') =>
    actionWords(
      voice(language),
      { code, sentence: ACTION_SENTENCES[code], from: 'screening', supplement },
      luz,
    ).text;

  it('exist for every action code in both languages, with a name or a verb and without the code', () => {
    for (const language of ['en', 'es'] as const) {
      for (const code of ACTION_CODES) {
        const text = told(language, code, 'sup');
        expect(text, `${language} ${code}`).not.toMatch(/[A-Z]{3,}_|[{}!]|undefined/u);
      }
    }
  });

  it.each([
    ['RED_START', 'sup', 'Start supplement: 240 kcal a day'],
    ['RED_START', 'mic', 'Start micronutrients'],
    ['PRIOR_RED_CONTINUE', 'MAM', 'Keep giving 400 kcal a day'],
    ['SEVERE_PROVIDE', 'SAM', 'Give supplement as the clinic directs'],
    ['RED_ENROLL', 'sup', 'Sign Rosa up for health lessons'],
    ['SEVERE_REPORT', 'SAM', 'Take Luz to the clinic today. Tell your coordinator'],
    [
      'UNDER_6_REEVALUATE',
      'sup',
      'Evaluate Luz again at 6 months of age; until then, ask the clinic',
    ],
  ] as const)('say %s with %s as "%s"', (code, supplement, text) => {
    expect(told('en', code, supplement)).toBe(text);
  });

  it.each([
    ['RED_START', 'sup', 'Empiece con 240 kcal al día'],
    ['MODERATE_PROVIDE', 'MAM', 'Dé suplemento: 400 kcal al día'],
    ['SEVERE_PROVIDE', 'SAM', 'Dé suplemento según indique el centro de salud'],
    ['MODERATE_ENCOURAGE', 'MAM', 'Insista en que la familia lleve a Luz al médico'],
  ] as const)('say %s with %s in Spanish as "%s"', (code, supplement, text) => {
    expect(told('es', code, supplement)).toBe(text);
  });

  it('ask for the caregiver without a name when none is recorded', () => {
    const action = { code: 'RED_ENROLL', sentence: 'enroll', from: 'screening' } as const;
    const child = { firstName: 'Luz', gender: 'Girl' } as const;
    expect(actionWords(voice('en'), action, child).text).toBe(
      'Sign the caregiver up for health lessons',
    );
    expect(actionWords(voice('es'), action, child).text).toBe(
      'Inscriba a la madre o persona a cargo en las lecciones de salud',
    );
  });

  it('name no amount of food for a child under 6 months today', () => {
    const shown = shownActions(['PRIOR_RED_CONTINUE', 'SEVERE_PROVIDE'], {
      supType: 'SAM',
      overdue: false,
      ageMonthsToday: 5.99,
    });
    const texts = shown.map((action) => actionWords(voice('en'), action, luz).text);
    expect(texts).toEqual(['Give no food supplement yet: ask the clinic']);
  });
});

describe('words of closed lists', () => {
  it('every stored status has a status text, a word and a title, in both languages', () => {
    for (const language of ['en', 'es'] as const) {
      const { t } = voice(language);
      for (const status of ZSCORE_STATUSES) {
        expect(t(`assessment.status.${status}`).length).toBeGreaterThan(5);
        expect(t(`assessment.word.${status}`).length).toBeGreaterThan(5);
        expect(t(`assessment.title.${status}`).length).toBeGreaterThan(5);
      }
      for (const each of SCREENING_CLASSES) {
        expect(t(`assessment.class.${each}`)).not.toBe(each);
      }
    }
    for (const status of ZSCORE_STATUSES) {
      // In English the status text is the stored text itself, as coordinators know it.
      expect(voice('en').t(`assessment.status.${status}`)).toBe(status);
    }
  });

  it('name each supplement with its amount', () => {
    const texts = SUPPLEMENT_TYPES.map((type) => voice('en').t(`assessment.supplement.${type}`));
    expect(texts).toEqual([
      'No supplement called for',
      '240 kcal a day',
      'Micronutrients',
      '400 kcal a day',
      'Supplement as the clinic directs',
    ]);
  });
});

describe('verdictOf', () => {
  const said = (language: Language, measured: Measured, supplement = FED) =>
    verdictOf(voice(language), reading(measured), luz, supplement);

  it('names the child and uses the right sex', () => {
    const verdict = said('en', { ageMonths: 14, height: 68.5, weight: 7.1 });
    expect(verdict).toMatchObject({
      tone: 'red',
      word: 'Undernourished',
      sentence: 'Luz is too short and too light for her age. She needs extra food.',
    });
    expect(said('es', { ageMonths: 14, height: 68.5, weight: 7.1 }).sentence).toBe(
      'Luz tiene poca talla y poco peso para su edad. Necesita alimento extra.',
    );
  });

  it('MUAC alone makes a severe or moderate verdict', () => {
    expect(said('en', { ageMonths: 20, muac: 11.2 })).toMatchObject({
      tone: 'red',
      title: 'Severe acute malnutrition',
      sentence: "Luz's arm is dangerously thin. She needs the clinic today.",
    });
    expect(said('en', { ageMonths: 20, muac: 11.5 }).title).toBe('Moderate acute malnutrition');
    expect(said('en', { ageMonths: 20, muac: 12.5 })).toMatchObject({
      tone: 'green',
      title: 'Normal arm measure',
    });
  });

  it('MUAC alone under 6 months is not assessed and never green', () => {
    expect(said('en', { ageMonths: 4, muac: 14 })).toMatchObject({
      tone: 'grey',
      title: 'Not assessed',
      sentence: 'MUAC alone does not count under 6 months. Weigh and measure Luz.',
    });
  });

  it.each([
    ['red', { muac: 10.8 }],
    ['yellow', { muac: 12.4 }],
    ['swelling', { muac: 14, oedema: true }],
  ])('the verdict is plain text when %s leads beside normal height and weight', (_name, extra) => {
    const verdict = said('en', { ageMonths: 17, height: 79, weight: 10, ...extra });
    expect(verdict.isPlain).toBe(true);
    expect(verdict.word).toBe('Normal by height and weight');
  });

  it('a green MUAC leaves the verdict green', () => {
    const verdict = said('en', { ageMonths: 17, height: 79, weight: 10, muac: 12.5 });
    expect(verdict).toMatchObject({ isPlain: false, tone: 'green', title: 'Normal growth' });
  });

  it('promises no food to a child under 6 months', () => {
    const measured = { ageMonths: 5, height: 63.8, weight: 5.5 };
    expect(reading(measured).zscoreStatus).toBe('Acute: mam supplements required');
    const verdict = verdictOf(voice('en'), reading(measured), luz, {
      supType: 'MAM',
      noFoodUnder6: true,
    });
    expect(verdict.sentence).toBe(
      'Luz is too thin for her height. Ask the clinic how to help her.',
    );
  });
});

describe('muacBannerWords', () => {
  it('starts with the referral and says the MUAC', () => {
    expect(muacBannerWords(voice('en'), 'red', 11.2, luz, false)).toEqual({
      title: 'MUAC says severe: refer',
      text: 'Take Luz to the clinic today. Tell your coordinator. Her arm is 11.2 cm, below 11.5.',
    });
    expect(muacBannerWords(voice('es'), 'yellow', 12, luz, true)).toEqual({
      title: 'MUAC: desnutrición aguda moderada',
      text: 'Insista en que la familia lleve a Luz al médico. Su brazo mide 12,0 cm, menos de 12,5.',
    });
    expect(muacBannerWords(voice('en'), 'red', 10.8, luz, true).text).toContain(
      'even though height and weight are normal',
    );
  });
});

describe('whyOf', () => {
  const why = (language: Language, measured: Measured, today = '2025-05-10') => {
    const screening = screened(measured);
    const birthDate = addMonths(screening.surveyDate, -measured.ageMonths);
    const child = aChild({ birthDate });
    const earlier = aScreening({ _id: 'scr_earlier', surveyDate: birthDate });
    const screenings = measured.isFirst === false ? [screening, earlier] : [screening];
    const { newest } = childFacts({ child, screenings }, today, DEFAULT_PROGRAMME_SETTINGS);
    if (newest === null) throw new Error('no screening counts');
    return whyOf(voice(language), newest, null);
  };

  it('names the figures that decided and their rule', () => {
    const said = why('en', { ageMonths: 14, height: 68.5, weight: 7.1 });
    expect(said.facts).toEqual(['Height for age is −2.94.', 'Weight for age is −2.35.']);
    expect(said.rule).toBe('Below −2 for age, from 6 to 36 months, means undernourished.');
    expect(said.notes).toContain('BMI 15.13');
  });

  it.each([
    ['en', 10, 'BMI 16.02 (includes swelling)'],
    ['es', 10, 'IMC 16,02 (incluye hinchazón)'],
    ['en', 13, "BMI 20.83 (includes swelling), above the programme's BMI line for this age."],
    ['es', 13, 'IMC 20,83 (incluye hinchazón), por encima de la línea de IMC del programa'],
  ] as const)('marks BMI when both feet are swollen: %s, %d kg', (language, weight, sentence) => {
    const said = why(language, { ageMonths: 17, height: 79, weight, oedema: true });
    expect(said.notes.at(-1)).toContain(sentence);
  });

  it('BMI without oedema is not marked', () => {
    const said = why('en', { ageMonths: 17, height: 79, weight: 10, oedema: false });
    expect(said.notes.at(-1)).toBe('BMI 16.02');
  });

  it('writes figures as the language does', () => {
    const said = why('es', { ageMonths: 14, height: 68.5, weight: 7.1 });
    expect(said.facts[0]).toBe('Talla para la edad: −2,94.');
  });

  it('says that MUAC decided when weight for height is unknown', () => {
    const said = why('en', { ageMonths: 20, muac: 11.2 });
    expect(said.facts).toEqual(['MUAC is 11.2 cm.']);
    expect(said.rule).toContain('MUAC decides: below 11.5 cm');
  });

  it.each([
    ['en', 'The screening cannot be before the birth date, 10 Jun 2025'],
    ['es', 'La evaluación no puede ser antes del nacimiento, 10 jun 2025'],
  ] as const)('names the birth date that is after the screening: %s', (language, rule) => {
    const said = why(language, { ageMonths: -1, height: 68.5, weight: 7.1, muac: 11.2 });
    expect(said.rule).toBe(rule);
  });

  it("explains low for age outside the programme's ages for red, below and above", () => {
    const young = why('en', { ageMonths: 4, height: 56, weight: 4.6 });
    expect(young.notes).toContain("Low for age; the programme's red starts at 6 months.");
    const old = why('en', { ageMonths: 50, height: 92, weight: 13.4 });
    expect(old.notes).toContain("Low for age; the programme's red ends at 48 months.");
  });

  it('explains the class of a later screening under 6 months', () => {
    const said = why('en', { ageMonths: 4, height: 62, weight: 6.4, isFirst: false });
    expect(said.notes[0]).toMatch(/^A later screening under 6 months is always classed/u);
  });

  it('explains a red MUAC beside a good weight for height', () => {
    const said = why('en', { ageMonths: 17, height: 79, weight: 10, muac: 10.8 });
    expect(said.notes).toContain(
      'When weight for height is known, it decides the colour. The MUAC warning still counts.',
    );
  });

  it('explains a supplement that has lapsed or changed with the age', () => {
    const said = why('en', { ageMonths: 14, height: 68.5, weight: 7.1 }, '2025-12-10');
    expect(said.notes.some((note) => note.startsWith('Colour and status are those of'))).toBe(true);
  });
});

describe('issueSentence', () => {
  const said = (code: string, params?: Record<string, string | number>) =>
    issueSentence(voice('en'), params === undefined ? { code } : { code, params });

  it.each([
    ['height-out-of-range', { min: 45, max: 110 }, 'Please enter a valid height (45-110cm)'],
    ['height-out-of-range', { min: 65, max: 120 }, 'Please enter a valid height (65-120cm)'],
    ['height-not-a-number', { min: 45, max: 110 }, 'Please enter a valid height (45-110cm)'],
    ['height-not-a-number', {}, 'Please enter a valid height in cm'],
    ['weight-out-of-range', { min: 3, max: 18 }, 'Please enter a valid weight (3-18kg)'],
    ['weight-not-a-number', { min: 3, max: 18 }, 'Please enter a valid weight (3-18kg)'],
    ['muac-out-of-range', { min: 5.5, max: 26.5 }, 'Please enter a valid MUAC (5.5 - 26.5)'],
    ['muac-not-a-number', { min: 5.5, max: 26.5 }, 'Please enter a valid MUAC (5.5 - 26.5)'],
    ['survey-date-required', {}, 'Please enter the date of the screening'],
    ['survey-date-invalid', {}, 'Please enter a valid date'],
    [
      'survey-date-before-birth',
      { birthDate: '2024-03-10' },
      'The screening cannot be before the birth date, 10 Mar 2024',
    ],
    [
      'survey-date-in-future',
      { today: '2026-03-14' },
      'The screening cannot be after today, 14 Mar 2026. Is this device’s date right?',
    ],
    [
      'age-override-out-of-range',
      { typed: '61', min: 0, max: 60 },
      'Please write an age from 0 to 60 months after age=',
    ],
    [
      'age-override-not-months',
      { typed: '2 years' },
      '“2 years” is not in months. Please write the age in months, for example age=30',
    ],
    [
      'age-override-to-confirm',
      { months: 30, calendarMonths: 15 },
      'Please say which age counts: 30 months, as the comment says, or the birth date',
    ],
    [
      'child-graduated',
      { ageMonths: 60.03 },
      'Child is older than 5 years old. Child has graduated',
    ],
    ['height-required-with-weight', {}, 'You must have a height and a weight. Please add height'],
    ['weight-required-with-height', {}, 'You must have a height and a weight. Please add weight'],
    ['height-weight-or-muac-required', {}, 'Weight and Height or MUAC required'],
  ])('writes %s %o as "%s"', (code, params, sentence) => {
    expect(said(code, params)).toBe(sentence);
  });
});
