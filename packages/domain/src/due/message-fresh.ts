import type { IsoDate, OpenedMessage } from '../fields/entities.ts';
import type { MessageStep } from './message-steps.ts';

/**
 * Whether a message was opened since the child was last seen. Of a child in *refer* only the one that
 * asked to go to the clinic counts: another may have been opened on the day on which it came to be there.
 */
export function isMessageFresh(
  { day, toClinic }: OpenedMessage,
  newest: { readonly surveyDate: IsoDate } | undefined,
  isInRefer: boolean,
): boolean {
  if (isInRefer && toClinic !== true) return false;
  return newest === undefined || day >= newest.surveyDate;
}

/** The message that was opened for all children of a step, and still counts; undefined without one. */
export function openedMessage({ kind, entries }: MessageStep): OpenedMessage | undefined {
  const opened = entries.flatMap(({ child: { family, newest } }) => {
    const messaged = family?.messaged;
    return messaged !== undefined && isMessageFresh(messaged, newest, kind === 'clinic')
      ? [messaged]
      : [];
  });
  return opened.length === entries.length ? opened[0] : undefined;
}
