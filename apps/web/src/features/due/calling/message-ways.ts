import {
  type FamilyMessage,
  type MessageStep,
  type MessageWay,
  numberKey,
  openedMessage,
  sameContent,
  smsAddress,
  whatsappAddress,
} from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { useMessages } from '../../../data/messages.tsx';
import type { OpenUnit } from '../../../data/units.tsx';
import { useAuthor } from '../../../shared/people/author.tsx';
import { useFault } from '../../../shared/words/fault.ts';
import { useNotices } from '../../../ui/notices.tsx';

/** A way in which a message leaves the application: by an address that the phone opens, or by an act. */
export interface Way {
  readonly way: MessageWay;
  /** Opened by the phone's own application; absent for the share sheet and the clipboard. */
  readonly address?: string;
}

/** The ways that a family's number and the text allow, the one used last first. */
export function waysOf(
  { number }: Pick<MessageStep, 'number'>,
  message: FamilyMessage,
  last: MessageWay | undefined,
): readonly Way[] {
  const whatsapp = whatsappAddress(number, message.text);
  const sms = smsAddress(number, message);
  const ways: readonly Way[] = [
    ...(whatsapp === null ? [] : [{ way: 'whatsapp' as const, address: whatsapp }]),
    ...(sms === null ? [] : [{ way: 'sms' as const, address: sms }]),
    ...('share' in navigator ? [{ way: 'share' as const }] : []),
    { way: 'copy' },
  ];
  return [...ways].sort((a, b) => Number(b.way === last) - Number(a.way === last));
}

/** Notes on a family's children that a message was opened, and takes that back. */
export function useOpened(unit: OpenUnit, today: string) {
  const { t } = useMessages();
  const { askAuthor } = useAuthor();
  const { notify } = useNotices();
  const sayFault = useFault();

  async function note(
    step: Pick<MessageStep<ChildRow>, 'entries' | 'kind' | 'number'>,
    way: MessageWay | null,
  ): Promise<void> {
    const author = await askAuthor();
    if (author === null) return;
    const toClinic = step.kind === 'clinic' ? { toClinic: true as const } : {};
    const number = numberKey(step.number);
    const messaged =
      way === null ? null : { day: today, who: author.name, way, ...toClinic, number };
    try {
      for (const { child } of step.entries) {
        await unit.local.saveMessaged(child.id, messaged, author, new Date());
      }
    } catch (cause) {
      sayFault(cause);
    }
  }

  /** Hands the text to the share sheet or the clipboard; whether it went there. */
  async function handOver(way: MessageWay, text: string): Promise<boolean> {
    try {
      if (way === 'share') await navigator.share({ text });
      else await navigator.clipboard.writeText(text);
    } catch (cause) {
      const isClosed = cause instanceof DOMException && cause.name === 'AbortError';
      if (!isClosed) notify({ text: t('call.not-handed-over') });
      return false;
    }
    if (way === 'copy') notify({ text: t('call.copied') });
    return true;
  }

  return {
    opened: async (step: MessageStep<ChildRow>, { way, address }: Way, text: string) => {
      if (address === undefined && !(await handOver(way, text))) return;
      await note(step, way);
    },
    /** Of the message that is shown: a sibling may have been written another one, on another day. */
    notSent: (step: MessageStep<ChildRow>) => {
      const shown = openedMessage(step);
      const entries = step.entries.filter(({ child }) =>
        sameContent(child.family?.messaged, shown),
      );
      return note({ ...step, entries }, null);
    },
  };
}
