import { ACTION_SENTENCES, REFER_SIGNS, type ShownActionCode } from '@crece/domain';
import { createTranslator, type Language } from '@crece/messages';
import { describe, expect, it } from 'vitest';
import { loadSentences } from '../../data/sentences.ts';
import { actionWords } from './action-words.ts';

type KeyWords = readonly [english: readonly string[], spanish: readonly string[]];

/**
 * Words that each sentence must contain, whatever its wording. Written by hand from the action
 * texts of the specification: a sentence without one of them gives a volunteer a wrong instruction.
 */
const MEANING: Readonly<Record<ShownActionCode, KeyWords>> = {
  SEVERE_REPORT: [
    ['Take Luz', 'clinic', 'today', 'your coordinator'],
    ['Lleve', 'a Luz', 'centro de salud', 'hoy', 'su coordinador'],
  ],
  SEVERE_VERIFY: [
    ['Weigh', 'measure', 'Luz', 'once more', 'age'],
    ['pesar', 'medir', 'Luz', 'Vuelva', 'edad'],
  ],
  SEVERE_REVIEW: [
    ['five healthy habits', 'family'],
    ['cinco hábitos saludables', 'familia'],
  ],
  SEVERE_WEIGH: [
    ['Weigh', 'measure', 'Luz', 'again', 'one month'],
    ['pesar', 'medir', 'Luz', 'Vuelva', 'un mes'],
  ],
  SEVERE_PROVIDE: [
    ['Give', '400 kcal a day'],
    ['Dé', '400 kcal al día'],
  ],
  MODERATE_PROVIDE: [
    ['Give', '400 kcal a day'],
    ['Dé', '400 kcal al día'],
  ],
  MODERATE_ENCOURAGE: [
    ['Urge', 'family', 'Luz', 'doctor'],
    ['Insista', 'familia', 'Luz', 'médico'],
  ],
  MODERATE_REVIEW: [
    ['five healthy habits', 'family'],
    ['cinco hábitos saludables', 'familia'],
  ],
  MODERATE_WEIGH: [
    ['Weigh', 'measure', 'Luz', 'again', 'one month'],
    ['pesar', 'medir', 'Luz', 'Vuelva', 'un mes'],
  ],
  RED_START: [
    ['Start', '400 kcal a day'],
    ['Empiece', '400 kcal al día'],
  ],
  RED_ENROLL: [
    ['Sign Rosa up', 'health lessons'],
    ['Inscriba a Rosa', 'lecciones de salud'],
  ],
  RED_INCLUDE: [
    ['Invite Luz', 'next screening'],
    ['Invite a Luz', 'próxima evaluación'],
  ],
  ORANGE_ENROLL: [
    ['Sign Rosa up', 'health lessons'],
    ['Inscriba a Rosa', 'lecciones de salud'],
  ],
  ORANGE_ENCOURAGE: [
    ['Invite Luz', 'next screening'],
    ['Invite a Luz', 'próxima evaluación'],
  ],
  GREEN_TELL: [
    ['Invite Luz', 'next screening'],
    ['Invite a Luz', 'próxima evaluación'],
  ],
  PRIOR_RED_CONTINUE: [
    ['Keep giving', '400 kcal a day'],
    ['Siga dando', '400 kcal al día'],
  ],
  PRIOR_RED_REVIEW: [
    ['five healthy habits', 'family'],
    ['cinco hábitos saludables', 'familia'],
  ],
  PRIOR_RED_LESSONS: [
    ['Add', 'health lessons', 'Rosa'],
    ['Agregue', 'lecciones de salud', 'Rosa'],
  ],
  PRIOR_RED_NEXT: [
    ['Invite Luz', 'next screening'],
    ['Invite a Luz', 'próxima evaluación'],
  ],
  PRIOR_ORANGE_ENROLL: [
    ['Sign Rosa up', 'health lessons'],
    ['Inscriba a Rosa', 'lecciones de salud'],
  ],
  PRIOR_ORANGE_ENCOURAGE: [
    ['Invite Luz', 'next screening'],
    ['Invite a Luz', 'próxima evaluación'],
  ],
  PRIOR_GREEN_TELL: [
    ['Invite Luz', 'next screening'],
    ['Invite a Luz', 'próxima evaluación'],
  ],
  UNDER_6_REEVALUATE: [
    ['Evaluate Luz again', '6 months of age', 'ask the clinic'],
    ['Vuelva a evaluar a Luz', '6 meses de edad', 'centro de salud'],
  ],
  RESCREEN_ONE_MONTH: [
    ['Screen Luz again', 'one month'],
    ['Vuelva a evaluar a Luz', 'un mes'],
  ],
  REVIEW_HEALTH_LESSONS: [
    ['five healthy habits', 'family'],
    ['cinco hábitos saludables', 'familia'],
  ],
  OEDEMA_REFER: [
    ['Take Luz', 'clinic', 'today', 'both feet', 'swollen'],
    ['Lleve', 'a Luz', 'centro de salud', 'hoy', 'dos pies', 'hinchados'],
  ],
  UNDER_6_ASK_CLINIC: [
    ['Give no food', 'ask the clinic'],
    ['No dé suplemento', 'pregunte en el centro de salud'],
  ],
  SCREENING_OVERDUE: [
    ['Weigh', 'measure', 'Luz', 'again', 'before giving', 'too old'],
    ['pesar', 'medir', 'Luz', 'Vuelva', 'antes de dar', 'muy antigua'],
  ],
  INFANT_TO_HEALTH_WORKER: [
    ['mother', 'baby', 'health worker', 'this week'],
    ['madre', 'bebé', 'personal de salud', 'esta semana'],
  ],
  MEASURE_AGAIN: [
    ['Measure Luz again', 'cannot be right'],
    ['Vuelva a medir a Luz', 'no puede ser correcta'],
  ],
  MEASURE_NOW: [
    ['Weigh', 'measure', 'Luz', 'MUAC'],
    ['Pese', 'mida', 'Luz', 'MUAC'],
  ],
  LIGHT_TO_HEALTH_WORKER: [
    ['Luz', 'health worker', 'today'],
    ['Luz', 'personal de salud', 'hoy'],
  ],
  WEIGH_NOW: [
    ['Weigh', 'measure', 'Luz', 'now'],
    ['Pese', 'mida', 'Luz', 'ahora'],
  ],
  MEASURE_FIRST: [
    ['Weigh', 'measure', 'Luz', 'again', 'first', 'before any supplement'],
    ['Primero', 'pesar', 'medir', 'Luz', 'antes de dar un suplemento'],
  ],
  MEASURE_ARM: [
    ['Measure the arm again', 'now', 'centimetres'],
    ['Mida otra vez el brazo', 'ahora', 'centímetros'],
  ],
  MEASURE_SIGNS: [
    ['Measure again', 'today', 'both feet', 'weight and height', 'MUAC'],
    ['Mida otra vez', 'hoy', 'los dos pies', 'peso y talla', 'MUAC'],
  ],
  CLINIC_IF_SHOWN: [
    ['clinic', 'shows again', 'cannot be measured'],
    ['centro de salud', 'vuelve a salir', 'no se puede medir'],
  ],
  WAS_DUE: [
    ['Was due on 20 Apr 2025', 'Weigh', 'measure', 'Luz', 'now'],
    ['Le tocaba el 20 abr 2025', 'Pese', 'mida', 'Luz', 'ahora'],
  ],
  CHECK_DATE: [['Check the date'], ['Revise la fecha']],
  HAND_OVER: [
    ['Hand Luz over', 'clinic', 'over 5 years'],
    ['Pase el caso de Luz', 'centro de salud', 'más de 5 años'],
  ],
  ANSWERED_SEEN: [
    ['Ask what the clinic said', 'weigh and measure Luz', 'by 20 Apr 2025'],
    ['Pregunte qué dijo el centro de salud', 'pese y mida a Luz', 'a más tardar el 20 abr 2025'],
  ],
  ANSWERED_NOT_FOUND: [
    ['Visit Luz again', 'by 20 Apr 2025'],
    ['Visite otra vez a Luz', 'a más tardar el 20 abr 2025'],
  ],
  ANSWERED_REFUSED: [
    ['Talk with the family again', 'tell the coordinator'],
    ['Hable otra vez con la familia', 'avise al coordinador'],
  ],
};

