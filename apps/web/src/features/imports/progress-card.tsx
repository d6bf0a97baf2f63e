import { useMessages } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import { Card, ProgressBar } from '../../ui/surfaces.tsx';
import type { RowCounts, Stage } from './import-stage.ts';

type Moving = Extract<Stage, { at: 'sending' | 'working' }>;

/** The progress of the upload, or of the server's work. */
export function ProgressCard({ stage, onStop }: { stage: Moving; onStop: () => void }) {
  const { t } = useMessages();
  if (stage.at === 'working') {
    const { job } = stage;
    if (job.waiting === true) return <WaitingCard isUndo={job.undoOf !== undefined} />;
    if (job.undoOf === undefined) return <RowsCard counts={job} dryRun={job.dryRun} />;
    return <Counted title={t('imports.undoing')} counts={job} mayLeave />;
  }
  if (stage.lost !== undefined) return <LostCard />;
  // What the server has is imported: nothing here stops it any more.
  const isThere = !stage.dryRun && stage.share === 1;
  const counts = stage.counts ?? (isThere ? { count: 0, maxCount: 0 } : null);
  if (counts !== null) return <RowsCard counts={counts} dryRun={stage.dryRun} />;
  return <SendingCard stage={stage} onStop={onStop} />;
}

/** Another import into the unit runs; this one follows by itself. */
function WaitingCard({ isUndo }: { isUndo: boolean }) {
  const { t } = useMessages();
  return (
    <Card title={t(isUndo ? 'imports.undoing' : 'imports.importing')} className="import-card">
      <p role="status">{t('imports.waiting')}</p>
      <p className="small muted">{t('imports.may-leave')}</p>
    </Card>
  );
}

/** The answer was lost. */
function LostCard() {
  const { t } = useMessages();
  return (
    <Card title={t('imports.importing')} className="import-card">
      <p role="status">{t('imports.lost')}</p>
    </Card>
  );
}

function SendingCard({
  stage: { share, name },
  onStop,
}: {
  stage: Extract<Stage, { at: 'sending' }>;
  onStop: () => void;
}) {
  const { t, number } = useMessages();
  const doing = t('imports.uploading');
  const percent = Math.round(share * 100);
  return (
    <Card title={doing} className="import-card">
      <ProgressBar value={percent} max={100} label={doing} />
      {name === '' ? null : (
        <p className="small muted import-name" role="status">
          {t('imports.uploading-percent', { percent: number(percent), name })}
        </p>
      )}
      <Button kind="quiet" icon="close" onClick={onStop}>
        {t('imports.cancel')}
      </Button>
    </Card>
  );
}

/** The server checks or imports; during an import the person may leave the page. */
function RowsCard({ counts, dryRun }: { counts: RowCounts; dryRun: boolean }) {
  const { t } = useMessages();
  const title = t(dryRun ? 'imports.checking' : 'imports.importing');
  return <Counted title={title} counts={counts} mayLeave={!dryRun} />;
}

function Counted({
  title,
  counts: { count, maxCount },
  mayLeave,
}: {
  title: string;
  counts: RowCounts;
  mayLeave: boolean;
}) {
  const { t, number } = useMessages();
  return (
    <Card title={title} className="import-card">
      <ProgressBar value={count} max={Math.max(maxCount, 1)} label={title} />
      <p className="small muted">
        {maxCount === 0
          ? t('imports.progress-begins')
          : t('imports.progress', { count: number(count), max: number(maxCount) })}
      </p>
      {mayLeave ? <p className="small muted">{t('imports.may-leave')}</p> : null}
    </Card>
  );
}
