import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useConfig } from '../../data/config.tsx';
import { useSetting } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { syncPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { waitingPath } from '../../shared/navigation/waiting-paths.ts';
import { useFault } from '../../shared/words/fault.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Card } from '../../ui/surfaces.tsx';
import { type BackupTools, handOverFile, REAL_TOOLS } from './backup-tools.ts';
import { newCode, secretOf } from './hand-over-code.ts';
import './backup.css';

interface Made {
  readonly file: File;
  readonly code: string;
  readonly records: number;
  readonly keep: () => void;
}

/** /children/handover/:stakeDB/:stakeName: gives a unit's unsent records to another phone. */
export function HandOverPage({ tools = REAL_TOOLS }: { tools?: BackupTools }) {
  const { stakeDB = '' } = useParams();
  return (
    <UnitRoute stakeDB={stakeDB}>{(unit) => <HandOver unit={unit} tools={tools} />}</UnitRoute>
  );
}

function HandOver({ unit, tools }: { unit: OpenUnit; tools: BackupTools }) {
  const { t } = useMessages();
  const maySync = useCan('sync');
  return (
    <Page
      title={t('hand.title')}
      subtitle={unit.stakeName}
      unit={unit}
      section="sync"
      back={maySync ? syncPath(unit, 'children') : waitingPath(unit)}
      width="read"
    >
      <div className="stack backup">
        <ToShare unit={unit} tools={tools} />
      </div>
    </Page>
  );
}

function ToShare({ unit, tools }: { unit: OpenUnit; tools: BackupTools }) {
  const { t } = useMessages();
  const { supportContact } = useConfig();
  const made = useMadeFile(unit, tools);
  if (made === 'making') return <Waiting />;
  if (made === 'nothing') {
    return (
      <Blank picture="start" title={t('hand.none-title')}>
        {t('backup.nothing')}
      </Blank>
    );
  }
  if (made === 'not-available') {
    const contact = supportContact ?? t('errors.your-administrator');
    return (
      <Blank picture="start" title={t('backup.not-available-title')}>
        {t('backup.not-available', { contact })}
      </Blank>
    );
  }
  if (made === 'failed') {
    return (
      <Blank picture="start" title={t('hand.failed-title')}>
        {t('hand.failed')}
      </Blank>
    );
  }
  return <ShareCard made={made} />;
}

/** The file is made when the page opens: a share sheet opens only right after a tap. */
function useMadeFile(
  { local }: OpenUnit,
  tools: BackupTools,
): Made | 'making' | 'nothing' | 'not-available' | 'failed' {
  const sayFault = useFault();
  const [handedOver, keep] = useSetting('handedOver');
  const [made, setMade] = useState<ReturnType<typeof useMadeFile>>('making');
  const others = useRef(handedOver);
  others.current = handedOver;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const make = async () => {
      const now = new Date();
      const code = newCode();
      await local.ready();
      const answer = await tools.makeBackup([local], secretOf(code), { now });
      const unit = answer.ok ? answer.units[0] : undefined;
      if (!answer.ok || unit === undefined) {
        setMade(!answer.ok && answer.code === 'not-available' ? 'not-available' : 'nothing');
        return;
      }
      const { mark, records } = unit;
      const file = await handOverFile(answer.file, now);
      setMade({
        file,
        code,
        records,
        keep: () =>
          keep({ ...others.current, [local.stakeDB]: { at: new Date().toISOString(), mark } }),
      });
    };
    make().catch((cause: unknown) => {
      sayFault(cause);
      setMade('failed');
    });
  }, [local, tools, keep, sayFault]);
  return made;
}

type Stage = 'ready' | 'saved' | 'given';

function ShareCard({ made: { file, code, records, keep } }: { made: Made }) {
  const { t } = useMessages();
  const { complain } = useNotices();
  const [stage, setStage] = useState<Stage>('ready');
  // Desktop browsers share nothing, and a phone may refuse a kind of file.
  const [shares, setShares] = useState(() => navigator.canShare?.({ files: [file] }) === true);

  const given = () => {
    keep();
    setStage('given');
  };
  // A second tap, before the share sheet is there, would count as a refusal of the phone.
  const isSharing = useRef(false);
  const share = async () => {
    if (isSharing.current) return;
    isSharing.current = true;
    try {
      await navigator.share({ files: [file] });
      given();
    } catch (cause) {
      // The person closed the share sheet.
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
      console.warn('The file could not be shared.', cause);
      setShares(false);
      complain({ title: t('hand.share'), text: t('hand.share-failed') });
    } finally {
      isSharing.current = false;
    }
  };
  const save = () => {
    saveFile(file, file.name);
    setStage('saved');
  };
  return (
    <>
      <Card className="backup-card">
        {stage === 'given' ? (
          <div role="status">
            <h2 className="h2">{t('hand.done-title', { count: records })}</h2>
            <p>{t('hand.done', { count: records })}</p>
          </div>
        ) : (
          <p>{t('hand.lead', { count: records })}</p>
        )}
        <div className="hand-code">
          <b id="hand-code">{t('hand.code')}</b>
          <output aria-labelledby="hand-code">{code}</output>
          <p className="small muted">{t('hand.code-text')}</p>
        </div>
        {stage === 'saved' ? (
          <>
            <p role="status">{t('hand.saved', { name: file.name })}</p>
            <Button kind="primary" wide icon="check" onClick={given}>
              {t('hand.given')}
            </Button>
          </>
        ) : null}
        <Button
          kind={stage === 'ready' ? 'primary' : 'second'}
          wide
          icon={shares ? 'up' : 'down'}
          onClick={() => (shares ? void share() : save())}
        >
          {t(`hand.${shares ? 'share' : 'save'}${stage === 'ready' ? '' : '-again'}`)}
        </Button>
      </Card>
      <Card title={t('hand.steps-title')} className="backup-card">
        <ol className="hand-steps">
          <li>{t('hand.step-open')}</li>
          <li>{t('hand.step-file')}</li>
          <li>{t('hand.step-code')}</li>
        </ol>
      </Card>
    </>
  );
}
