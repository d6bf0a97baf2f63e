import type { SyncPhase, SyncProgress } from '@crece/storage/sync';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { hasSyncFailed, syncedAt } from '../../data/sync.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/surfaces.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SyncNotes, type SyncNotesProps } from './sync-notes.tsx';
import { durationText, waitText } from './sync-words.ts';

interface SyncCardProps extends SyncNotesProps {
  pending: number;
  /** How many of them were handed over to another phone. */
  handedOver: number;
  /** Whether invented demonstration records are here, which are never sent. */
  demo: boolean;
  online: boolean;
  now: Date;
  /** Path of the list with the unit's records. */
  listPath: string;
  /** Paths to another phone, and from one. */
  handOverPath: string;
  receivePath: string;
  /** Whether a run that the person started returns to the list at its end. */
  returns: boolean;
  onReturns: (returns: boolean) => void;
  onRun: () => void;
  /** Retries now instead of waiting. */
  onTryNow: () => void;
  onPause: () => void;
}

type StepName = 'sending' | 'receiving';

const STEP_OF: Readonly<Partial<Record<SyncPhase, StepName>>> = {
  sending: 'sending',
  downloading: 'receiving',
  receiving: 'receiving',
};

/** The current step of a run; while it waits or merges, the last step that had begun. */
function stepOf({ phase, sending, receiving }: SyncProgress): StepName | null {
  const begun = sending === null ? null : 'sending';
  return STEP_OF[phase] ?? (receiving === null ? begun : 'receiving');
}

/** The main part of the page: the records that are only here, the progress, and one button. */
export function SyncCard(props: SyncCardProps) {
  const { t } = useMessages();
  const phase = props.progress?.phase ?? 'idle';
  const isRunning = phase !== 'idle';
  return (
    <section className="card sync-card" aria-label={t('sync.title')}>
      <Headline {...props} />
      {isRunning && props.progress !== undefined ? (
        <Running {...props} progress={props.progress} />
      ) : null}
      <SyncNotes {...props} />
      <div className="sync-acts">
        <Acts {...props} isRunning={isRunning} />
      </div>
    </section>
  );
}

/** The most important count, or the proof that there is none. */
function Headline({
  pending,
  handedOver,
  sync,
  progress,
  demo,
}: Pick<SyncCardProps, 'pending' | 'handedOver' | 'sync' | 'progress' | 'demo'>) {
  const messages = useMessages();
  const { t, number } = messages;
  const phase = progress?.phase ?? 'idle';
  if (phase === 'downloading') {
    return <Sign icon="down" title={t('sync.downloading')} text={t('sync.downloading-text')} />;
  }
  if (pending > 0 || (phase !== 'idle' && !demo)) {
    const isCarried = phase === 'idle' && handedOver > 0;
    const isAll = isCarried && handedOver === pending;
    const count = isCarried && !isAll ? pending - handedOver : pending;
    const key = isAll
      ? 'sync.handed-over'
      : phase === 'idle'
        ? 'sync.only-here'
        : 'sync.still-only-here';
    return (
      <div className="sync-count">
        <b className="num">{number(count)}</b>
        <p>
          {t(key, { count })}
          {isCarried && !isAll ? (
            <span className="muted">{t('sync.handed-over-too', { count: handedOver })}</span>
          ) : null}
        </p>
      </div>
    );
  }
  const proven = syncedAt({ pending, sync });
  const timeOf = (moment: string) => momentText(messages, moment, new Date());
  if (demo) {
    const sent = proven === null ? '' : ` ${t('sync.demo-sent', { time: timeOf(proven) })}`;
    return <Sign icon="info" title={t('sync.demo')} text={t('sync.demo-text') + sent} />;
  }
  const last = sync.stamp?.completedAt;
  if (last === undefined && sync.vanished !== null) {
    const { pending: lost } = sync.vanished;
    const text = t('sync.vanished-do', { count: lost });
    return <Sign icon="warning" title={t('sync.vanished')} text={text} />;
  }
  if (last === undefined)
    return <Sign icon="cloud" title={t('sync.never')} text={t('sync.never-text')} />;
  const time = timeOf(last);
  if (proven === null || hasSyncFailed(progress))
    return <Sign icon="cloud" title={t('sync.open')} text={t('sync.open-text', { time })} />;
  return (
    <Sign icon="check" isProven title={t('sync.synced')} text={t('sync.synced-text', { time })} />
  );
}

