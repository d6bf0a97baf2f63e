import type { IsoDate } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import type { ReactNode } from 'react';
import { useMessages } from '../../../data/messages.tsx';
import { viewRow } from '../../../shared/children/child-row-view.ts';
import { ageWords, resultWords } from '../../../shared/children/child-row-words.ts';
import { Result } from '../../../shared/children/result.tsx';
import { markDrawing } from '../../../shared/screenings/screening-mark.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import './removed.css';

/**
 * Who a child is: mark, name, status, age, mother and last screening. In a list the age is short, and
 * `children` stand in place of the last screening.
 */
export function WhoChild({
  row,
  today,
  children,
}: {
  row: ChildRow;
  today: IsoDate;
  children?: ReactNode;
}) {
  const translator = useMessages();
  const { t, date } = translator;
  const view = viewRow(row, today);
  const isInList = children !== undefined;
  const last = view.lastScreening === null ? t('common.never') : date(view.lastScreening);
  const mother = row.mother === undefined ? '' : `${t('children.mother')} ${row.mother}`;
  return (
    <>
      <StatusMark {...markDrawing(view.mark)} />
      <span className="who-words">
        <b>
          {row.firstName} {row.lastName}
        </b>{' '}
        <span className="who-line">
          <Result tone={view.mark.colour} {...resultWords(translator, view)} /> ·{' '}
          {ageWords(translator, view, ...(isInList ? (['brief'] as const) : []))},{' '}
          {t(`children.sex.${row.gender}`)}
        </span>{' '}
        {isInList && mother === '' ? null : (
          <span className="who-line">
            {mother}
            {isInList ? null : (
              <>
                {mother === '' ? '' : ' · '}
                {t('children.last-screening')} <span className="who-date">{last}</span>
              </>
            )}
          </span>
        )}{' '}
        {children}
      </span>
    </>
  );
}
