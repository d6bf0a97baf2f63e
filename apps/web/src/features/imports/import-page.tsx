import { useParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { syncPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { ImportAnswer } from './answer-card.tsx';
import { ChooseCard } from './choose-card.tsx';
import { MyImports } from './my-imports.tsx';
import { ProgressCard } from './progress-card.tsx';
import { useImport } from './use-import.ts';
import './imports.css';

/**
 * `/children/import/:stakeDB/:stakeName`: imports a file as children and screenings of the unit.
 */
export function ImportPage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <UnitImport unit={unit} />}</UnitRoute>;
}

function UnitImport({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const online = useOnline();
  const run = useImport(unit.stakeDB);
  const { stage } = run;
  return (
    <Page
      title={unit.stakeName}
      subtitle={t('imports.title')}
      unit={unit}
      section="sync"
      back={syncPath(unit, 'children')}
      width="read"
    >
      <div className="stack">
        {online ? null : <p className="import-note">{t('imports.needs-connection')}</p>}
        {stage.at === 'choose' ? (
          <>
            <p className="muted">{t(unit.retired ? 'imports.ended' : 'imports.lead')}</p>
            {unit.retired ? null : <ChooseCard disabled={!online} onFile={run.choose} />}
            <MyImports stakeDB={unit.stakeDB} />
          </>
        ) : null}
        {stage.at === 'sending' || stage.at === 'working' ? (
          <ProgressCard stage={stage} onStop={run.stop} />
        ) : null}
        {stage.at === 'answered' ? <ImportAnswer run={run} job={stage.job} unit={unit} /> : null}
      </div>
    </Page>
  );
}
