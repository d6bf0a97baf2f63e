import { describe, expect, it } from 'vitest';
import { rowAbout, type StatedScreening } from '../testing/records.ts';

const alert = (entry: StatedScreening, age = 20, language: 'en' | 'es' = 'en') =>
  rowAbout('summary', { age, entries: [entry] }, { language })?.['alert'];

describe('the alert cell', () => {
  it.each([
    [null, {}],
    [null, { wl: -3.5 }],
    [null, { oedema: false, muac: 12.5 }],
    ['refer: swelling', { oedema: true }],
    ['refer: red MUAC', { muac: 11.4 }],
    ['yellow MUAC', { muac: 11.5 }],
    ['yellow MUAC', { muac: 12.4 }],
    ['refer: red MUAC; MUAC in millimetres?', { muac: 114 }],
    ['yellow MUAC; MUAC in millimetres?', { muac: 115 }],
    ['MUAC in millimetres?', { muac: 125 }],
    ['refer: swelling; refer: red MUAC', { oedema: true, muac: 11, wl: -3.5 }],
    ['refer: swelling; refer: red MUAC; MUAC in millimetres?', { oedema: true, muac: 108 }],
  ])('the alert is %j with %o', (expected, entry) => {
    expect(alert(entry)).toBe(expected);
  });

  it('contains severe evidence of an infant under 6 months at the screening, but not its MUAC', () => {
    const infant = { ago: 1, wl: -3.01, muac: 11, oedema: true };
    expect(alert(infant, 6)).toBe('refer: swelling; refer: severe under 6 months');
    expect(alert({ ...infant, wl: -3 }, 6)).toBe('refer: swelling');
    expect(alert(infant, 7)).toBe('refer: swelling; refer: red MUAC');
  });

  it('the alert is written in Spanish', () => {
    expect(alert({ oedema: true, muac: 108 }, 20, 'es')).toBe(
      'referir: hinchazón; referir: MUAC rojo; ¿MUAC en milímetros?',
    );
  });
});
