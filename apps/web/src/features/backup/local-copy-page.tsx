import { type LocalSize, removeLocalCopy, StorageError } from '@crece/storage';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useAsk } from '../../components/ask.tsx';
import { Blank } from '../../components/blank.tsx';
import { bytesText } from '../../components/bytes-words.ts';
import { Button, ButtonLink } from '../../components/controls.tsx';
import { useFault } from '../../components/fault.ts';
import { TextField } from '../../components/fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { momentText } from '../../components/moment.ts';
import { useNotices } from '../../components/notices.tsx';
import { Page } from '../../components/page.tsx';
import { homePath, listPath, syncPath } from '../../components/paths.ts';
import { Card } from '../../components/surfaces.tsx';
import { UnitRoute } from '../../components/unit-route.tsx';
import { backupPath } from '../../components/waiting-paths.ts';
import { useDevice } from '../../data/device.tsx';
import { useStakeSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';
import { type OpenUnit, useForgetUnit } from '../../data/units.tsx';
import './backup.css';

/** Removes a unit's database from this device; a test hands in its own. */
export type CopyRemover = typeof removeLocalCopy;

/** /children/local/:stakeDB/:stakeName: the copy of a unit on this device, and its removal. */
export function LocalCopyPage({ remove = removeLocalCopy }: { remove?: CopyRemover }) {
  const { stakeDB = '' } = useParams();
  return (
    <UnitRoute stakeDb={stakeDB}>{(unit) => <LocalCopy unit={unit} remove={remove} />}</UnitRoute>
  );
}

function LocalCopy({ unit, remove }: { unit: OpenUnit; remove: CopyRemover }) {
  const { t } = useMessages();
  const maySync = useCan('sync');
  const [isRemoved, setIsRemoved] = useState(false);
  if (isRemoved) {
    return (
      <Page title={t('backup.local-title')} back={homePath()} width="read">
        <Blank
          picture="start"
          title={t('backup.local-removed-title')}
          actions={
            <ButtonLink kind="primary" to={homePath()}>
              {t('backup.local-to-places')}
            </ButtonLink>
          }
        >
          {t('backup.local-removed', { unit: unit.stakeName })}
        </Blank>
      </Page>
    );
  }
  return (
    <Page
      title={t('backup.local-title')}
      subtitle={unit.stakeName}
      back={maySync ? syncPath(unit) : listPath(unit)}
      unit={unit}
      section="sync"
      width="read"
    >
      <div className="stack backup">
        <SizeCard unit={unit} />
        <RemovalCard unit={unit} remove={remove} onRemoved={() => setIsRemoved(true)} />
      </div>
    </Page>
  );
}

function SizeCard({ unit }: { unit: OpenUnit }) {
  const { t, language } = useMessages();
  const [size, setSize] = useState<LocalSize | null | undefined>(undefined);
  useEffect(() => {
    let isShown = true;
    const show = (found: LocalSize | null) => {
      if (isShown) setSize(found);
    };
    unit.stake.measure().then(show, (cause: unknown) => {
      console.warn('The size of this unit is not known.', cause);
      show(null);
    });
    return () => {
      isShown = false;
    };
  }, [unit.stake]);
  return (
    <Card title={t('backup.local-size-title', { unit: unit.stakeName })}>
      <p className="backup-size">
        <Icon name="storage" />
        {size === undefined ? t('common.loading') : null}
        {size === null ? t('backup.local-size-unknown') : null}
        {size === undefined || size === null
          ? null
          : t('backup.local-size', {
              count: size.documents,
              size: bytesText(size.bytes, language),
            })}
      </p>
    </Card>
  );
}

/** Why the copy may go without loss, or what is not proven. */
function SafeWords({ unit }: { unit: OpenUnit }) {
  const messages = useMessages();
  const { t } = messages;
  const { stamp } = unit.sync;
  if (unit.demo) return <p>{t('backup.local-demo')}</p>;
  if (stamp === null) {
    return (
      <>
        <p className="h3">{t('backup.local-unproven-title')}</p>
        <p>{t('backup.local-unproven')}</p>
      </>
    );
  }
  return (
    <>
      <p className="h3">{t('backup.local-safe-title')}</p>
      <p>{t('backup.local-safe', { when: momentText(messages, stamp.completedAt, new Date()) })}</p>
    </>
  );
}

function RemovalCard({
  unit,
  remove,
  onRemoved,
}: {
  unit: OpenUnit;
  remove: CopyRemover;
  onRemoved: () => void;
}) {
  const { t } = useMessages();
  const device = useDevice();
  const forgetUnit = useForgetUnit();
  const { confirm } = useAsk();
  const { complain } = useNotices();
  const sayFault = useFault();
  const { pending } = useStakeSnapshot(unit.stake);
  const [typed, setTyped] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isTypedRight = pending === 0 || typed.trim() === String(pending);

  const act = async () => {
    setIsTried(true);
    if (!isTypedRight || isBusy) return;
    const sure = await confirm({
      title: t('backup.local-question', { unit: unit.stakeName }),
      body:
        pending === 0
          ? t('backup.local-question-safe')
          : t('backup.local-question-loss', { count: pending }),
      yes: t('backup.local-remove'),
      no: t('backup.local-keep'),
      danger: true,
    });
    if (!sure) return;
    setIsBusy(true);
    try {
      await remove(unit.stakeDb, { device, expectedLoss: pending });
      forgetUnit(unit.stakeDb);
      onRemoved();
    } catch (cause) {
      if (cause instanceof StorageError && cause.code === 'refused') {
        complain({ text: t('backup.local-changed') });
      } else {
        sayFault(cause);
      }
      setIsBusy(false);
    }
  };
  return (
    <Card title={t('backup.local-remove')} className="backup-card">
      {pending === 0 ? (
        <SafeWords unit={unit} />
      ) : (
        <>
          <div className="backup-note backup-loss">
            <Icon name="warning" />
            <div>
              <b>{t('backup.local-loss-title', { count: pending })}</b>
              <p>{t('backup.local-loss')}</p>
            </div>
          </div>
          <ButtonLink kind="primary" wide to={backupPath(unit.stakeDb)}>
            {t('backup.local-backup')}
          </ButtonLink>
          <p>{t('backup.local-type', { count: pending })}</p>
          <TextField
            label={t('backup.local-type-label')}
            inputMode="numeric"
            value={typed}
            error={
              isTried && !isTypedRight
                ? t('backup.local-type-wrong', { count: pending })
                : undefined
            }
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      )}
      <Button kind="danger" wide icon="remove" disabled={isBusy} onClick={() => void act()}>
        {t('backup.local-remove')}
      </Button>
    </Card>
  );
}
