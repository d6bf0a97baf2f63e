import type { ImportResultBody } from '@crece/contract';
import { Link } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { childPath, listPath } from '../../shared/navigation/paths.ts';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Card } from '../../ui/surfaces.tsx';

/** Children who are named on the page; of more the number is told. */
const NAMED = 50;

interface UndoneProps {
  result: ImportResultBody;
  unit: OpenUnit;
  onAgain: () => void;
}

/** What became of an import that was undone. */
export function UndoneCard({ result: { undone }, unit, onAgain }: UndoneProps) {
  const { t } = useMessages();
  const kept = undone?.kept ?? [];
  return (
    <Card title={t('imports.undone-title')} className="import-card">
      <p role="status">{t('imports.undone-children', { count: undone?.children ?? 0 })}</p>
      {kept.length === 0 ? null : <KeptChildren kept={kept} unit={unit} />}
      <div className="import-acts">
        <ButtonLink to={listPath(unit)} kind="primary">
          {t('imports.to-list')}
        </ButtonLink>
        <Button kind="second" onClick={onAgain}>
          {t('imports.another')}
        </Button>
      </div>
    </Card>
  );
}

/** The children whom somebody changed since: the undoing left them, so a person must look at each. */
function KeptChildren({ kept, unit }: { kept: readonly string[]; unit: OpenUnit }) {
  const { t } = useMessages();
  const { children } = useUnitSnapshot(unit.local);
  const names = new Map(
    children.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]),
  );
  return (
    <>
      <p>{t('imports.undone-kept', { count: kept.length })}</p>
      <ul>
        {kept.slice(0, NAMED).map((id, place) => (
          <li key={id}>
            <Link className="link" to={childPath(id, unit.stakeDB)}>
              {names.get(id) ?? t('imports.undone-unknown', { number: place + 1 })}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