const CODES = Object.keys(ACTION_SENTENCES) as ShownActionCode[];
const NEGATED = /\b(?:no|not|cannot|nothing|never|without|nada|nunca|sin|ni)\b|n't/iu;

async function speaker(language: Language) {
  const voice = createTranslator(language, await loadSentences(language));
  const luz = { firstName: 'Luz', gender: 'Girl', mother: 'Rosa' } as const;
  return (code: ShownActionCode) =>
    actionWords(
      voice,
      {
        code,
        sentence: ACTION_SENTENCES[code],
        from: 'screening',
        supplement: 'MAM',
        date: '2025-04-20',
        signs: REFER_SIGNS,
      },
      luz,
    );
}

describe('action sentences', () => {
  it.each(['en', 'es'] as const)('contain the key words of their action: %s', async (language) => {
    const say = await speaker(language);
    for (const code of CODES) {
      const { text } = say(code);
      for (const words of MEANING[code][language === 'en' ? 0 : 1]) {
        expect(text, `${language} ${code}`).toContain(words);
      }
    }
  });

  it.each(['en', 'es'] as const)(
    'contain a negation only when no food may be given or a figure must be wrong: %s',
    async (language) => {
      const say = await speaker(language);
      const negated = CODES.filter((code) => NEGATED.test(say(code).text));
      expect(negated).toEqual(['UNDER_6_ASK_CLINIC', 'MEASURE_AGAIN', 'CLINIC_IF_SHOWN']);
    },
  );

  it.each([
    ['en', 'SEVERE_REPORT', 'the child seems well'],
    ['es', 'SEVERE_REPORT', 'Aunque parezca'],
    ['en', 'RED_START', 'Every day'],
    ['es', 'RED_START', 'Todos los días'],
    ['en', 'GREEN_TELL', 'optional'],
    ['es', 'GREEN_TELL', 'opcionales'],
  ] as const)('an action has a second line: %s %s', async (language, code, words) => {
    expect((await speaker(language))(code).detail).toContain(words);
  });
});
