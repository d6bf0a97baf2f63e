import { useMessages } from '../../../data/messages.tsx';
import { ProgressBar } from '../../../ui/surfaces.tsx';
import type { RunState } from './csv-run.ts';

/** The progress of a running job: a bar that counts up, and the current step. */
export function RunProgress({ state, label }: { state: RunState; label: string }) {
  const { t, number } = useMessages();
  if (state.at === 'done' || state.at === 'failed') return null;
  const { count, maxCount, text, isSilent } =
    state.at === 'running' ? state : { count: 0, maxCount: null, text: '', isSilent: false };
  return (
    <div className="report-run" role="status">
      <p className="bold">{t(`reports.run.${state.at}`)}</p>
      <ProgressBar value={count} max={Math.max(maxCount ?? 1, 1)} label={label} />
      <p className="small muted">
        {maxCount === null
          ? t('reports.run.begins')
          : t('reports.run.count', { count: number(count), max: number(maxCount) })}
        {text === '' ? null : ` · ${text}`}
      </p>
      {isSilent ? <p className="small">{t('reports.timeout-text')}</p> : null}
      <p className="small muted">{t('reports.run.goes-on')}</p>
    </div>
  );
}
