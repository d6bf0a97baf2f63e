import { ageToday, type Child, type NewestScreening } from '@crece/domain';
import type { Translator } from '@crece/messages';

/** Sex and age today, with "about" for an estimated birth date: "Girl, about 22 months". */
export function sexAndAge(
  { t, age }: Translator,
  child: Pick<Child, 'gender' | 'birthDate' | 'birthDateEstimated'>,
  newest: NewestScreening | null | undefined,
  today: string,
): string {
  const sex = t(`screenings.sex.${child.gender}`);
  const now = ageToday(child, newest, today);
  if (now === null) return sex;
  const isAbout = child.birthDateEstimated === true && typeof newest?.ageOverride !== 'number';
  const months = age(now.completedMonths);
  return `${sex}, ${isAbout ? t('screenings.about', { age: months }) : months}`;
}

/** The head of a page has no room for more; the whole name stands on the child's page. */
const MOST_LETTERS = 36;

const shortened = (name: string): string =>
  name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS).trimEnd()}…` : name;

/** The line under a child's name: "Girl, 22 months · Rosa M.". */
export function childSubtitle(
  translator: Translator,
  child: Child,
  newest: NewestScreening | null | undefined,
  today: string,
): string {
  const who = sexAndAge(translator, child, newest, today);
  return child.mother === undefined ? who : `${who} · ${shortened(child.mother)}`;
}
