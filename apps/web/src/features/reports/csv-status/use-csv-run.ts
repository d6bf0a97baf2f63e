import { socketRoomOf } from '@crece/contract';
import type { Translator } from '@crece/messages';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Begun, fetchJob } from '../../../api/reports.ts';
import { useMessages } from '../../../data/messages.tsx';
import { useSignIn } from '../../../data/session.tsx';
import { failureText } from '../../../shared/words/failure-words.ts';
import { NOTICE_DELAYS, useNotices } from '../../../ui/notices.tsx';
import { CsvRun, type RunFailure, type RunState } from './csv-run.ts';

/** The texts of a failure for a person; titles as in the specification. */
export function failureWords(
  t: Translator['t'],
  failure: RunFailure,
): { title: string; text: string } {
  const title = t('reports.creation-error');
  switch (failure.is) {
    case 'call': {
      const { error } = failure;
      const { status, statusText, said } = error;
      if (status === null) return { title, text: failureText(t, error) };
      return { title, text: [`${status} ${statusText}`.trim(), said ?? ''].join(' · ') };
    }
    case 'not-accepted':
      return { title, text: failure.message };
    case 'job':
      return { title, text: failure.text };
  }
}

/** A long job that this page started and follows; leaving the page stops listening, not the job. */
export function useCsvRun(completeTitle: string) {
  const { t } = useMessages();
  const { notify, complain } = useNotices();
  const { user, isServerSession } = useSignIn();
  const [state, setState] = useState<RunState | null>(null);
  const run = useRef<CsvRun | null>(null);

  const says = (next: RunState, before: RunState | null) => {
    if (next.at === 'failed') complain(failureWords(t, next.failure));
    if (next.at === 'done') {
      notify({ title: completeTitle, text: next.text }, NOTICE_DELAYS.completion);
    }
    const wasSilent = before?.at === 'running' && before.isSilent;
    if (next.at === 'running' && next.isSilent && !wasSilent) {
      complain({ title: t('reports.timeout'), text: t('reports.timeout-text') });
    }
  };
  const latest = useRef({ says, state });
  useEffect(() => {
    latest.current = { ...latest.current, says };
  });

  const stop = useCallback(() => {
    run.current?.close();
    run.current = null;
  }, []);
  // Another session must not receive events of this one.
  const owner = isServerSession ? user?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the account changes
  useEffect(
    () => () => {
      stop();
      setState(null);
    },
    [owner, stop],
  );

  const start = async (begin: (room: string) => Promise<Begun>) => {
    if (user === null) return;
    stop();
    setState({ at: 'connecting' });
    latest.current.state = null;
    try {
      const { openCsvChannel } = await import('../../../api/csv-channel.ts');
      const room = socketRoomOf(user, new Date());
      run.current = new CsvRun({
        room,
        openChannel: openCsvChannel,
        begin: () => begin(room),
        askJob: fetchJob,
        onState: (next) => {
          latest.current.says(next, latest.current.state);
          latest.current.state = next;
          setState(next);
        },
      });
    } catch (cause) {
      console.warn('The progress channel could not be loaded.', cause);
      setState(null);
      complain({ title: t('reports.creation-error'), text: t('errors.no-response') });
    }
  };
  return {
    state,
    start,
    isRunning: state !== null && state.at !== 'done' && state.at !== 'failed',
  };
}
