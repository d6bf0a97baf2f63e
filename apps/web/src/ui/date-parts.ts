/** Day, month and year as they are typed. */
export interface DateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

const EMPTY: DateParts = { day: '', month: '', year: '' };

/**
 * The text of typed parts: `2024-05-03` once every part is there, else the parts as they are
 * (`2024--3`), which no check takes for a date; empty when nothing is typed.
 */
export function textOfParts({ day, month, year }: DateParts): string {
  if (`${day}${month}${year}` === '') return '';
  if (year.length < 4 || month === '' || day === '') return `${year}-${month}-${day}`;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The parts of such a text. */
export function partsOfText(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-');
  return text === '' ? EMPTY : { day, month, year };
}

/** The digits of typed text, among them the wide ones of some keyboards, `２`. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');

/** Greatest first digit after which a second one may follow: 3 for a day, 1 for a month. */
const MAY_FOLLOW = { day: 3, month: 1 } as const;

/** Whether a part is whole, so that the next one can be typed. */
export function isWholePart(part: keyof DateParts, text: string): boolean {
  if (part === 'year') return text.length === 4;
  return text.length === 2 || (text.length === 1 && Number(text) > MAY_FOLLOW[part]);
}

/** A year of two digits, `24`, as the year of this century that is not after `thisYear`. */
export function wholeYear(year: string, thisYear: number): string {
  if (year.length !== 2) return year;
  const century = Math.floor(thisYear / 100) * 100;
  return String(century + Number(year) > thisYear ? year : century + Number(year));
}

/** A whole date in pasted text, `3/5/2024`, `03.05.2024` or `2024-05-03`; null when there is none. */
export function partsOfPasted(text: string): DateParts | null {
  const groups = text.normalize('NFKC').match(/\d+/g) ?? [];
  const [first = '', month = '', last = ''] = groups;
  if (groups.length !== 3 || month.length > 2) return null;
  if (first.length === 4 && last.length <= 2) return { year: first, month, day: last };
  return last.length === 4 && first.length <= 2 ? { day: first, month, year: last } : null;
}
