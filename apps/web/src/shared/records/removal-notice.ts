import type { Author } from '@crece/storage';
import { useInUnit } from '../../data/in-unit.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { useFault } from '../words/fault.ts';

interface Removed {
  id: string;
  /** "Luz Mamani was removed." */
  text: string;
  /** "Luz Mamani is back." */
  undone: string;
  /** Who removed it, and takes it back. */
  author: Author;
}

/**
 * Says that a record was removed, with "Undo" for as long as the removal is held back from the
 * server. The notice stays when the page is left, also for another unit.
 */
export function useRemovalNotice(unit: OpenUnit): (removed: Removed) => void {
  const { t } = useMessages();
  const { notify } = useNotices();
  const sayFault = useFault();
  const inUnit = useInUnit(unit.stakeDB);
  return ({ id, text, undone, author }) => {
    const undo = async () => {
      try {
        await inUnit((local) => local.putBack(id, author, new Date()));
        notify({ text: undone, about: id });
      } catch (cause) {
        sayFault(cause);
      }
    };
    const acts = [{ label: t('common.undo'), press: () => void undo() }];
    notify({ text, about: id, acts }, NOTICE_DELAYS.completion);
  };
}
