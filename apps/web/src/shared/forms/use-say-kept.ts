import { useEffect, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { idAtWork } from '../../data/session.tsx';
import { useLatest } from '../../data/use-latest.ts';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';

/**
 * On leaving a changed form: a quiet notice that what was typed is kept; of one that is being saved only
 * when it was not saved. Nobody else on the phone reads it: they have the form empty before them.
 */
export function useSayKept(
  lastKept: (again: boolean) => Promise<boolean>,
  saved: { readonly current: Promise<unknown> },
  opensAgain: (() => Promise<boolean>) | undefined,
): void {
  const { t } = useMessages();
  const { notify } = useNotices();
  const latest = useLatest({
    opensAgain,
    say: (opens: boolean) =>
      opens
        ? notify({ text: t('common.draft-left') })
        : notify({ text: t('common.draft-left-gone') }, NOTICE_DELAYS.completion),
  });
  const [typist] = useState(idAtWork);
  useEffect(
    () => () => {
      void saved.current.then(async () => {
        const opens = await latest.current.opensAgain?.().catch(() => undefined);
        const isKept = await lastKept(opens === true && idAtWork() === typist);
        if (isKept && idAtWork() === typist) latest.current.say(opens ?? true);
      });
    },
    [lastKept, saved, latest, typist],
  );
}