function Sign({
  icon,
  isProven,
  title,
  text,
}: {
  icon: IconName;
  isProven?: true;
  title: string;
  text: string;
}) {
  return (
    <div className="sync-count">
      <span className={isProven ? 'sync-sign proven' : 'sync-sign'}>
        <Icon name={icon} />
      </span>
      <p>
        <b className="h1">{title}</b>
        <span className="muted">{text}</span>
      </p>
    </div>
  );
}

function Running({ progress, now }: SyncCardProps & { progress: SyncProgress }) {
  const messages = useMessages();
  const { t } = messages;
  const { phase, sending, receiving, retryAt, waitsFor } = progress;
  const current = stepOf(progress);
  const isReceiving = current === 'receiving';
  const count = (isReceiving ? receiving : sending) ?? { done: 0, total: 0 };
  return (
    <>
      <div className="sync-route">
        <Icon name={isReceiving ? 'cloud' : 'device'} />
        <ProgressBar
          value={count.done}
          max={Math.max(1, count.total)}
          label={t(`sync.step.${current ?? 'sending'}`)}
        />
        <Icon name={isReceiving ? 'device' : 'cloud'} />
      </div>
      <ol className="sync-steps">
        <Step name="sending" at={1} progress={progress} isNow={current === 'sending'} />
        <Step name="receiving" at={2} progress={progress} isNow={isReceiving} />
      </ol>
      {phase === 'waiting' && retryAt !== null ? (
        <p className="sync-wait" role="status">
          <Icon name="warning" small />
          {waitText(
            messages,
            waitsFor,
            durationText(messages, Math.max(0, Date.parse(retryAt) - now.getTime())),
          )}
        </p>
      ) : null}
      {phase === 'holding' || phase === 'connecting' || phase === 'merging' ? (
        <p className="sync-wait">{t(`sync.${phase}`)}</p>
      ) : null}
    </>
  );
}

function Step({
  name,
  at,
  progress,
  isNow,
}: {
  name: StepName;
  at: number;
  progress: SyncProgress;
  isNow: boolean;
}) {
  const { t, number } = useMessages();
  const { [name]: count, refused, received } = progress;
  const hasBegun = count !== null;
  const state = isNow ? 'now' : hasBegun ? 'over' : 'next';
  const isCounting = hasBegun && (!isNow || count.total > 0);
  const text = isCounting
    ? t(`sync.step.${name}-${isNow ? 'now' : 'over'}`, { ...count, refused, received })
    : t(`sync.step.${name}-${isNow ? 'looking' : 'next'}`);
  return (
    <li className={`sync-step ${state}`} aria-current={isNow ? 'step' : undefined}>
      <span className="sync-step-number" aria-hidden="true">
        {state === 'over' ? <Icon name="check" small /> : number(at)}
      </span>
      <div>
        <b>{t(`sync.step.${name}`)}</b>
        <span>{text}</span>
      </div>
    </li>
  );
}

function Acts(props: SyncCardProps & { isRunning: boolean }): ReactNode {
  const { t } = useMessages();
  const { progress, sync, online, isRunning, returns, onReturns, onRun, onPause } = props;
  if (isRunning) {
    const waits = progress?.phase === 'waiting';
    return (
      <>
        {progress?.phase === 'downloading' ? (
          <ButtonLink to={props.listPath} kind="second" wide icon="children">
            {t('sync.to-the-list')}
          </ButtonLink>
        ) : null}
        {waits ? (
          <Button kind="primary" wide onClick={props.onTryNow}>
            {t('sync.try-now')}
          </Button>
        ) : null}
        <Button kind="second" wide onClick={onPause}>
          {t('sync.pause')}
        </Button>
        <p className="hint sync-calm">{t('sync.go-on')}</p>
        <Switch label={t('sync.returns')} checked={returns} onChange={onReturns} />
      </>
    );
  }
  const { outcome } = progress ?? { outcome: null };
  const label =
    outcome?.kind === 'failed'
      ? 'common.try-again'
      : outcome?.kind === 'cancelled' || sync.arrival === 'arriving'
        ? 'sync.resume'
        : 'sync.run';
  return (
    <>
      <Button kind="primary" wide icon="sync" disabled={!online} onClick={onRun}>
        {t(label)}
      </Button>
      <p className="hint sync-calm">{t(online ? 'sync.calm' : 'sync.offline')}</p>
      {props.pending === 0 ? null : (
        <ButtonLink to={props.handOverPath} kind="quiet" wide icon="up">
          {t('hand.title')}
        </ButtonLink>
      )}
      <ButtonLink to={props.receivePath} kind="quiet" wide icon="down">
        {t('hand.receive-title')}
      </ButtonLink>
    </>
  );
}
