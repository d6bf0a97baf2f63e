import { masterCatalogue, pilotCatalogue } from '@crece/domain';
import { type ChildFile, screeningsHere } from '@crece/storage';
import { useState } from 'react';
import { useParams } from 'react-router';
import { HttpError } from '../../api/http.ts';
import { loadCatalogue } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { keepMove } from '../../data/moves.ts';
import { useSession } from '../../data/session.tsx';
import { takeMoveBack } from '../../data/take-back-move.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { childPath, listPath } from '../../shared/navigation/paths.ts';
import { matches } from '../../shared/places/find-places.ts';
import { NothingFound } from '../../shared/places/nothing-found.tsx';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { ChildFileRoute } from '../../shared/records/child-file-route.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { type UnitTo, unitsTo } from './units-to.ts';
import './moving.css';
import { useNavigateHere } from '../../data/navigate-here.ts';

/** More than nobody reads: a search finds the others. */
const MOST_SHOWN = 30;

/** `/children/move/:childId`: the unit to which a child moves, and the question before it does. */
export function MovePage() {
  const { childId = '' } = useParams();
  return (
    <ChildFileRoute childId={childId}>
      {(unit, file) => <Move key={childId} unit={unit} file={file} />}
    </ChildFileRoute>
  );
}

function Move({ unit, file }: { unit: OpenUnit; file: ChildFile }) {
  const [chosen, choose] = useState<UnitTo | null>(null);
  const { t } = useMessages();
  const { child, screenings } = file;
  const back = childPath(child._id, unit.stakeDB);
  const isWhole = screeningsHere(unit.sync, child._id, screenings.length) === 'all';
  if (unit.demo || !isWhole) {
    return (
      <Page title={t('move.title')} unit={unit} section="children" back={back}>
        <Blank
          picture="refused"
          title={t(unit.demo ? 'move.demo-title' : 'move.not-yet-title')}
          actions={
            <ButtonLink kind="primary" to={back} replace>
              {t('common.back')}
            </ButtonLink>
          }
        >
          {t(unit.demo ? 'move.demo' : 'move.not-yet')}
        </Blank>
      </Page>
    );
  }
  if (chosen === null) return <ChooseUnit unit={unit} file={file} onChoose={choose} />;
  return <Question unit={unit} file={file} to={chosen} onOther={() => choose(null)} />;
}

const nameOf = ({ child }: ChildFile): string => `${child.firstName} ${child.lastName}`.trim();

function useUnitsTo(unit: OpenUnit, { child }: ChildFile): readonly UnitTo[] | undefined {
  const device = useDevice();
  const account = useSession();
  const loaded = useLoaded(() => loadCatalogue(device, false, new Date()), [device]);
  if (loaded === undefined) return undefined;
  const catalogue = unit.place.pilot
    ? pilotCatalogue(loaded.catalogue)
    : masterCatalogue(loaded.catalogue);
  return unitsTo({ catalogue, account, child, from: unit });
}

function ChooseUnit({
  unit,
  file,
  onChoose,
}: {
  unit: OpenUnit;
  file: ChildFile;
  onChoose: (to: UnitTo) => void;
}) {
  const { t } = useMessages();
  const label = useCountryLabel();
  const units = useUnitsTo(unit, file);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const hasNear = units?.some(({ isNear }) => isNear) === true;
  const found = units?.filter(({ unit: { stakeName }, country, isNear }) =>
    wanted === ''
      ? isNear || !hasNear
      : matches(stakeName, wanted) || matches(label(country), wanted),
  );
  const isCut = found !== undefined && found.length > MOST_SHOWN;
  const hasOthers =
    wanted === '' && units !== undefined && found !== undefined && units.length > found.length;
  return (
    <Page
      title={t('move.title')}
      subtitle={nameOf(file)}
      unit={unit}
      section="children"
      width="read"
      back={childPath(file.child._id, unit.stakeDB)}
    >
      <h2 className="h1">{t('move.to-which', { name: file.child.firstName })}</h2>
      {units?.length === 0 ? <p className="move-lead">{t('move.no-unit')}</p> : null}
      {found === undefined ? <Waiting /> : null}
      {found === undefined || units?.length === 0 ? null : (
        <>
          <div className="move-search">
            <SearchField label={t('move.search')} value={typed} onValue={setTyped} />
          </div>
          {found.length === 0 ? (
            <NothingFound onClear={() => setTyped('')}>{t('move.none-found')}</NothingFound>
          ) : null}
          <ul className="move-units" aria-label={t('move.units')}>
            {found.slice(0, MOST_SHOWN).map((to) => (
              <li key={to.unit.stakeDB}>
                <Button kind="soft" wide onClick={() => onChoose(to)}>
                  <span className="move-unit">
                    {to.unit.stakeName}{' '}
                    <span>
                      {to.wasHere
                        ? t('move.was-here', { country: label(to.country) })
                        : label(to.country)}
                      {to.mayMove ? null : ` · ${t('move.to-propose')}`}
                    </span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          {isCut || hasOthers ? <p className="move-lead">{t('move.more')}</p> : null}
        </>
      )}
    </Page>
  );
}

function Question({
  unit,
  file,
  to,
  onOther,
}: {
  unit: OpenUnit;
  file: ChildFile;
  to: UnitTo;
  onOther: () => void;
}) {
  const { t } = useMessages();
  const navigate = useNavigateHere();
  const device = useDevice();
  const { notify } = useNotices();
  const sayFault = useFault();
  const [isBusy, setBusy] = useState(false);
  const { child, screenings } = file;
  const { stakeName } = to.unit;
  const name = nameOf(file);
  const named = { childId: child._id, from: unit.stakeDB };

  const undo = async () => {
    try {
      const what = await takeMoveBack(device, named);
      notify({ text: t(`moving.${what}`, { name, unit: stakeName }) });
    } catch (cause) {
      // The error catalogue has said why.
      if (!(cause instanceof HttpError)) sayFault(cause);
    }
  };
  const move = async () => {
    setBusy(true);
    const askedAt = new Date().toISOString();
    try {
      await keepMove(device, {
        ...{ ...named, to: to.unit.stakeDB, toName: stakeName, askedAt },
        ...(to.mayMove ? {} : { propose: true as const }),
      });
    } catch (cause) {
      sayFault(cause);
      setBusy(false);
      return;
    }
    const acts = [{ label: t('common.undo'), press: () => void undo() }];
    const asked = to.mayMove ? 'move.asked' : 'move.proposed';
    notify({ text: t(asked, { name, unit: stakeName }), acts }, NOTICE_DELAYS.completion);
    void navigate(listPath(unit), { replace: true });
  };

  return (
    <Page
      title={t('move.title')}
      subtitle={name}
      unit={unit}
      section="children"
      width="read"
      back={childPath(child._id, unit.stakeDB)}
      dock={
        <Dock>
          <Button kind="second" disabled={isBusy} onClick={onOther}>
            {t('move.other-unit')}
          </Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void move()}>
            {t(to.mayMove ? 'move.yes' : 'move.propose')}
          </Button>
        </Dock>
      }
    >
      <h2 className="h1">{t('move.question', { name, unit: stakeName })}</h2>
      <p className="move-lead">
        {t('move.text', { name: child.firstName, unit: stakeName, count: screenings.length })}
      </p>
      <p className="move-lead">
        {t(to.mayMove ? 'move.later' : 'move.propose-text', {
          from: unit.stakeName,
          unit: stakeName,
        })}
      </p>
    </Page>
  );
}
