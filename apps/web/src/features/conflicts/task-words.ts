import { type IsoDate, kindOfId, newestScreening, repairDate } from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { ChildFile, Task, TaskSide } from '@crece/storage';
import { childSubtitle } from '../../shared/screenings/child-words.ts';
import { momentText } from '../../shared/words/moment.ts';

/** The person whom a task is about, by the names on the record. */
export function whoOf({ t }: Pick<Translator, 't'>, title: string): string {
  return title === '' ? t('waiting.unnamed') : title;
}

/** The date of a screening in the version that lists show; null for other records. */
export function screeningDayOf(
  { id, first, second }: Task,
  { timeZone }: { timeZone: string },
): IsoDate | null {
  if (kindOfId(id) !== 'scr') return null;
  const dayOf = ({ document }: TaskSide) => repairDate(document['surveyDate'], timeZone);
  return dayOf(first) ?? dayOf(second);
}

/** The time of a write, by this device's clock: `10:42` today, otherwise with its date. */
export function whenWords(translator: Translator, instant: string | undefined): string {
  return instant === undefined || Number.isNaN(Date.parse(instant))
    ? translator.t('waiting.when-unknown')
    : momentText(translator, instant, new Date());
}

/** "This device · Ana L., 10:42". */
export function writerWords(
  translator: Translator,
  author: (name: string, at?: string) => string,
  side: TaskSide,
): string {
  const { t } = translator;
  return t('waiting.writer', {
    device: t(side.isHere ? 'lock.device-title' : 'waiting.other-device'),
    name:
      side.writtenBy === undefined
        ? t('waiting.writer-unknown')
        : author(side.writtenBy, side.writtenAt),
    when: whenWords(translator, side.writtenAt),
  });
}

/** "Two phones changed the screening of 14 Mar." */
export function changedWords(
  translator: Translator,
  task: Task,
  context: { timeZone: string; today: IsoDate },
): string {
  const { t, shortDate } = translator;
  const name = whoOf(translator, task.title);
  const day = screeningDayOf(task, context);
  if (day !== null) return t('waiting.changed.visit', { date: shortDate(day, context.today) });
  return t(kindOfId(task.id) === 'mthr' ? 'waiting.changed.mother' : 'waiting.changed.child', {
    name,
  });
}

/** Sex, age and mother of the child of a task: several children may have the same name. */
export function whoLine(
  translator: Translator,
  { file, context }: { file: ChildFile | null; context: { today: IsoDate } },
): string | null {
  if (file === null) return null;
  const newest = newestScreening(file.screenings, context.today);
  return childSubtitle(translator, file, newest, context.today);
}

/** Number of screenings that are kept or removed with a child. */
export const screeningCountOf = (file: ChildFile | null): number => file?.screenings.length ?? 0;
