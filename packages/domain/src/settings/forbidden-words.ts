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
      'redness',
      'reddish',
      'yellow',
      'yellowish',
      'green',
      'greenish',
      'amber',
      'orange',
      'severity',
      'thin',
      'thinner',
      'thinnest',
      'thinness',
      'sick',
      'sickly',
      'sickness',
      'ill',
      'illness',
      'illnesses',
      'swollen',
      'swelling',
      'swellings',
      'risk',
      'risks',
      'hunger',
      'hungry',
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
      'starv',
      'skinny',
      'skinni',
      'marasm',
      'kwashiork',
      'anaemi',
      'anemi',
      'diagnos',
      'undernouri',
      'undernutri',
      'tubercul',
      'oedema',
      'edema',
      'lymphoedema',
      'lymphedema',
    ],
    inside: ['malnutri', 'malnouri', 'muac', 'zscore'],
    phrases: ['z score', 'z scores', 'growth faltering'],
  },
  es: {
    words: [
      'peso',
      'pesa',
      'pesan',
      'pesas',
      'pesamos',
      'pesaste',
      'pesalo',
      'pesalos',
      'pesala',
      'pesalas',
      'pese',
      'peses',
      'pesen',
      'pesemos',
      'mido',
      'mide',
      'mides',
      'miden',
      'medimos',
      'medi',
      'mediste',
      'midio',
      'mida',
      'midas',
      'midan',
      'midamos',
      'medido',
      'medidos',
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
      'severidad',
      'severamente',
      'agudo',
      'aguda',
      'agudos',
      'agudas',
      'agudamente',
      'grave',
      'graves',
      'gravemente',
      'gravedad',
      'delgado',
      'delgada',
      'delgados',
      'delgadas',
      'delgadez',
      'enfermo',
      'enferma',
      'enfermos',
      'enfermas',
      'enfermito',
      'enfermita',
      'enfermitos',
      'enfermitas',
      'enfermaron',
      'enfermedad',
      'enfermedades',
      'riesgo',
      'riesgos',
      'vih',
      'sida',
    ],
    beginnings: [
      'peligro',
      'amarill',
      'rojiz',
      'enrojec',
      'verdos',
      'delgadit',
      'delgadis',
      'flac',
      'flaqu',
      'hambr',
      'hinchad',
      'hinchaz',
      'raquit',
      'moderad',
      'anaranjad',
      'pesar',
      'pesab',
      'pesaj',
      'pesando',
      'pesel',
      'pesenl',
      'medicion',
      'medir',
      'medida',
      'midie',
      'midel',
      'midal',
      'midanl',
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
    inside: ['desnutri', 'malnutri', 'subnutri'],
    phrases: ['puntaje z', 'puntuacion z', 'retraso del crecimiento', 'retardo del crecimiento'],
  },
};

/** Short forms of diagnoses, matched as they are written: in small letters they are other words. */
export const FORBIDDEN_CAPITALS: readonly string[] = ['SAM', 'MAM', 'DAM', 'DAS', 'DAG'];

/** Signs that nobody sees: "r\u200bed", and letters that are drawn as nothing. */
const UNSEEN = /[\p{Cf}\p{DI}]+/gu;
/** Signs inside a word, whichever they are: "mal-nutrition", "k.g.", "r*o*j*o". */
const INSIDE_WORDS = /(?<=\p{L})[^\p{L}\p{N}\s]+(?=\p{L})/gu;
const MARKS = /\p{M}+/gu;
const LETTERS = /\p{L}+/gu;
/** A Latin letter, and one of another script: "r\u0435d" with a Cyrillic letter is read as "red". */
const LATIN = /\p{Script=Latin}/u;
const OF_ANOTHER = /[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** What the lists would take for another word: "in spite of" has the letters of "to weigh". */
const HARMLESS = /\ba pesar (?=del?\b)/g;

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
  // An apostrophe may be a letter to Unicode, as in names of Mayan villages.
  const seen = text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/\p{Lm}/gu, "'");
  const mixed = wordsIn(seen).find((word) => LATIN.test(word) && OF_ANOTHER.test(word));
  if (mixed !== undefined) return mixed;
  const unmarked = seen.normalize('NFD').replace(MARKS, '');
  const short = wordsIn(unmarked.replace(INSIDE_WORDS, '')).find((word) =>
    FORBIDDEN_CAPITALS.includes(word),
  );
  if (short !== undefined) return short;
  const folded = foldText(unmarked).replace(HARMLESS, '');
  for (const words of [wordsIn(folded), wordsIn(folded.replace(INSIDE_WORDS, ''))]) {
    for (const list of Object.values(FORBIDDEN_WORDS)) {
      const hit = forbiddenIn(words, list);
      if (hit !== null) return hit;
    }
  }
  return null;
}
