import type { ChildRow } from '@crece/storage';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { RowView } from '../../shared/children/child-row-view.ts';
import { ageWords, resultWords } from '../../shared/children/child-row-words.ts';
import { Result } from '../../shared/children/result.tsx';
import { markDrawing } from '../../shared/screenings/screening-mark.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';

/** The link of a row: mark, name, age, sex, last result, mother and ward; `children` stand below. */
export function DayChild({
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
  return (
    <Link className="day-go" to={to}>
      <StatusMark {...markDrawing(view.mark)} />
      <span className="day-words">
        <b>
          {row.firstName} {row.lastName}
        </b>{' '}
        <small>
          <span aria-hidden="true">{ageWords(translator, view, 'brief')}</span>
          <VisuallyHidden>{ageWords(translator, view)}</VisuallyHidden> ·{' '}
          {t(`children.sex.${row.gender}`)}
        </small>{' '}
        <Result tone={view.mark.colour} {...resultWords(translator, view)} />{' '}
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
