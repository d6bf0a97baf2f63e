import { asMeasured, newestScreening, type ReferSign, type Screening } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { useMemo, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import { ChildFileRoute, type Removed } from '../../shared/records/child-file-route.tsx';
import { ScreeningNotFound } from '../../shared/records/child-not-found.tsx';
import { RemovedNote } from '../../shared/records/gone.tsx';
import { childSubtitle } from '../../shared/screenings/child-words.ts';
import {
  ClockQuestion,
  type DayBy,
  useDatingDay,
} from '../../shared/screenings/clock-question.tsx';
import { type ChildFacts, childFacts } from '../../shared/screenings/screening-facts.ts';
import { originOf, originPath } from './saved-path.ts';
import { ScreeningForm } from './screening-form.tsx';

/** The signs of the child's open referral, answered or not. */
function openSignsOf({ standing }: ChildFacts): readonly ReferSign[] {
  return standing.referral?.signs.map(({ sign }) => sign) ?? [];
}

/** The records with the child as the screening of a day is checked; the stored one waits beside it. */
function useMeasured(file: ChildFile, day: string): ChildFile {
  return useMemo(() => {
    const { child, versions } = file;
    if (versions === undefined) return file;
    const measured = asMeasured(child, versions.child, day);
    if (measured === child) return file;
    return {
      ...file,
      child: measured,
      versions: { ...versions, child: [...versions.child, child] },
    };
  }, [file, day]);
}

/** /children/survey/:childId */
export function NewScreeningPage() {
  const { childId = '' } = useParams();
  return (
    <ChildFileRoute childId={childId} formKey={`screening:new:${childId}`}>
      {(unit, file, removed) => (
        <FormPage key={childId} unit={unit} file={file} removed={removed} base={null} />
      )}
    </ChildFileRoute>
  );
}

/** /children/survey/edit/:childId/:surveyId */
export function EditScreeningPage() {
  const { childId = '', surveyId = '' } = useParams();
  return (
    <ChildFileRoute childId={childId} screeningId={surveyId} formKey={`screening:${surveyId}`}>
      {(unit, file, removed) => (
        <EditedScreening
          key={surveyId}
          unit={unit}
          file={file}
          removed={removed}
          screeningId={surveyId}
        />
      )}
    </ChildFileRoute>
  );
}

function EditedScreening({
  unit,
  file,
  removed,
  screeningId,
}: {
  unit: OpenUnit;
  file: ChildFile;
  removed: Removed;
  screeningId: string;
}) {
  const stored = file.screenings.find(({ _id }) => _id === screeningId);
  // The person edits the record as it was opened; changes saved by others meanwhile are detected on
  // saving.
  const [opened, setOpened] = useState({ base: stored, times: 0 });
  /**
   * Loads the other person's version from the store: it may be newer than the data of this page.
   */
  async function takeTheirs(): Promise<void> {
    const now = await unit.local.readChildFile(file.child._id);
    const base = now?.screenings.find(({ _id }) => _id === screeningId);
    setOpened(({ times }) => ({ base, times: times + 1 }));
  }
  if (opened.base === undefined) return <ScreeningNotFound unit={unit} childId={file.child._id} />;
  return (
    <FormPage
      key={opened.times}
      unit={unit}
      file={file}
      removed={removed}
      base={opened.base}
      onTakeTheirs={takeTheirs}
    />
  );
}

function FormPage({
  unit,
  file,
  removed,
  base,
  onTakeTheirs = async () => undefined,
}: {
  unit: OpenUnit;
  file: ChildFile;
  removed: Removed;
  base: Screening | null;
  onTakeTheirs?: () => Promise<void>;
}) {
  const translator = useMessages();
  const { t } = translator;
  const state = useLocation().state as { isNewChild?: boolean; dayBy?: DayBy | null } | null;
  const day = useDatingDay(unit, base === null, state?.dayBy);
  const { today } = day;
  const { child } = file;
  const measured = useMeasured(file, base?.surveyDate ?? today);
  const programme = useProgramme();
  const openSigns = openSignsOf(childFacts(file, today, programme));
  const [query] = useSearchParams();
  const isNewChild = state?.isNewChild === true;
  const origin = originOf(query);
  const who = childSubtitle(translator, file, newestScreening(file.screenings, today), today);
  return (
    <Page
      title={`${child.firstName} ${child.lastName}`}
      subtitle={base === null ? who : `${t('screenings.edit-title')} · ${who}`}
      back={origin === null ? childPath(child._id, unit.stakeDB) : originPath(unit, origin)}
      unit={unit}
      isForm
      section="children"
      // The form has its own bar with "save"; on a wide window it is beside the fields.
      dock={null}
    >
      <RemovedNote
        unit={unit}
        id={removed === 'screening' && base !== null ? base._id : removed && child._id}
        isScreening={removed === 'screening'}
      />
      {day.question === null ? (
        <ScreeningForm
          unit={unit}
          file={measured}
          base={base}
          today={today}
          wrongDay={day.wrongDay}
          isMuacAsked={query.get('measures') === 'muac'}
          isNewChild={isNewChild}
          openSigns={openSigns}
          onTakeTheirs={onTakeTheirs}
        />
      ) : (
        <ClockQuestion question={day.question} />
      )}
    </Page>
  );
}
