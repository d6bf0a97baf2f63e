import type { ChildRow } from '@crece/storage';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { RowView } from '../../shared/children/child-row-view.ts';
import { ageWords, resultWords } from '../../shared/children/child-row-words.ts';
import { Result } from '../../shared/children/result.tsx';
import { markDrawing } from '../../shared/screenings/screening-mark.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';

/** The link of a row of fixed lines: name, result and age, mother and ward; `children` stand below. */
export function DayChildLink({
  row,
  view,
  to,
  children,
}: {
  row: ChildRow;
  view: RowView;
  to: string;
  children?: ReactNode;
}) {
  const translator = useMessages();
  const { t } = translator;
  const { mother, ward } = row;
  const { sign, status } = resultWords(translator, view);
  return (
    <Link className="day-go" to={to}>
      <StatusMark {...markDrawing(view.mark)} />
      <span className="day-words">
        <b className="day-name-of">
          {row.firstName} {row.lastName}
        </b>{' '}
        {row.pending ? (
          <span className="day-here" title={t('children.only-on-device')}>
            <Icon name="device" small />
            <VisuallyHidden>{t('children.only-on-device')}</VisuallyHidden>
          </span>
        ) : null}
        <span className="day-result">
          <Result tone={view.mark.colour} sign={sign} status={status} />{' '}
          <small>
            {'· '}
            <span aria-hidden="true">{ageWords(translator, view, 'brief')}</span>
            <VisuallyHidden>{ageWords(translator, view)}</VisuallyHidden>,{' '}
            {t(`children.sex.${row.gender}`)}
          </small>
        </span>{' '}
        {mother === undefined && ward === undefined ? null : (
          <span className="day-family">
            {mother === undefined ? null : (
              <>
                <VisuallyHidden>{t('children.mother')} </VisuallyHidden>
                {mother}
              </>
            )}
            {mother === undefined || ward === undefined ? null : ' · '}
            {ward}
          </span>
        )}{' '}
        {children}
      </span>
    </Link>
  );
}
