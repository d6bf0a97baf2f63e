import { useParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useIsHere } from '../../data/use-is-here.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { waitingPath } from '../../shared/navigation/waiting-paths.ts';
import { useFaultSentence } from '../../shared/words/fault.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';
import { ChooseSteps } from './choose-steps.tsx';
import { pairOf, useTask } from './use-task.ts';
import './waiting.css';

/**
 * /children/waiting/:stakeDB/:stakeName/:recordId: choice between two values, or between keeping
 * and removing the record.
 */
export function ChoosePage() {
  const { stakeDB = '', recordId = '' } = useParams();
  return (
    <UnitRoute stakeDB={stakeDB}>
      {(unit) => <Choose key={recordId} unit={unit} recordId={recordId} />}
    </UnitRoute>
  );
}

function Choose({ unit, recordId }: { unit: OpenUnit; recordId: string }) {
  const { t } = useMessages();
  const faultSentence = useFaultSentence();
  const found = useTask(unit, recordId);
  const isHere = useIsHere();
  const back = waitingPath(unit);
  if (found.state === 'open') {
    return (
      <ChooseSteps
        key={pairOf(found.task)}
        unit={unit}
        task={found.task}
        file={found.file}
        onRefused={found.reread}
        isHere={isHere}
      />
    );
  }
  return (
    <Page title={t('waiting.choose-title')} subtitle={unit.stakeName} back={back} unit={unit}>
      {found.state === 'loading' ? (
        <Waiting />
      ) : (
        <Blank
          picture={found.state === 'settled' ? 'start' : 'refused'}
          title={t(found.state === 'settled' ? 'waiting.decided-title' : 'waiting.failed-title')}
          actions={
            <ButtonLink kind="primary" to={back} replace>
              {t('waiting.to-waiting')}
            </ButtonLink>
          }
        >
          {found.state === 'settled' ? t('waiting.decided-text') : faultSentence(found.fault)}
        </Blank>
      )}
    </Page>
  );
}
