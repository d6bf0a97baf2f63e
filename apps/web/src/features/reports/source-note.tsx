import type { Translator } from '@crece/messages';
import { isCountable } from '@crece/storage';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { momentText } from '../../shared/words/moment.ts';
import { Icon } from '../../ui/icon.tsx';

/** What a report of this device contains, and what it does not. */
export function useLocalWords(
  unit: OpenUnit,
  voice: Translator,
): { isWhole: boolean; text: string } {
  const { t } = voice;
  const snapshot = useUnitSnapshot(unit.local);
  const { pending, sync } = snapshot;
  if (!isCountable(snapshot) && !unit.demo) return { isWhole: false, text: t('reports.here.part') };
  const own = t('reports.here.own', { count: pending });
  const others =
    sync.stamp === null
      ? t('reports.here.never')
      : t('reports.here.since', {
          time: momentText(voice, sync.stamp.completedAt, new Date()),
        });
  return { isWhole: true, text: `${own} ${others}` };
}

/**
 * Names the source below a local report; a prominent warning when the unit was never received
 * completely.
 */
export function LocalNote({ unit }: { unit: OpenUnit }) {
  const messages = useMessages();
  const { t } = messages;
  const { isWhole, text } = useLocalWords(unit, messages);
  return (
    <p className={isWhole ? 'report-note' : 'report-note report-note-part'}>
      <Icon name={isWhole ? 'device' : 'warning'} />
      <span>
        <b>{t(isWhole ? 'reports.here.title' : 'reports.here.part-title')}</b> {text}
      </span>
    </p>
  );
}
