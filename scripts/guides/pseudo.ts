// A pseudo-language: readable English with accents everywhere, one third longer.
const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  n: 'ñ',
  A: 'Á',
  E: 'É',
  O: 'Ö',
  U: 'Ü',
};

/**
 * Accents the words of an ICU message and leaves its arguments: `{count, plural, one {# day} other
 * {# days}}`.
 */
export function pseudo(message: string): string {
  let depth = 0;
  // Whether this text is shown: at the top level and in branches, which are at every second depth.
  const accented = [...message].map((letter) => {
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    return depth % 2 === 0 ? (ACCENTED[letter] ?? letter) : letter;
  });
  const said = accented.join('');
  const length = message.replace(/\{[^{}]*\}/g, '').length;
  return /\p{L}{2}/u.test(message) ? `${said} ${'~'.repeat(Math.ceil(length / 3))}` : said;
}
