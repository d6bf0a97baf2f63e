import { newestScreening, type Screening } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import { useAuthor } from '../../shared/people/author.tsx';
import { ChildFileRoute } from '../../shared/records/child-file-route.tsx';
import { ScreeningNotFound } from '../../shared/records/child-not-found.tsx';
import { useRemovalNotice } from '../../shared/records/removal-notice.ts';
import { childSubtitle } from '../../shared/screenings/child-words.ts';
import { measureText } from '../../shared/screenings/verdict-words.ts';
import { useFault } from '../../shared/words/fault.ts';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Card } from '../../ui/surfaces.tsx';

/** /children/survey/remove/:childId/:surveyId */
export function RemoveScreeningPage() {
  const { childId = '', surveyId = '' } = useParams();
  return (
    <ChildFileRoute childId={childId}>
      {(unit, file) => <RemoveScreening unit={unit} file={file} screeningId={surveyId} />}
    </ChildFileRoute>
  );
}

function RemoveScreening({
  unit,
  file,
  screeningId,
}: {
  unit: OpenUnit;
  file: ChildFile;
  screeningId: string;
}) {
  // The record that is being removed: its page must not change to "not found" at that moment.
  const [target] = useState(() => file.screenings.find(({ _id }) => _id === screeningId));
  if (target === undefined) return <ScreeningNotFound unit={unit} childId={file.child._id} />;
  return <Confirmation unit={unit} file={file} screening={target} />;
}

function useValues() {
  const translator = useMessages();
  const { t, list } = translator;
  return ({ height, weight, muac, outsideLimits }: Screening): string => {
    const write = (key: 'height' | 'weight' | 'muac', value: number | undefined) =>
      value === undefined
        ? []
        : [t(`screenings.value-${key}`, { value: measureText(translator, value) })];
    const values = [
      ...write('height', height ?? outsideLimits?.height),
      ...write('weight', weight ?? outsideLimits?.weight),
      ...write('muac', muac),
    ];
    return values.length === 0 ? t('screenings.no-measures') : list(values);
  };
}

function Confirmation({
  unit,
  file,
  screening,
}: {
  unit: OpenUnit;
  file: ChildFile;
  screening: Screening;
}) {
  const [isRemoving, setIsRemoving] = useState(false);
  const translator = useMessages();
  const { t, date } = translator;
  const { child } = file;
  const values = useValues();
  const navigate = useNavigateHere();
  const { askAuthor } = useAuthor();
  const sayRemoved = useRemovalNotice(unit);
  const sayFault = useFault();
  const today = useToday(unit.timeZone);
  const day = date(screening.surveyDate);
  const back = childPath(child._id, unit.stakeDB);

  const remove = async () => {
    if (isRemoving) return;
    setIsRemoving(true);
    try {
      const author = await askAuthor();
      if (author === null) return;
      const id = screening._id;
      await unit.local.removeScreening(child._id, id, author, new Date(), { hold: true });
      const text = t('screenings.removed', { date: day });
      sayRemoved({ id, text, undone: t('screenings.removed-undone', { date: day }), author });
      await navigate(back, { replace: true });
    } catch (cause) {
      sayFault(cause);
    } finally {
      setIsRemoving(false);
    }
  };

  return (
    <Page
      title={t('screenings.remove-title')}
      subtitle={`${child.firstName} ${child.lastName} · ${childSubtitle(
        translator,
        file,
        newestScreening(file.screenings, today),
        today,
      )}`}
      back={back}
      unit={unit}
      section="children"
      width="read"
      dock={
        <Dock>
          <ButtonLink kind="primary" to={back} replace>
            {t('screenings.keep')}
          </ButtonLink>
          <Button kind="danger" icon="remove" disabled={isRemoving} onClick={() => void remove()}>
            {t('screenings.remove-title')}
          </Button>
        </Dock>
      }
    >
      <Card className="stack-2" title={t('screenings.remove-confirm-title', { date: day })}>
        <p>
          {t('screenings.remove-confirm-text', {
            name: child.firstName,
            date: day,
            values: values(screening),
          })}
        </p>
      </Card>
    </Page>
  );
}
