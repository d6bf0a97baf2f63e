/**
 * Well-known sentences, which attackers try first: sayings, prayers, first lines, songs, and the
 * usual examples of passphrases. Letters only, without accents.
 */
const PHRASES: readonly string[] = [
  'correct horse battery staple',
  'the quick brown fox jumps over the lazy dog',
  'lorem ipsum dolor sit amet consectetur',
  'to be or not to be that is the question',
  'once upon a time in a land far away',
  'happy birthday to you happy birthday to you',
  'twinkle twinkle little star how i wonder what you are',
  'our father who art in heaven hallowed be thy name',
  'the lord is my shepherd i shall not want',
  'in the beginning god created the heaven and the earth',
  'may the force be with you',
  'i love you forever and ever',
  'this is my password please let me in',
  'i forgot my password again',
  'four score and seven years ago',
  'all that glitters is not gold',
  'an apple a day keeps the doctor away',
  'en un lugar de la mancha de cuyo nombre no quiero acordarme',
  'padre nuestro que estas en los cielos santificado sea tu nombre',
  'dios te salve maria llena eres de gracia',
  'el senor es mi pastor nada me faltara',
  'en el nombre del padre y del hijo y del espiritu santo',
  'feliz cumpleanos a ti feliz cumpleanos a ti',
  'feliz navidad prospero ano y felicidad',
  'feliz navidad y prospero ano nuevo',
  'habia una vez en un lugar muy lejano',
  'ser o no ser esa es la cuestion',
  'te quiero mucho mi amor te amo mucho',
  'mas vale tarde que nunca',
  'mas vale pajaro en mano que ciento volando',
  'a caballo regalado no se le mira el diente',
  'el veloz murcielago hindu comia feliz cardillo y kiwi',
  'no hay mal que por bien no venga',
  'dime con quien andas y te dire quien eres',
  'esta es mi contrasena secreta',
  'se me olvido la contrasena',
  'viva mexico senores viva mexico',
  'cielito lindo ay ay ay ay canta y no llores',
].map((phrase) => phrase.replace(/ /g, ''));

/** Up to this many letters around a phrase do not make it safe. */
const MOST_AROUND = 5;
/** A shorter piece of a phrase may be ordinary words. */
const SHORTEST_PIECE = 16;

/**
 * Whether letters (lower case, no accents or blanks) are a well-known sentence or a piece of one.
 */
export function isCommonPhrase(letters: string): boolean {
  if (letters.length < SHORTEST_PIECE) return false;
  return PHRASES.some(
    (phrase) =>
      phrase.includes(letters) ||
      (letters.includes(phrase) && letters.length - phrase.length <= MOST_AROUND),
  );
}
