import type { FamilyLanguage } from '../base/words.ts';
import type { IsoDate } from '../fields/entities.ts';

/**
 * Names of days and months as a text message writes them: "sabado" without its accent, for which a
 * message would have room for 70 characters instead of 160.
 */
const NAMES: Readonly<Record<FamilyLanguage, { days: string; months: string }>> = {
  en: {
    days: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday',
    months: 'January February March April May June July August September October November December',
  },
  es: {
    days: 'domingo lunes martes miércoles jueves viernes sabado',
    months:
      'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  },
};

/** A day in a message: "Monday 24 November", "lunes 24 de noviembre". */
export function messageDay(day: IsoDate, language: FamilyLanguage): string {
  const date = new Date(`${day}T00:00:00Z`);
  const { days, months } = NAMES[language];
  const weekday = days.split(' ')[date.getUTCDay()];
  const month = months.split(' ')[date.getUTCMonth()];
  return `${weekday} ${date.getUTCDate()} ${language === 'es' ? 'de ' : ''}${month}`;
}
