import { describe, expect, it } from 'vitest';
import { createReportWords } from './report-words.ts';

describe('the words of reports', () => {
  it('name a column by its field name in English, by a word in Spanish, and by its code in both', () => {
    const [english, spanish] = [createReportWords('en'), createReportWords('es')];
    expect([english.title('firstName'), spanish.title('firstName')]).toEqual([
      'firstName',
      'nombre',
    ]);
    expect([english.title('who_zlen'), spanish.title('who_zlen')]).toEqual([
      'who_zlen',
      'who_zlen',
    ]);
  });

  it('use another title for a column that has another meaning in one report', () => {
    const { title } = createReportWords('es');
    expect(title('screenDate', 'all')).toBe('fecha de evaluación');
    expect(title('screenDate', 'women')).toBe('fecha de registro');
    expect(createReportWords('en').title('screenDate', 'women')).toBe('screenDate');
  });

  it('insert the parameters of a word', () => {
    expect(createReportWords('en').word('sup.lapsed', { sup: 'SAM' })).toBe('SAM (lapsed)');
  });
});
