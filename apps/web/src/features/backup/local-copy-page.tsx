import type { MessageKey } from '@crece/messages';
import { type LocalSize, removeLocalCopy, StorageError } from '@crece/storage';
import { useState } from 'react';
import { useParams } from 'react-router';
import { setBadge } from '../../data/app-badge.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';
import { type OpenUnit, useForgetUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath, listPath, syncPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { backupPath } from '../../shared/navigation/waiting-paths.ts';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { useFault } from '../../shared/words/fault.ts';
import { momentText } from '../../shared/words/moment.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import './backup.css';

/** Removes a unit's database from this device; a test passes its own. */
export type CopyRemover = typeof removeLocalCopy;

/** /children/local/:stakeDB/:stakeName: the copy of a unit on this device, and its removal. */
export function LocalCopyPage({ remove = removeLocalCopy }: { remove?: CopyRemover }) {
  const { stakeDB = '' } = useParams();
  return (
    <UnitRoute stakeDB={stakeDB}>{(unit) => <LocalCopy unit={unit} remove={remove} />}</UnitRoute>
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
              {t('errors.choose-country')}
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
      back={maySync ? syncPath(unit, 'children') : listPath(unit)}
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
  const size = useLoaded<LocalSize | null>(() => unit.local.measure(), [unit.local], {
    fail: (cause) => {
      console.warn('The size of this unit is not known.', cause);
      return null;
    },
  });
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

/** The records that would be lost, or why none, and how much of that is proven. */
function LossWords({ unit, loss }: { unit: OpenUnit; loss: number }) {
  const messages = useMessages();
  const { t } = messages;
  const { stamp } = unit.sync;
  if (loss > 0) {
    const isCertain = loss <= unit.pending;
    return (
      <div className="backup-note backup-loss">
        <Icon name="warning" />
        <div>
          <b>
            {t(isCertain ? 'backup.local-loss-title' : 'backup.local-doubt-title', { count: loss })}
          </b>
          <p>{t(isCertain ? 'backup.local-loss' : 'backup.local-unproven', { count: loss })}</p>
        </div>
      </div>
    );
  }
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

/** The last question claims no more than is known. */
function questionKey({ demo, pending, sync }: OpenUnit, loss: number): MessageKey {
  if (loss > 0)
    return loss <= pending ? 'backup.local-question-loss' : 'backup.local-question-doubt';
  if (demo) return 'backup.local-question-demo';
  return sync.stamp === null ? 'backup.local-question-unproven' : 'backup.local-question-safe';
}

/** How many records would be lost with the copy; null while they are counted. */
function useLoss({ local: unit, pending, sync }: OpenUnit): {
  loss: number | null;
  recount: () => void;
} {
  const sayFault = useFault();
  const [asked, setAsked] = useState(0);
  // Any other change of the unit counts again.
  const loss = useLoaded(() => unit.countLoss(), [unit], {
    fail: (cause) => {
      sayFault(cause);
      return undefined;
    },
    again: [pending, sync, asked],
  });
  return { loss: loss ?? null, recount: () => setAsked((before) => before + 1) };
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
  const { t, number } = useMessages();
  const device = useDevice();
  const forgetUnit = useForgetUnit();
  const { confirm } = useAsk();
  const { complain } = useNotices();
  const sayFault = useFault();
  const { loss, recount } = useLoss(unit);
  const [typed, setTyped] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  // As digits alone, or as the page writes it: 1,234.
  const isTypedRight =
    loss === null || loss === 0 || [String(loss), number(loss)].includes(typed.trim());

  const act = async () => {
    setIsTried(true);
    if (loss === null || !isTypedRight || isBusy) return;
    const sure = await confirm({
      title: t('backup.local-question', { unit: unit.stakeName }),
      body: t(questionKey(unit, loss), { count: loss }),
      yes: t('backup.local-remove'),
      no: t('backup.local-keep'),
      danger: true,
    });
    if (!sure) return;
    setIsBusy(true);
    try {
      await remove(unit.stakeDB, { device, expectedLoss: loss });
      forgetUnit(unit.stakeDB);
      setBadge(0);
      onRemoved();
    } catch (cause) {
      if (cause instanceof StorageError && cause.code === 'refused') {
        complain({ text: t('backup.local-changed') });
        recount();
      } else {
        sayFault(cause);
      }
      setIsBusy(false);
    }
  };
  return (
    <Card title={t('backup.local-remove')} className="backup-card">
      {loss === null ? (
        <p role="status">{t('backup.units-loading')}</p>
      ) : (
        <LossWords unit={unit} loss={loss} />
      )}
      {loss === null || loss === 0 ? null : (
        <>
          <MainLink to={backupPath(unit.stakeDB)}>{t('backup.local-backup')}</MainLink>
          <p>{t('backup.local-type', { count: loss })}</p>
          <TextField
            label={t('backup.local-type-label')}
            inputMode="numeric"
            value={typed}
            error={
              isTried && !isTypedRight ? t('backup.local-type-wrong', { count: loss }) : undefined
            }
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      )}
      <Button
        kind="danger"
        wide
        icon="remove"
        disabled={isBusy || loss === null}
        onClick={() => void act()}
      >
        {t('backup.local-remove')}
      </Button>
    </Card>
  );
}
