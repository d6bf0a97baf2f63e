import { useMessages, useSentences } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useCan } from '../../data/session.tsx';
import { useSyncProgress } from '../../data/sync.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { ProgressBar } from '../../ui/surfaces.tsx';
import { useWayToSync } from '../accounts/way-to-sync.ts';
import { ACCOUNT_PATHS, useTarget } from '../navigation/account-paths.ts';
import {
  BEGIN_SYNC,
  newChildPath,
  newMotherPath,
  type ScreenType,
  syncPath,
} from '../navigation/paths.ts';

export interface ArrivalBlankProps {
  unit: OpenUnit;
  /** The empty list: its form adds the first record, and the sync returns to it. */
  list: ScreenType;
}

/**
 * An empty list of a unit that was never received: a link to download its records, then one to
 * start a list.
 */
export function ArrivalBlank(props: ArrivalBlankProps) {
  const { unit } = props;
  const phase = useSyncProgress(unit.local)?.phase ?? 'idle';
  if (useSentences('first') !== 'ready') return <Waiting />;
  if (phase !== 'idle') return <Arriving {...props} />;
  return unit.sync.arrival === 'arriving' ? (
    <Interrupted {...props} />
  ) : (
    <NeverReceived {...props} />
  );
}

function Arriving({ unit, list }: ArrivalBlankProps) {
  const { t, number } = useMessages();
  const { done, total } = useSyncProgress(unit.local)?.receiving ?? { done: 0, total: 0 };
  return (
    <Blank
      picture="start"
      title={t('arrival.running-title')}
      actions={
        // In the place of "Download", which leads to the same page: no press goes astray.
        <ButtonLink kind="primary" icon="down" to={syncPath(unit, list)}>
          {t('arrival.see-sync')}
        </ButtonLink>
      }
    >
      <div className="arriving-progress">
        <ProgressBar value={done} max={Math.max(1, total)} label={t('arrival.progress')} />
      </div>
      {total === 0 ? null : (
        <p className="num">
          {t('arrival.progress-count', { done: number(done), total: number(total) })}
        </p>
      )}
      <p>{t('arrival.running-text')}</p>
    </Blank>
  );
}

function Interrupted(props: ArrivalBlankProps) {
  const { t } = useMessages();
  return (
    <Blank
      picture="lost"
      title={t('arrival.cut-title')}
      actions={<ToRecords {...props} label={t('arrival.go-on')} />}
    >
      {t('arrival.cut-text')}
    </Blank>
  );
}

function NeverReceived({ unit, list }: ArrivalBlankProps) {
  const { t } = useMessages();
  const online = useOnline();
  const way = useWayToSync();
  const why = useMaySync(unit) ? 'sync' : way;
  return (
    <Blank
      picture={unit.sync.vanished === null ? 'nobody' : 'lost'}
      title={t(unit.sync.vanished === null ? 'arrival.never-title' : 'arrival.gone-title')}
      actions={
        <>
          <ToRecords unit={unit} list={list} label={t('arrival.download')} />
          {unit.retired ? null : (
            <ButtonLink
              kind="second"
              icon="add"
              to={list === 'children' ? newChildPath(unit.stakeDB) : newMotherPath(unit, list)}
            >
              {t('arrival.start')}
            </ButtonLink>
          )}
        </>
      }
    >
      <p>{t(`arrival.never-${why}`, { unit: unit.stakeName })}</p>
      {online ? null : <p>{t('arrival.offline')}</p>}
    </Blank>
  );
}

/** How this person can get the records: download, sign in, or request the right. */
function ToRecords({ unit, list, label }: ArrivalBlankProps & { label: string }) {
  const { t } = useMessages();
  const online = useOnline();
  const way = useWayToSync();
  const maySync = useMaySync(unit);
  const target = useTarget();
  if (maySync && !online) {
    return (
      <Button kind="primary" icon="down" disabled>
        {label}
      </Button>
    );
  }
  if (maySync) {
    return (
      <ButtonLink kind="primary" icon="down" to={syncPath(unit, list)} state={BEGIN_SYNC}>
        {label}
      </ButtonLink>
    );
  }
  return way === 'guest' || way === 'ended' ? (
    <ButtonLink kind="primary" to={ACCOUNT_PATHS.signIn} state={target}>
      {t(way === 'guest' ? 'arrival.sign-in' : 'app.sign-in-again')}
    </ButtonLink>
  ) : (
    <ButtonLink kind="primary" to={ACCOUNT_PATHS.profile}>
      {t(way === 'ask' ? 'arrival.ask' : 'arrival.request')}
    </ButtonLink>
  );
}

const useMaySync = ({ place }: OpenUnit) => useCan('sync', place);
