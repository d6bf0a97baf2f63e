import type { WaitingMove } from '@crece/storage';
import { HttpError } from '../../api/http.ts';
import { answerProposal } from '../../api/moves.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { dropMove } from '../../data/moves.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';

/** Why a move does not happen, by the server's code. */
const REFUSALS = {
  forbidden: 'moving.refused.forbidden',
  'not-found': 'moving.refused.not-found',
  erased: 'moving.refused.erased',
  'unit-retired': 'moving.refused.unit-retired',
} as const;

const refusalOf = (code: string) =>
  Object.hasOwn(REFUSALS, code)
    ? REFUSALS[code as keyof typeof REFUSALS]
    : ('moving.refused.other' as const);

/** On a child's page: it moves as soon as the server can be asked; or why it does not. */
export function MovingNote({ name, move }: { name: string; move: WaitingMove }) {
  const { t } = useMessages();
  const device = useDevice();
  const { notify } = useNotices();
  if (useSentences('later') !== 'ready') return null;
  const { toName: unit, refused, proposed } = move;
  const stay = async () => {
    try {
      if (proposed) await answerProposal(move, false);
    } catch (cause) {
      // Decided meanwhile: nothing is left to withdraw.
      if (!(cause instanceof HttpError) || cause.code !== 'not-found') return;
    }
    await dropMove(device, move);
    notify({ text: t('moving.stays', { name }) });
  };
  return (
    <p className="note-bar" role="status">
      <Icon name={refused === undefined ? 'exit' : 'warning'} small />
      <span className="grow">
        {refused === undefined
          ? t(proposed ? 'moving.proposed' : 'moving.waits', { name, unit })
          : t(refusalOf(refused), { name, unit })}
      </span>
      <Button kind="quiet" small onClick={() => void stay()}>
        {t('common.undo')}
      </Button>
    </p>
  );
}
