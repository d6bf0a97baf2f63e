import { useState } from 'react';
import type { Begun } from '../../../api/reports.ts';
import { useMessages } from '../../../data/messages.tsx';
import { useCsvRun } from './use-csv-run.ts';

/** The run that makes a file. Its end is shown only while what is chosen is what was asked for. */
export function useFileRun(chosen: unknown) {
  const { t } = useMessages();
  const { state, start, isRunning } = useCsvRun(t('reports.complete'));
  const [asked, setAsked] = useState('');
  const wanted = JSON.stringify(chosen);
  return {
    state: isRunning || asked === wanted ? state : null,
    isRunning,
    start(begin: (room: string) => Promise<Begun>) {
      setAsked(wanted);
      return start(begin);
    },
  };
}
