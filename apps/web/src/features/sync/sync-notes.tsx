import type { SyncState } from '@crece/storage';
import type { SyncProgress } from '@crece/storage/sync';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { momentText } from '../../shared/words/moment.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { clockText, faultText } from './sync-words.ts';

const FAILED_TITLE = {
  credentials: 'sync.error-title',
  up: 'sync.up-error',
  down: 'sync.down-error',
} as const;

function Note({ icon, title, children }: { icon: IconName; title?: string; children: ReactNode }) {
  return (
    <div className="sync-note">
      <Icon name={icon} small />
      <p>
        {title === undefined ? null : <b>{title}</b>}
        {children}
      </p>
    </div>
  );
}

export interface SyncNotesProps {
  sync: SyncState;
  /** Undefined before any synchronisation in this tab. */
  progress: SyncProgress | undefined;
  /** Server clock minus device clock at the last contact, in milliseconds. */
  clockDifference: number | null;
  contact: string;
}

/** Further notes: how the last run ended, records that the server lost, a wrong clock. */
export function SyncNotes({ sync, progress, clockDifference, contact }: SyncNotesProps) {
  const messages = useMessages();
  const { t } = messages;
  const isIdle = (progress?.phase ?? 'idle') === 'idle';
  const outcome = isIdle ? (progress?.outcome ?? null) : null;
  const clock = clockText(messages, progress?.clockDifference ?? clockDifference);
  return (
    <>
      {progress?.serverLostRecords ? (
        <Note icon="warning" title={t('sync.server-lost')}>
          {t('sync.server-lost-text')}
        </Note>
      ) : null}
      {progress?.isOlderServer ? (
        <Note icon="info" title={t('sync.older-server')}>
          {t('sync.older-server-text')}
        </Note>
      ) : null}
      {isIdle && sync.arrival === 'arriving' && outcome?.kind !== 'failed' ? (
        <Note icon="info" title={t('sync.partial')}>
          {t('sync.partial-text')}
        </Note>
      ) : null}
      {outcome?.kind === 'complete' ? (
        <Note
          icon="check"
          title={t('sync.complete-at', { time: momentText(messages, outcome.at, new Date()) })}
        >
          {t('sync.complete-counts', { ...outcome })}
        </Note>
      ) : null}
      {outcome?.kind === 'cancelled' ? (
        <Note icon="info" title={t('sync.paused')}>
          {t('sync.paused-text')}
        </Note>
      ) : null}
      {outcome?.kind === 'busy' ? (
        <Note icon="info" title={t('sync.busy')}>
          {t('sync.busy-text')}
        </Note>
      ) : null}
      {outcome?.kind === 'failed' ? (
        <div role="alert" className="sync-note sync-failed">
          <Icon name="warning" small />
          <p>
            <b>{t(FAILED_TITLE[outcome.step])}</b>
            {t('sync.failed-text', { message: faultText(messages, outcome.fault), contact })}
          </p>
        </div>
      ) : null}
      {sync.erasedAt === undefined ? null : (
        <Note icon="info" title={t('sync.erased')}>
          {t('sync.erased-text', { time: momentText(messages, sync.erasedAt, new Date()) })}
        </Note>
      )}
      {clock === null ? null : (
        <Note icon="warning" title={t('sync.clock')}>
          {clock}
        </Note>
      )}
    </>
  );
}
