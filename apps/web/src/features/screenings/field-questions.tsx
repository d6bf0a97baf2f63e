import {
  type Child,
  type MEASURE_NAMES,
  MUAC_FROM_MONTHS,
  type ScreeningPreview,
} from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { editScreeningPath } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Drawn } from './how-to.tsx';
import type { Technique } from './technique.ts';
import { useRested } from './use-rested.ts';

type Measure = (typeof MEASURE_NAMES)[number];

/** Whether MUAC does not count yet at the age of the screening. */
export function isBeforeMuac({ age }: ScreeningPreview): boolean {
  return age !== null && age.ageMonths < MUAC_FROM_MONTHS;
}

function useContradiction(measure: Measure, { notices }: ScreeningPreview, today: string) {
  const { t, number, shortDate } = useMessages();
  const notice = notices.find(({ field }) => field === measure);
  if (notice === undefined) return null;
  const change = Number(notice.params?.['change']);
  // Two decimals when needed: 10.25 and 9.2 differ by 1.05.
  const value = number(Math.abs(change));
  const date = shortDate(String(notice.params?.['on']), today);
  const { code } = notice;
  if (code === 'muac-changed') {
    const direction = change < 0 ? 'less' : 'more';
    return t('screenings.contradiction.muac-changed', { value, date, direction });
  }
  if (code === 'height-fell' || code === 'weight-fell' || code === 'weight-rose') {
    return t(`screenings.contradiction.${code}`, { value, date });
  }
  return null;
}

/**
 * "5 cm less than on 12 Dec: measure again?", beside its field and announced politely; it does not
 * block saving.
 */
export function ContradictionQuestion({
  measure,
  technique,
  preview,
  today,
}: {
  measure: Measure;
  /** How it is measured: drawn beside the question. */
  technique: Technique;
  preview: ScreeningPreview;
  today: string;
}) {
  const sentence = useRested(useContradiction(measure, preview, today));
  return (
    <>
      <div role="status" aria-live="polite">
        {sentence === null ? null : (
          <p className="field-question">
            <Icon name="warning" small />
            <span>{sentence}</span>
          </p>
        )}
      </div>
      {sentence === null ? null : <Drawn technique={technique} />}
    </>
  );
}

/** "Ana was screened today at 10:42: correct that one?", with a link to it. */
export function SameDayQuestion({
  preview,
  child,
  stakeDB,
  today,
}: {
  preview: ScreeningPreview;
  child: Child;
  stakeDB: string;
  today: string;
}) {
  const { t, date, time } = useMessages();
  const params = preview.notices.find(({ code }) => code === 'screened-same-day')?.params;
  if (params === undefined) return null;
  const name = child.firstName;
  const on = String(params['on']);
  const created = params['created'];
  const sentence = () => {
    if (on !== today) return t('screenings.contradiction.same-day', { name, date: date(on) });
    return created === undefined
      ? t('screenings.contradiction.same-day-today', { name })
      : t('screenings.contradiction.same-day-at', { name, time: time(new Date(created)) });
  };
  return (
    <div role="status" className="form-note form-question">
      <p>
        <b>{sentence()}</b>
      </p>
      <div className="form-answers">
        <ButtonLink
          kind="second"
          to={editScreeningPath(child._id, String(params['screeningId']), stakeDB)}
        >
          {t('screenings.contradiction.same-day-open')}
        </ButtonLink>
      </div>
    </div>
  );
}
