import type { MessageKey } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { RecordState } from './record-state.ts';

const LOOKS: Readonly<Record<RecordState, { icon: IconName; word: MessageKey }>> = {
  task: { icon: 'split', word: 'children.state.task' },
  removed: { icon: 'remove', word: 'children.state.removed' },
  refused: { icon: 'warning', word: 'children.state.refused' },
  here: { icon: 'device', word: 'children.only-on-device' },
  invented: { icon: 'info', word: 'children.state.invented' },
  server: { icon: 'cloud', word: 'children.state.server' },
};

/** A record's state in words with an icon; nothing while the state is unknown. */
export function RecordMark({ state }: { state: RecordState | null }) {
  const { t } = useMessages();
  if (state === null) return null;
  const { icon, word } = LOOKS[state];
  return (
    <span className="record-mark">
      <Icon name={icon} small />
      <span>{t(word)}</span>
    </span>
  );
}
