import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { markFound } from './letters-found.tsx';

const drawn = (search: string, text: string) =>
  renderToStaticMarkup(<>{markFound(search)(text)}</>).replaceAll(/<\/?mark>/g, '|');

describe('the letters that a search found', () => {
  it.each([
    ['fern', 'Fernanda M.', '|Fern|anda M.'],
    ['jose', 'María José', 'María |José|'],
    ['nun', 'Tzoc Núñez', 'Tzoc |Núñ|ez'],
    ['  MARI  ana ', 'Mariana López', '|Mariana| López'],
    ['ana', 'Anana', '|Anana|'],
    ['lu pe', 'Lupe Pérez', '|Lupe| |Pé|rez'],
    ['garcia lopez', 'García-López', '|García|-|López|'],
    ['mejia', 'Mejía', '|Mejía|'],
    ['zz', 'Luz', 'Luz'],
    ['', 'Luz', 'Luz'],
    ['strasse', 'Strasse', '|Strasse|'],
  ])('of "%s" in "%s"', (search, text, marked) => {
    expect(drawn(search, text)).toBe(marked);
  });

  it('keeps a letter of several signs whole: İ folds to two, a combined accent stands alone', () => {
    expect(drawn('i', 'İnci')).toBe('|İ|nc|i|');
    expect(drawn('e', 'José')).toBe('Jos|é|');
  });
});
