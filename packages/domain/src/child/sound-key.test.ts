import { describe, expect, it } from 'vitest';
import { nameWords, soundAlike, soundKey } from './sound-key.ts';

const alike = (a: string, b: string) => soundAlike(soundKey(a), soundKey(b));

describe('soundKey', () => {
  it.each([
    ['Hernández', 'Ernandes'],
    ['Vásquez', 'Bazques'],
    ['Cecilia', 'Sesilia'],
    ['Quispe', 'Kispe'],
    ['Carla', 'Karla'],
    ['Yesenia', 'Llesenia'],
    ['Gerardo', 'Jerardo'],
    ['Gisela', 'Jisela'],
    ['Anna', 'Ana'],
    ['JOSÉ', 'jose'],
    ['Rebecca', 'Rebeka'],
  ])('the sound is the same for %s and %s', (a, b) => {
    expect(soundKey(a)).toBe(soundKey(b));
  });

  it.each([
    ['Garza', 'Jarza'],
    ['Cano', 'Sano'],
    ['Luz', 'Luis'],
    ['Ana', 'Eva'],
  ])('differs for %s and %s', (a, b) => {
    expect(soundKey(a)).not.toBe(soundKey(b));
  });
});

describe('soundAlike', () => {
  it.each([
    ['Ximena', 'Jimena'],
    ['Gabriel', 'Gabriela'],
    ['Marina', 'Mariana'],
    ['Elenas', 'Helena'],
    ['Morales', 'Moralez'],
  ])('takes one letter of difference in long words: %s, %s', (a, b) => {
    expect(alike(a, b)).toBe(true);
    expect(alike(b, a)).toBe(true);
  });

  it.each([
    ['Rosa', 'Rose'],
    ['Luis', 'Luisa'],
    ['Marina', 'Martino'],
    ['Carlos', 'Karlita'],
    ['Daniela', 'Gabriela'],
    ['', 'Ana'],
  ])('takes no difference in short words, and not two letters: %s, %s', (a, b) => {
    expect(alike(a, b)).toBe(false);
    expect(alike(b, a)).toBe(false);
  });
});

describe('nameWords', () => {
  it.each([
    ['María  José López', ['maria', 'jose', 'lopez']],
    ['Ana de la Cruz', ['ana', 'delacruz']],
    ['Juan Pérez y López', ['juan', 'perez', 'ylopez']],
    ['María de los Ángeles Coc', ['maria', 'delosangeles', 'coc']],
    ['Rosa del', ['rosa', 'del']],
    ['Jean Saint-Louis', ['jean', 'saint', 'louis']],
    ["Ch'oc, Ana M.", ['choc', 'ana', 'm']],
    ['  ', []],
  ])('the words of %j are %j', (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });
});
