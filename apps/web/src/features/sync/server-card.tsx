import type { MessageKey } from '@crece/messages';
import { useState } from 'react';
import { leftToSay } from '../../api/http.ts';
import { compactOnServer, updateViews } from '../../api/sync.ts';
import { useMessages } from '../../data/messages.tsx';
import { failureText } from '../../shared/words/failure-words.ts';
import type { IconName } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { ActionRow, FoldedBox, WayTo } from './rows.tsx';
import { SYNC_INFO_PATH } from './sync-paths.ts';

interface ServerAct {
  name: 'views' | 'compact';
  icon: IconName;
  title: MessageKey;
  detail: MessageKey;
  done: MessageKey;
  error: MessageKey;
  call: (stakeDB: string) => Promise<unknown>;
}

const ACTS: readonly ServerAct[] = [
  {
    name: 'views',
    icon: 'search',
    title: 'sync.views',
    detail: 'sync.views-text',
    done: 'sync.views-done',
    error: 'sync.views-error',
    call: updateViews,
  },
  {
    name: 'compact',
    icon: 'down',
    title: 'sync.compact-server',
    detail: 'sync.compact-server-text',
    done: 'sync.compact-server-done',
    error: 'sync.compact-server-error',
    call: compactOnServer,
  },
];

interface ServerCardProps {
  stakeDB: string;
  online: boolean;
  contact: string;
  /** Whether a run is in progress. */
  isRunning: boolean;
  /** Offers all records again and reads the whole feed. */
  onCheck: () => void;
}

/**
 * Server tasks that an administrator may need, folded: check of everything, indexes, space, and
 * what this account may synchronise.
 */
export function ServerCard({ stakeDB, online, contact, isRunning, onCheck }: ServerCardProps) {
  const { t } = useMessages();
  const { notify, complain } = useNotices();
  const [busy, setBusy] = useState<ServerAct['name'] | null>(null);
  const ask = async ({ name, call, done, error }: ServerAct) => {
    setBusy(name);
    try {
      await call(stakeDB);
      notify({ text: t(done) });
    } catch (cause) {
      const left = leftToSay(cause);
      if (left !== null) {
        const text = t('sync.failed-text', { message: failureText(t, left), contact });
        complain({ title: t(error), text });
      }
    } finally {
      setBusy(null);
    }
  };
  return (
    <FoldedBox title={t('sync.administrators')}>
      <ActionRow
        icon="check"
        title={t('sync.check')}
        detail={t('sync.check-text')}
        disabled={!online || isRunning}
        onClick={onCheck}
      />
      {ACTS.map((act) => (
        <ActionRow
          key={act.name}
          icon={act.icon}
          title={t(act.title)}
          detail={t(busy === act.name ? 'sync.working' : act.detail)}
          disabled={!online || busy !== null}
          onClick={() => void ask(act)}
        />
      ))}
      <WayTo
        to={SYNC_INFO_PATH}
        icon="key"
        title={t('sync.info-link')}
        detail={t('sync.info-link-text')}
      />
    </FoldedBox>
  );
}
