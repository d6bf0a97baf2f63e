import { foldText } from '../base/fold-text.ts';

/**
 * Words that no message to a family may hold, because others read it: measures, colours, diagnoses.
 * `words` are matched as whole words, `beginnings` at the start of a word, `inside` anywhere in one,
 * `phrases` as words in a row; all folded. Where a harmless word has the same beginning ("several",
 * "robes"), the words stand one by one.
 */
interface Forbidden {
  readonly words: readonly string[];
  readonly beginnings: readonly string[];
  readonly inside: readonly string[];
  readonly phrases: readonly string[];
}

export const FORBIDDEN_WORDS: Readonly<Record<'en' | 'es', Forbidden>> = {
  en: {
    words: [
      'kg',
      'kgs',
      'kilo',
      'kilos',
      'cm',
      'cms',
      'mm',
      'gram',
      'grams',
      'pound',
      'pounds',
      'lb',
      'lbs',
      'ounce',
      'ounces',
      'height',
      'heights',
      'length',
      'lengths',
      'bmi',
      'waz',
      'haz',
      'whz',
      'red',
      'yellow',
      'green',
      'amber',
      'orange',
      'severity',
      'thin',
      'sick',
      'sickness',
      'ill',
      'illness',
      'swollen',
      'swelling',
      'risk',
      'risks',
      'hunger',
      'hungry',
      'starving',
      'hiv',
      'tb',
    ],
    beginnings: [
      'acute',
      'moderate',
      'severe',
      'obes',
      'diseas',
      'danger',
      'wasted',
      'wasting',
      'weigh',
      'overweigh',
      'underweigh',
      'measur',
      'centimet',
      'millimet',
      'kilogram',
      'percentil',
      'circumferen',
      'stunt',
      'marasm',
      'kwashiork',
      'anaemi',
      'anemi',
      'diagnos',
      'undernouri',
      'undernutri',
      'tubercul',
    ],
    inside: ['malnutri', 'malnouri', 'muac', 'oedema', 'edema', 'zscore'],
    phrases: ['z score', 'z scores', 'growth faltering'],
  },
  es: {
    words: [
      'peso',
      'pesa',
      'pesan',
      'talla',
      'tallas',
      'estatura',
      'altura',
      'longitud',
      'libra',
      'libras',
      'gramo',
      'gramos',
      'onza',
      'onzas',
      'imc',
      'rojo',
      'roja',
      'rojos',
      'rojas',
      'verde',
      'verdes',
      'ambar',
      'naranja',
      'naranjas',
      'severo',
      'severa',
      'severos',
      'severas',
      'grave',
      'graves',
      'gravedad',
      'agudo',
      'aguda',
      'agudos',
      'agudas',
      'flaco',
      'flaca',
      'delgado',
      'delgada',
      'enfermo',
      'enferma',
      'enfermos',
      'enfermas',
      'enfermedad',
      'enfermedades',
      'hambre',
      'hinchado',
      'hinchada',
      'hinchazon',
      'riesgo',
      'riesgos',
      'vih',
      'sida',
    ],
    beginnings: [
      'peligro',
      'amarill',
      'moderad',
      'anaranjad',
      'pesaje',
      'medicion',
      'medida',
      'centimet',
      'milimet',
      'kilogram',
      'perimetro',
      'circunferen',
      'percentil',
      'braquial',
      'emacia',
      'marasm',
      'kwashiork',
      'anemi',
      'diagnos',
      'sobrepeso',
      'infrapeso',
      'tubercul',
    ],
    inside: ['desnutri', 'malnutri', 'subnutri', 'edema'],
    phrases: ['puntaje z', 'puntuacion z', 'retraso del crecimiento', 'retardo del crecimiento'],
  },
};

/** Short forms of diagnoses, matched as they are written: in small letters they are other words. */
export const FORBIDDEN_CAPITALS: readonly string[] = ['SAM', 'MAM', 'DAM', 'DAS', 'DAG'];

/** Signs that nobody sees, and those that stand inside a word: "mal-nutrition", "k.g.". */
const UNSEEN = /\p{Cf}+/gu;
const INSIDE_WORDS = /(?<=\p{L})[-‐‑'’._]+(?=\p{L})/gu;
const LETTERS = /\p{L}+/gu;

const wordsIn = (text: string): readonly string[] => text.match(LETTERS) ?? [];

function forbiddenIn(words: readonly string[], list: Forbidden): string | null {
  const hit = words.find(
    (word) =>
      list.words.includes(word) ||
      list.beginnings.some((beginning) => word.startsWith(beginning)) ||
      list.inside.some((part) => word.includes(part)),
  );
  if (hit !== undefined) return hit;
  const row = ` ${words.join(' ')} `;
  return list.phrases.find((phrase) => row.includes(` ${phrase} `)) ?? null;
}

/**
 * The first word of a text that no message may hold; null: there is none. Each text is held against the
 * words of every language, because people write in the field of another one.
 */
export function forbiddenWord(text: string): string | null {
  const seen = text.normalize('NFKC').replace(UNSEEN, '');
  const short = wordsIn(seen.replace(INSIDE_WORDS, '')).find((word) =>
    FORBIDDEN_CAPITALS.includes(word),
  );
  if (short !== undefined) return short;
  const folded = foldText(seen);
  for (const words of [wordsIn(folded), wordsIn(folded.replace(INSIDE_WORDS, ''))]) {
    for (const list of Object.values(FORBIDDEN_WORDS)) {
      const hit = forbiddenIn(words, list);
      if (hit !== null) return hit;
    }
  }
  return null;
}
