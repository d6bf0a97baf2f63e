import { firstNumber } from '../base/first-number.ts';
import { planOfPrefixed } from '../catalogue/calling-prefix.ts';
import type { IsoDate, OpenedMessage } from '../fields/entities.ts';
import type { MessageStep } from './message-steps.ts';

/** What of a child decides whether a message to its family still counts. */
interface WrittenTo {
  readonly phone?: string | undefined;
  readonly newest?: { readonly surveyDate: IsoDate } | undefined;
}

/** A number in two parts; `country` is empty where it was written without one. */
function partsOf(number: string): { country: string; national: string } {
  const written = number.replace(/^00/u, '+');
  const digits = written.replace('+', '');
  const country = written.startsWith('+') ? (planOfPrefixed(digits)?.prefix ?? '') : '';
  // The zero that is dialled inside a country only.
  return { country, national: digits.slice(country.length).replace(/^0+/u, '') };
}

/** Whether a typed telephone number is the one for which a message was opened, with its country or without. */
function isNumberOf(number: string, phone = ''): boolean {
  const [opened, now] = [partsOf(number), partsOf(firstNumber(phone) ?? '')];
  const isAbroad = ![opened.country, ''].includes(now.country) && opened.country !== '';
  return !isAbroad && opened.national === now.national;
}

/**
 * Whether a message was opened since the child was last seen, for the number that the family has now:
 * where it was corrected since, nobody was written to. Of a child in *refer* only one that asked to go
 * to the clinic counts: another may have been opened on the day on which it came to be there.
 */
export function isMessageFresh(
  { day, toClinic, number }: OpenedMessage,
  { phone, newest }: WrittenTo,
  isInRefer: boolean,
): boolean {
  if (isInRefer && toClinic !== true) return false;
  if (number !== undefined && !isNumberOf(number, phone)) return false;
  return newest === undefined || day >= newest.surveyDate;
}

/** The message that was opened for all children of a step, and still counts; undefined without one. */
export function openedMessage({ kind, entries }: MessageStep): OpenedMessage | undefined {
  const opened = entries.flatMap(({ child }) => {
    const messaged = child.family?.messaged;
    return messaged !== undefined && isMessageFresh(messaged, child, kind === 'clinic')
      ? [messaged]
      : [];
  });
  return opened.length === entries.length ? opened[0] : undefined;
}
