import {
  ageToday,
  asYoungest,
  type IsoDate,
  isAboutAge,
  type NewestScreening,
} from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { ChildFile } from '@crece/storage';

type OfChild = Pick<ChildFile, 'child' | 'versions'>;

/**
 * Sex and age today, with "about" for an estimated birth date, and while two wait for a choice: then
 * by the later one, as in lists. "Girl, about 22 months".
 */
export function sexAndAge(
  { t, age }: Translator,
  { child, versions }: OfChild,
  newest: NewestScreening | null | undefined,
  today: string,
): string {
  const sex = t(`screenings.sex.${child.gender}`);
  const born = asYoungest(child, versions?.child ?? []);
  const now = ageToday(born, newest, today);
  if (now === null) return sex;
  const months = age(now.completedMonths);
  return `${sex}, ${isAboutAge(child, newest, born !== child) ? t('common.about-age', { age: months }) : months}`;
}

/** The birth date that is shown: while two wait for a choice the later one, as one that is not certain. */
export function birthShown({ child, versions }: OfChild): { birthDate: IsoDate; isAbout: boolean } {
  const born = asYoungest(child, versions?.child ?? []);
  return {
    birthDate: born.birthDate,
    isAbout: child.birthDateEstimated === true || born !== child,
  };
}

/** The head of a page has no room for more; the whole name stands on the child's page. */
const MOST_LETTERS = 36;

const shortened = (name: string): string =>
  name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS).trimEnd()}…` : name;

/** The line under a child's name: "Girl, 22 months · Rosa M.". */
export function childSubtitle(
  translator: Translator,
  file: OfChild,
  newest: NewestScreening | null | undefined,
  today: string,
): string {
  const who = sexAndAge(translator, file, newest, today);
  const { mother } = file.child;
  return mother === undefined ? who : `${who} · ${shortened(mother)}`;
}
