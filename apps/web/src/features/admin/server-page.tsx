import type { ServerStateBody } from '@crece/contract';
import { findUnit } from '@crece/domain';
import { fetchServerState } from '../../api/admin.ts';
import { buildName } from '../../data/build-name.ts';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { serverPath } from './admin-paths.ts';
import './first-steps.css';
import { useServerData } from './use-server-data.ts';

interface Point {
  name: 'version' | 'units' | 'disk' | 'mails' | 'backup' | 'clock';
  isWell: boolean;
  texts: readonly string[];
}

/** Which build runs, and what an administrator can tell whoever runs the server. */
export function ServerPage() {
  const { t } = useMessages();
  const answer = useServerData(serverPath(), fetchServerState);
  return (
    <AdminPage section="server" title={t('server.title')} width="read">
      <Answered from={answer}>{(body) => <Points body={body} />}</Answered>
    </AdminPage>
  );
}

/** The units that cannot be read, by the names of the places. */
function useUnitsPoint({ damagedUnits, problems }: ServerStateBody): Point {
  const messages = useMessages();
  const { t } = messages;
  const places = usePlaces();
  const damaged = damagedUnits.map(({ stakeDB, since }) => {
    const found = places === null ? null : findUnit(places, stakeDB);
    const unit = found?.unit.stakeName ?? stakeDB;
    return t('server.unit-damaged', { unit, at: momentText(messages, since, new Date()) });
  });
  const texts = problems.includes('store') ? [t('server.store'), ...damaged] : damaged;
  const isWell = texts.length === 0;
  return { name: 'units', isWell, texts: isWell ? [t('server.units-well')] : texts };
}

/** Whether mails leave the server, and those that wait. */
function useMailPoint({ warnings, mails, sendsMail }: ServerStateBody): Point {
  const messages = useMessages();
  const { t } = messages;
  const texts = sendsMail ? [] : [t('server.mails-nowhere')];
  if (mails !== null) {
    const since = momentText(messages, mails.since, new Date());
    texts.push(t('server.mails-waiting', { count: mails.count, since }));
  }
  if (texts.length === 0) texts.push(t('server.mails-none'));
  return { name: 'mails', isWell: sendsMail && !warnings.includes('mail'), texts };
}

function usePoints(body: ServerStateBody): readonly Point[] {
  const messages = useMessages();
  const { t, language } = messages;
  const { version, commit, problems, warnings, disk, backup, isCouch } = body;
  const moment = (instant: string) => momentText(messages, instant, new Date());
  const room = { free: bytesText(disk.free, language), total: bytesText(disk.total, language) };
  const isScarce = warnings.includes('disk') || problems.includes('disk');
  const isClockWell = !problems.includes('clock');
  const backupText =
    backup === null ? t('server.backup-none') : t('server.backup-last', { at: moment(backup) });
  return [
    {
      name: 'version',
      isWell: true,
      texts: [t('server.version-text', { version, commit, build: buildName() })],
    },
    useUnitsPoint(body),
    {
      name: 'disk',
      isWell: !isScarce,
      texts: [t(isScarce ? 'server.disk-scarce' : 'server.disk-text', room)],
    },
    useMailPoint(body),
    {
      name: 'backup',
      isWell: !warnings.includes('backup'),
      texts: [isCouch && backup === null ? t('server.backup-couch') : backupText],
    },
    {
      name: 'clock',
      isWell: isClockWell,
      texts: [t(isClockWell ? 'server.clock-well' : 'server.clock-amiss')],
    },
  ];
}

function Points({ body }: { body: ServerStateBody }) {
  const { t } = useMessages();
  const points = usePoints(body);
  return (
    <>
      <ul className="card card-flush first-steps">
        {points.map((point) => (
          <PointRow key={point.name} point={point} />
        ))}
      </ul>
      <p className="muted small">{t('server.guide')}</p>
    </>
  );
}

function PointRow({ point: { name, isWell, texts } }: { point: Point }) {
  const { t } = useMessages();
  return (
    <li className="lrow">
      <span className={isWell ? 'step-mark step-done' : 'step-mark'} aria-hidden="true">
        <Icon name={isWell ? 'check' : 'warning'} small />
      </span>
      <span className="grow">
        <span className="t">{t(`server.${name}`)}</span>
        <VisuallyHidden>, {t(isWell ? 'server.well' : 'server.amiss')}. </VisuallyHidden>
        {texts.map((text) => (
          <span key={text} className="d">
            {text}
          </span>
        ))}
      </span>
    </li>
  );
}
