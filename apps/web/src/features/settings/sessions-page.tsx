import type { SessionsBody } from '@crece/contract';
import { useCallback, useEffect, useState } from 'react';
import { endListedSession, endOtherSessions, fetchSessions } from '../../api/accounts.ts';
import { HttpError } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { momentText } from '../../shared/words/moment.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Waiting } from '../../ui/blank.tsx';
import { Badge, Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { SettingsPage } from './settings-frame.tsx';

type Session = SessionsBody['sessions'][number];
type Loaded = readonly Session[] | 'loading' | 'failed';

/** `/settings/sessions`: the devices where one is signed in, with buttons to end the sessions. */
export function SessionsPage() {
  const { t } = useMessages();
  const online = useOnline();
  const { confirm } = useAsk();
  const { notify } = useNotices();
  const refused = useRefusal();
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const [isBusy, setBusy] = useState(false);

  const load = useCallback(async () => {
    try {
      setLoaded(await fetchSessions());
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      setLoaded((before) => (Array.isArray(before) ? before : 'failed'));
    }
  }, []);
  useEffect(() => {
    if (online) void load();
  }, [online, load]);

  const end = async (call: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await call();
      notify({ text: done });
    } catch (cause) {
      refused(cause, { title: t('settings.session-failed') });
    } finally {
      await load();
      setBusy(false);
    }
  };
  const endOthers = async () => {
    const sure = await confirm({
      title: t('settings.session-others-question'),
      body: t('settings.session-others-what'),
      yes: t('settings.session-others'),
      danger: true,
    });
    if (sure) await end(endOtherSessions, t('settings.session-others-done'));
  };

  const sessions = typeof loaded === 'string' ? [] : loaded;
  return (
    <SettingsPage section="password" title={t('settings.session-title')} needsServer>
      <p className="settings-lead">{t('settings.session-text')}</p>
      {loaded === 'loading' && online ? <Waiting /> : null}
      {loaded === 'failed' ? (
        <Card>
          <p>{t('settings.session-unread')}</p>
          <div className="card-actions">
            <Button onClick={() => void load()}>{t('common.try-again')}</Button>
          </div>
        </Card>
      ) : null}
      {sessions.length === 0 ? null : (
        <Card>
          <ul>
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isBusy={isBusy}
                onEnd={() =>
                  void end(() => endListedSession(session.id), t('settings.session-done'))
                }
              />
            ))}
          </ul>
        </Card>
      )}
      {sessions.length > 1 ? (
        <Button kind="danger" disabled={isBusy} onClick={() => void endOthers()}>
          {t('settings.session-others')}
        </Button>
      ) : null}
    </SettingsPage>
  );
}

/**
 * Returns a function that names a device: `Chrome on Android`, as far as the browser reported it.
 */
function useDeviceName(): (device: Session['device']) => string {
  const { t } = useMessages();
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t('settings.session-on', { browser, system });
    return browser ?? system ?? t('settings.session-unknown');
  };
}

function SessionRow({
  session: { device, begun, used, isThis },
  isBusy,
  onEnd,
}: {
  session: Session;
  isBusy: boolean;
  onEnd: () => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const name = useDeviceName()(device);
  const moment = (instant: string) => momentText(messages, instant, new Date());
  return (
    <li className="person-row">
      <Icon name="device" />
      <span className="grow">
        <b>{name}</b> {isThis ? <Badge>{t('settings.session-this')}</Badge> : null}
        <br />
        <span className="small muted">
          {t('settings.session-times', { begun: moment(begun), used: moment(used) })}
        </span>
      </span>
      {isThis ? null : (
        <Button
          kind="danger"
          small
          disabled={isBusy}
          aria-label={t('settings.session-end-name', { device: name, begun: moment(begun) })}
          onClick={onEnd}
        >
          {t('settings.session-end')}
        </Button>
      )}
    </li>
  );
}
