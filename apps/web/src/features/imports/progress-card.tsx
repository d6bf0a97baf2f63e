import { Button } from '../../components/controls.tsx';
import { Card, ProgressBar } from '../../components/surfaces.tsx';
import { useMessages } from '../../data/messages.tsx';
import type { Stage } from './use-import.ts';

type Moving = Extract<Stage, { at: 'sending' | 'working' }>;

/** What a job under way is at. */
function useDoing(stage: Moving): string {
  const { t } = useMessages();
  if (stage.at === 'sending') return t('imports.uploading');
  if (stage.job.undoOf !== undefined) return t('imports.undoing');
  return t(stage.job.dryRun ? 'imports.checking' : 'imports.importing');
}

/** How far the sending of the file, or the work of the server, is. */
export function ProgressCard({ stage, onStop }: { stage: Moving; onStop: () => void }) {
  const { t, number } = useMessages();
  const doing = useDoing(stage);
  if (stage.at === 'sending') {
    const percent = Math.round(stage.share * 100);
    return (
      <Card title={doing} className="import-card">
        <ProgressBar value={percent} max={100} label={doing} />
        {stage.name === '' ? null : (
          <p className="small muted import-name" role="status">
            {t('imports.uploading-percent', { percent: number(percent), name: stage.name })}
          </p>
        )}
        <Button kind="quiet" icon="close" onClick={onStop}>
          {t('imports.cancel')}
        </Button>
      </Card>
    );
  }
  const { count, maxCount, dryRun } = stage.job;
  return (
    <Card title={doing} className="import-card">
      <ProgressBar value={count} max={Math.max(maxCount, 1)} label={doing} />
      <p className="small muted">
        {maxCount === 0
          ? t('imports.progress-begins')
          : t('imports.progress', { count: number(count), max: number(maxCount) })}
      </p>
      {dryRun ? null : <p className="small muted">{t('imports.may-leave')}</p>}
    </Card>
  );
}
