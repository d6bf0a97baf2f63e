import { type Child, kindOfId, type Mother, withShownAnswers } from '@crece/domain';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { useAuthorName } from '../../data/former.ts';
import { useLive } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { NoSuchPage } from '../../shared/navigation/not-found.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { childPath, listPath, motherPath, mothersPath } from '../../shared/navigation/paths.ts';
import { RecordRoute } from '../../shared/navigation/unit-route.tsx';
import { Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { EraseCard } from './erase-card.tsx';
import { type FamilyRecord, RecordCard } from './record-card.tsx';

/** What is kept about one family, and nothing of another: to be read, printed, saved and erased. */
export function FamilyDataPage({ recordId }: { recordId: string }) {
  const kind = kindOfId(recordId);
  if (kind !== 'chld' && kind !== 'mthr') return <NoSuchPage />;
  return (
    <RecordRoute recordId={recordId}>
      {(unit) =>
        kind === 'chld' ? (
          <OfChild unit={unit} id={recordId} />
        ) : (
          <OfMother unit={unit} id={recordId} />
        )
      }
    </RecordRoute>
  );
}

function OfChild({ unit, id }: { unit: OpenUnit; id: string }) {
  const file = useLive(unit.local.childFile(id));
  if (file === null) return <Navigate to={listPath(unit)} replace />;
  // All records of a child that was registered several times.
  const records =
    file === undefined ? null : [file.child, ...(file.others ?? []), ...file.screenings];
  return <Family unit={unit} records={records} back={childPath(id, unit.stakeDB)} />;
}

function OfMother({ unit, id }: { unit: OpenUnit; id: string }) {
  const [mother, setMother] = useState<Mother | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    const show = (found: Mother | null) => {
      if (isCurrent) setMother(found);
    };
    unit.local.readMother(id).then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [unit, id]);
  if (mother === null) return <Navigate to={mothersPath(unit, 'pregnant')} replace />;
  const records = mother === undefined ? null : [mother];
  return <Family unit={unit} records={records} back={motherPath(unit, id, 'pregnant')} />;
}

const nameOf = ({ firstName, lastName }: Child | Mother) => `${firstName} ${lastName}`;

/** The records without the name of an erased account. */
function useShownRecords(records: readonly FamilyRecord[] | null) {
  const author = useAuthorName();
  return (
    records?.map((record): FamilyRecord => {
      const { interviewer, updatedBy, created, updatedAt } = record;
      return {
        ...withShownAnswers(record, author),
        ...(interviewer === undefined ? {} : { interviewer: author(interviewer, created) }),
        ...(updatedBy === undefined ? {} : { updatedBy: author(updatedBy, updatedAt) }),
      };
    }) ?? null
  );
}

function Family({
  unit,
  records,
  back,
}: {
  unit: OpenUnit;
  records: readonly FamilyRecord[] | null;
  back: string;
}) {
  const { t } = useMessages();
  const mayErase = useCan('manage-users', unit.place);
  const shown = useShownRecords(records);
  if (!mayErase) return <Navigate to="/forbidden" replace />;
  const title = t('erasures.data-title');
  const [first] = shown ?? [];
  if (shown === null || first === undefined) {
    return (
      <Page title={title} back={back} unit={unit}>
        <Waiting />
      </Page>
    );
  }
  const person = first as Child | Mother;
  const save = () => {
    const text = JSON.stringify({ unit: unit.stakeDB, records: shown }, null, 2);
    saveFile(new Blob([text], { type: 'application/json' }), `crece-${person._id}.json`);
  };
  return (
    <Page title={title} subtitle={nameOf(person)} back={back} unit={unit} width="read">
      <div className="stack family-data">
        <p>{t('erasures.data-intro', { name: nameOf(person) })}</p>
        <p className="family-tools">
          <Button kind="second" icon="paper" onClick={() => window.print()}>
            {t('erasures.print')}
          </Button>
          <Button kind="second" icon="down" onClick={save}>
            {t('erasures.save')}
          </Button>
        </p>
        {shown.map((record) => (
          <RecordCard key={record._id} record={record} />
        ))}
        <EraseCard
          unit={unit}
          person={person}
          screenings={shown.filter(({ _id }) => kindOfId(_id) === 'scr').length}
        />
      </div>
    </Page>
  );
}
