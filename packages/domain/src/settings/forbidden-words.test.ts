import { describe, expect, it } from 'vitest';
import { FORBIDDEN_CAPITALS, FORBIDDEN_WORDS, forbiddenWord } from './forbidden-words.ts';

/** What must be refused, written a second time by hand: a list without one of them fails here. */
const REFUSED = `
kg kgs kilo kilos kilograms cm cms centimetres mm millimetre gram grams pound pounds lb lbs ounce ounces
weigh weight weighing overweight underweight height heights length lengths measure measured measurements
circumference bmi waz haz whz percentile muac z-score zscore z-scores
red yellow green amber orange
severe severely severity acute acutely moderate moderately malnutrition malnourished undernourished
undernutrition wasted wasting stunted stunting thin obese obesity sick sickness ill illness disease diseases
diagnosis diagnosed marasmus kwashiorkor oedema edema anaemia anemic swollen swelling danger dangerous risk
risks hunger hungry starving starved starvation skinny skinnier thinner thinnest thinness redness reddish
yellowish greenish sickly illnesses swellings lymphoedema lymphedema hiv tb tuberculosis growth-faltering
peso pesa pesas pesan pesamos pesó pesaste pesaron pesaba pesábamos pesará pesaría pese peses pesen pesemos
pesar pesarlo pesando pésalo pésalos pésala pésalas péselo pésenla pesaje pesajes mido mides mide miden medimos
medí mediste midió midieron midiendo medirá medir medirle mida midas midan midamos mídelo mídala mídanlo medido
medidos talla tallas estatura altura longitud libra libras gramo gramos onza onzas imc
centímetro centímetros milímetro kilogramo medida medidas medición perímetro circunferencia percentil
braquial puntaje-z puntuación-z
rojo roja rojos rojas amarillo amarilla amarillos amarillas verde verdes ámbar naranja naranjas anaranjado
anaranjada
severo severa severos severas severidad severamente agudamente grave graves gravemente gravedad agudo aguda agudos agudas moderado moderada moderados
moderadas flaco flaca flacos flacas flaquito flaquísima delgado delgada delgados delgadas delgadito delgadísima delgadez raquítico desnutrido desnutrida desnutrición malnutrición malnutrido subnutrición obeso
obesa obesos obesas obesidad sobrepeso infrapeso emaciación emaciado enfermo enferma enfermos enfermas
enfermito enfermita enfermitos enfermitas enfermaron
enfermedad enfermedades hambre hambriento hambruna hinchado hinchada hinchados hinchadas hinchazón rojizo
verdoso enrojecido edematoso marasmo anémica diagnóstico peligro peligros
peligroso peligrosa riesgo riesgos vih sida tuberculosis retraso-del-crecimiento retardo-del-crecimiento
`
  .trim()
  .split(/\s+/)
  .map((word) =>
    /^(puntaje|puntuación|retra|retar|growth)/.test(word) ? word.replaceAll('-', ' ') : word,
  );

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

describe('words that no message may hold', () => {
  it.each(REFUSED)('%s', (word) => {
    for (const written of [word, word.toUpperCase(), plain(word), `Traiga: «${word}», gracias.`]) {
      expect(forbiddenWord(written), written).not.toBeNull();
    }
  });

  it('each entry of the lists is needed by one of them', () => {
    const folded = REFUSED.map((word) => plain(word).toLowerCase());
    for (const { words, beginnings, inside, phrases } of Object.values(FORBIDDEN_WORDS)) {
      for (const word of [...words, ...phrases]) {
        expect(
          folded.map((each) => each.replace('-', ' ')),
          word,
        ).toContain(word.replace('-', ' '));
      }
      for (const part of beginnings) {
        expect(
          folded.some((each) => each.startsWith(part)),
          part,
        ).toBe(true);
      }
      for (const part of inside)
        expect(
          folded.some((each) => each.includes(part)),
          part,
        ).toBe(true);
    }
  });

  it.each([
    ['7kg', 'kg'],
    ['11.5cm', 'cm'],
    ['mal-nutrition', 'malnutrition'],
    ['k.g.', 'kg'],
    ['r\u200bed', 'red'],
    ['ｒｅｄ', 'red'],
    ['MUAC11', 'muac'],
    ['hypermalnutrition', 'hypermalnutrition'],
    ['Rojo.Verde', 'rojo'],
    ['z score', 'z score'],
    ['a pesar desnutrido', 'pesar'],
    ['para pesar de nuevo', 'pesar'],
    ...['-', '–', '—', '/', '·', '*', '•', '|', '...', '\u2212', '\u2800'].map((sign) => [
      ['r', 'e', 'd'].join(sign),
      'red',
    ]),
    ...[
      '\u3164',
      '\u115f',
      '\u1160',
      '\uffa0',
      '\u00ad',
      '\u2060',
      '\u034f',
      '\u180b',
      '\ufe0f',
    ].map((unseen) => [`ro${unseen}jo`, 'rojo']),
    ['S\u0301AM', 'SAM'],
    ['SÁM', 'SAM'],
    ['S.Á.M.', 'SAM'],
    ['r\u0335ed', 'red'],
    ['r\u02bced', 'red'],
    ['r\u0435d', 'r\u0435d'],
    ['\u0440ojo', '\u0440ojo'],
    ['g\u03b1rden', 'g\u03b1rden'],
  ])('%j is found as %s', (text, word) => expect(forbiddenWord(text)).toBe(word));

  it.each(['SAM', 'MAM', 'DAM', 'DAS', 'DAG'])('%s is refused in capitals only', (short) => {
    expect(FORBIDDEN_CAPITALS).toContain(short);
    expect(forbiddenWord(`bring the ${short} card`)).toBe(short);
    expect(forbiddenWord(`Uncle ${short[0]}${short.slice(1).toLowerCase()}`)).toBeNull();
  });

  it.each([
    'Please come with your child on Monday 24 November at 9:00 to the school. Bring the blue card.',
    'Por favor venga con su hijo o hija el lunes 24 de noviembre a las 9:00 a la escuela.',
    'several robes, wasteland, illegal, hired, greenhouse, heighten, thinking, asked, Mildred',
    '20 pesos, gravedoso, agudeza, pesado, personas, riesgoso, sidalcea, medio, mediodía, media hora',
    'Venga a pesar de la lluvia, a pesar del lodo; el pesebre, la pesca, una pesadilla, medicina, médico',
    'la enfermera, la enfermería, hinchas, Sede-Mayor, sede/maternidad, hamburguesa, remedios, humedad',
    'Casa Delgadillo, Agudelo, Severino, Medina, Midway, traiga medias y una mesa',
    'skin, skinned, read, reduce, thing, Stanley, swell',
    'K’iche’, Q\u02bceqchi\u02bc, Sra./Sr., niño/a, 1ª calle, 3º piso, «Centro»',
    'Центр, салон, សាលា, Улаанбаатар',
    'Iglesia del kilómetro 5, Km 5',
    'la carretera, red-letter'.replace('red-letter', 'redacción'),
    '',
  ])('%j holds none', (text) => expect(forbiddenWord(text)).toBeNull());
});
