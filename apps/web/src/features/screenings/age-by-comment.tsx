import { ageOn, type Child, completedMonthsToday, type Screening } from '@crece/domain';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { editChildPath } from '../../shared/navigation/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from './form-notices.tsx';

/** Months of difference of which nobody is told while both ages may be measured. */
const UNTOLD_MONTHS = 1;

/** Two ages of a child on the day of a screening that is not typed yet. */
export interface TwoAges {
  /** By the birth date, which counts for the screening. */
  readonly byDate: number;
  /** By the age in the comments of the visit before, by which the child stands in the lists. */
  readonly byComment: number;
}

/** The two ages of a child in completed months, where the comments of its newest visit say another. */
export function twoAges(child: Child, newest: Screening | undefined, day: string): TwoAges | null {
  const byDate = ageOn(child, day)?.completedMonths;
  const byComment = completedMonthsToday(child, newest, day);
  if (byDate === undefined || byComment === null || byDate === byComment) return null;
  return { byDate, byComment };
}

interface OfChild {
  child: Child;
  stakeDB: string;
}

function HowToSay({ months, child, stakeDB }: OfChild & { months: number }) {
  const { t } = useMessages();
  return (
    <>
      {t('screenings.age-by-comment', { months })}{' '}
      <Link to={editChildPath(child._id, stakeDB)}>{t('children.edit-title')}</Link>
    </>
  );
}

/** Shown where the new visit goes by another age than the one before, and the lists with it. */
export function AgeByDateNote({ ages, ...of }: OfChild & { ages: TwoAges | null }) {
  const { t } = useMessages();
  if (ages === null || Math.abs(ages.byDate - ages.byComment) <= UNTOLD_MONTHS) return null;
  return (
    <Note title={t('screenings.age-by-date', { months: ages.byDate })}>
      <HowToSay {...of} months={ages.byComment} />
    </Note>
  );
}

/** Shown instead of the fields: the child is past the fifth birthday on that day. */
export function GraduatedBlock({ ages, ...of }: OfChild & { ages: TwoAges | null }) {
  const { t } = useMessages();
  return (
    <div className="form-note form-block" role="alert">
      <Icon name="info" />
      <p>
        <b>{t('children.graduated-title')}</b>
        {ages === null || ages.byComment >= ages.byDate ? (
          <>
            {t('children.graduated-text')}
            <span className="small">{t('screenings.graduated-note')}</span>
          </>
        ) : (
          <HowToSay {...of} months={ages.byComment} />
        )}
      </p>
    </div>
  );
}
