import { type Child, EMPTY_CHILD_DRAFT } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { useSetting } from '../../data/device.tsx';
import { useLive } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { scannedNumber } from '../../shared/children/card-number.ts';
import { Elsewhere } from '../../shared/moving/elsewhere.tsx';
import { newbornFromState } from '../../shared/navigation/newborn-state.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { childPath, dayPath, listPath } from '../../shared/navigation/paths.ts';
import { RecordRoute, UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { ChildNotFound } from '../../shared/records/child-not-found.tsx';
import { childFormKeys, RemovedNote, useGone } from '../../shared/records/gone.tsx';
import { ClockQuestion, useDatingDay } from '../../shared/screenings/clock-question.tsx';
import { Waiting } from '../../ui/blank.tsx';
import { ChildForm } from './child-form.tsx';
import './child-form.css';
import { valuesOfChild } from './child-form-values.ts';
import { OtherDrafts, useNewChildDrafts } from './new-child-drafts.tsx';
import { namesFromState } from './new-child-name.ts';
import { useSaveEdited, useSaveNew } from './use-save-child.ts';

/** Page that registers a child; saving opens its first screening. */
export function NewChildPage() {
  const { dbName = '' } = useParams();
  return <UnitRoute stakeDB={dbName}>{(unit) => <NewChild unit={unit} />}</UnitRoute>;
}

function NewChild({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const location = useLocation();
  const [query] = useSearchParams();
  // A child added on a screening day leads back there, also after its screening.
  const isFromDay = query.get('from') === 'day';
  const day = useDatingDay(unit, true);
  const { save, dialog } = useSaveNew(unit, isFromDay, day);
  const [last] = useSetting('lastNewChild');
  const newborn = newbornFromState(location.state);
  const ofMother = newborn === null ? '' : `:${newborn.motherId}`;
  const names = namesFromState(location.state);
  const cardNumber = scannedNumber(location.state);
  // What was typed about one child must not come back with another one's number.
  const ofNumber = cardNumber === '' ? '' : `:${cardNumber}`;
  const typedName = `${names.firstName} ${names.lastName}`.trim();
  const drafts = useNewChildDrafts(`child:new:${unit.stakeDB}${ofMother}${ofNumber}`, typedName);
  if (drafts === null || day.question !== null) {
    return (
      <Page
        title={t('children.new-title')}
        back={isFromDay ? dayPath(unit) : listPath(unit)}
        unit={unit}
        isForm
        section="children"
      >
        {day.question === null ? <Waiting /> : <ClockQuestion question={day.question} />}
      </Page>
    );
  }
  const { formKey, others, open } = drafts;
  return (
    <>
      <ChildForm
        key={formKey}
        unit={unit}
        today={day.today}
        title={t('children.new-title')}
        back={isFromDay ? dayPath(unit) : listPath(unit)}
        formKey={formKey}
        note={<OtherDrafts others={others} typedName={typedName} onOpen={open} />}
        defaults={{
          ...EMPTY_CHILD_DRAFT,
          ...names,
          cardNumber,
          memberStatus: last?.memberStatus ?? '',
          ...newborn?.known,
          ageBy: newborn === null ? (last?.ageBy ?? 'date') : 'date',
        }}
        saveLabel={t('children.save-new')}
        isMoreOpen={cardNumber !== ''}
        screeningDays={[]}
        save={save}
      />
      {dialog}
    </>
  );
}

/** Page that edits a child; saving goes back to its view. */
export function EditChildPage() {
  const { childId = '' } = useParams();
  return (
    <RecordRoute recordId={childId}>
      {(unit) => <StoredChild key={childId} unit={unit} childId={childId} />}
    </RecordRoute>
  );
}

function StoredChild({ unit, childId }: { unit: OpenUnit; childId: string }) {
  const { t } = useMessages();
  const file = useLive(unit.local.childFile(childId));
  // The person edits the version that was loaded first: changes made elsewhere are merged on
  // saving.
  const [base, setBase] = useState<Child | null>(null);
  const gone = useGone(unit, childId, { isWanted: base === null && file === null });
  if (base === null) {
    const draftOf = gone?.file.child;
    if (file) setBase(file.child);
    else if (draftOf && childFormKeys(draftOf).some((key) => gone.forms.has(key))) setBase(draftOf);
  }

  if (base !== null) {
    return <EditChild unit={unit} base={base} file={file} />;
  }
  if (file === undefined || gone === undefined) {
    return (
      <Page title={t('children.edit-title')} unit={unit} section="children" back={listPath(unit)}>
        <Waiting />
      </Page>
    );
  }
  const notFound = <ChildNotFound unit={unit} gone={gone} />;
  // What was typed here and not saved is offered first.
  if ((gone?.forms.size ?? 0) > 0) return notFound;
  return <Elsewhere unit={unit} childId={childId} otherwise={notFound} />;
}

function EditChild({
  unit,
  base,
  file,
}: {
  unit: OpenUnit;
  base: Child;
  /** The child as it is now; without it another person removed it while the form was open. */
  file: ChildFile | null | undefined;
}) {
  const { t } = useMessages();
  const save = useSaveEdited(unit, base);
  const { today, question } = useDatingDay(unit, true);
  const [formKey = '', ...otherKeys] = [base, ...(file?.others ?? [])].flatMap(childFormKeys);
  const title = t('children.edit-title');
  const back = childPath(base._id, unit.stakeDB);
  if (question !== null) {
    return (
      <Page title={title} back={back} unit={unit} isForm section="children">
        <ClockQuestion question={question} />
      </Page>
    );
  }
  return (
    <ChildForm
      unit={unit}
      today={today}
      title={title}
      note={<RemovedNote unit={unit} id={file ? null : base._id} />}
      back={back}
      formKey={formKey}
      otherKeys={otherKeys}
      defaults={valuesOfChild(base)}
      saveLabel={t('children.save-changes')}
      base={base}
      screeningDays={file?.screenings.map(({ surveyDate }) => surveyDate) ?? []}
      save={save}
    />
  );
}
