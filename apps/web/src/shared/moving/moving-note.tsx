import type { WaitingMove } from '@crece/storage';
import { useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { takeMoveBack } from '../../data/take-back-move.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';

/** Codes of the server that say why a move does not happen. */
const REFUSALS = ['forbidden', 'not-found', 'erased', 'unit-retired', 'declined'] as const;

const refusalOf = (code: string) =>
  `moving.refused.${REFUSALS.find((each) => each === code) ?? 'other'}` as const;

/** On a child's page: it moves as soon as the server can be asked, or once a proposal is accepted; or why it does not. */
export function MovingNote({ name, move }: { name: string; move: WaitingMove }) {
  const { t } = useMessages();
  const device = useDevice();
  const { notify } = useNotices();
  const [isBusy, setBusy] = useState(false);
  if (useSentences('later') !== 'ready') return null;
  const { toName: unit, refused, propose } = move;
  const stay = async () => {
    setBusy(true);
    try {
      const what = await takeMoveBack(device, move);
      notify({ text: t(`moving.${what}`, { name, unit }) });
    } catch (cause) {
      // The error catalogue has said why.
      if (!(cause instanceof HttpError)) throw cause;
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="note-bar" role="status">
      <Icon name={refused === undefined ? 'exit' : 'warning'} small />
      <span className="grow">
        {refused === undefined
          ? t(propose ? 'moving.proposed' : 'moving.waits', { name, unit })
          : t(refusalOf(refused), { name, unit })}
      </span>
      <Button kind="quiet" small disabled={isBusy} onClick={() => void stay()}>
        {t(refused === undefined ? 'common.undo' : 'common.close')}
      </Button>
    </p>
  );
}
