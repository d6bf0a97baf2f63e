import {
  type Child,
  DEFAULT_PROGRAMME_RULES,
  DESK_LISTS,
  type DeskList,
  newestFirst,
  type Screening,
  USUAL_CHOICE,
} from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import type { ChildRecords } from '../../base/report-records.ts';
import { type DeskChild, readDeskChild } from '../desk-child.ts';
import { isInList } from '../desk-choice.ts';

let ids = 0;

/** A child with its screenings, each given by date and measures. */
export function aChildWith(
  child: Partial<Child>,
  ...entries: readonly Partial<Screening>[]
): ChildRecords {
  ids += 1;
  const born = aChild({ _id: `chld_desk_${ids}`, ...child });
  const screenings: Screening[] = [];
  for (const entry of entries) {
    const _id = `scr_desk_${ids}_${screenings.length}`;
    screenings.push(anAssessedScreening(born, { _id, oedema: false, ...entry }, screenings));
  }
  return { child: born, screenings: newestFirst(screenings) };
}

export const readOn = (today: string, records: ChildRecords): DeskChild =>
  readDeskChild(records, {
    today,
    timeZone: 'America/Guatemala',
    countryCode: 'GTM',
    programme: DEFAULT_PROGRAMME_RULES,
  });

/** The names of the lists that a child is in on a date. */
export function listsOn(
  today: string,
  records: ChildRecords,
  choice = USUAL_CHOICE,
): readonly DeskList[] {
  const { line } = readOn(today, records);
  return DESK_LISTS.filter((list) => isInList(line, list, choice));
}
