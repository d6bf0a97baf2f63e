import { type DeskList, timeZoneOfUnit, todayIn } from '@crece/domain';
import type { ListedChild } from '@crece/reports/desk';
import { Link } from 'react-router';
import { childPath } from '../../shared/navigation/paths.ts';
import { markDrawing } from '../../shared/screenings/screening-mark.tsx';
import { phoneHref } from '../../shared/words/phone-href.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { needText, signText } from './desk-words.ts';
import { useDeskWords } from './use-desk-words.ts';

/** Returns the words about a child that every list shows. */
export function useChildWords() {
  const messages = useDeskWords();
  const { t, age, ago, date } = messages;
  return {
    /** A record without a readable name is identified by its id. */
    name: ({ firstName, lastName, record, id }: ListedChild) =>
      record === undefined ? `${firstName} ${lastName}`.trim() : id,
    sign: ({ sign, record }: ListedChild) =>
      record === undefined ? signText(messages, sign) : t(`desk.record.${record}`),
    age: ({ ageMonths, isAboutAge, record }: ListedChild) => {
      if (record !== undefined) return '';
      if (ageMonths === null) return t('desk.age-unknown');
      return isAboutAge ? t('common.about-age', { age: age(ageMonths) }) : age(ageMonths);
    },
    seen: ({ seen, record, stakeDB }: ListedChild) => {
      if (record !== undefined) return seen === null ? '' : date(seen);
      // Where the child lives: elsewhere on a desk it may be tomorrow already.
      const today = todayIn(timeZoneOfUnit(stakeDB), new Date());
      return seen === null ? t('desk.seen-never') : t('desk.seen', { ago: ago(seen, today) });
    },
    /** The day itself: what lies on paper is read on another day. */
    seenOn: ({ seen, record }: ListedChild) => {
      if (seen !== null) return date(seen);
      return record === undefined ? t('desk.seen-never') : '';
    },
  };
}

/** One child of a list: mark and sign, name and age, place, and contact. */
export function ChildLine({
  child,
  list,
  unitName,
}: {
  child: ListedChild;
  /** The list in which it stands: one of supplements names the child's. */
  list: DeskList;
  /** Shown on a desk of several units. */
  unitName: string | null;
}) {
  const messages = useDeskWords();
  const { t } = messages;
  const words = useChildWords();
  const need = needText(messages, list, child.need);
  const where = [unitName, child.ward, words.seen(child)].filter(
    (text) => text !== null && text !== '',
  );
  return (
    <li className="desk-child">
      <StatusMark {...markDrawing(child)} />
      <div className="grow">
        {child.record === undefined ? (
          <Link className="t" to={childPath(child.id, child.stakeDB)}>
            {words.name(child)}
          </Link>
        ) : (
          <span className="t">{words.name(child)}</span>
        )}
        <span className="d age">{words.age(child)}</span>
        {need === null ? null : <b className="need">{need}</b>}
        <span className={`s st-${child.colour}`}>{words.sign(child)}</span>
        <span className="d">{where.join(' · ')}</span>
        {child.mother === '' && child.phone === '' ? null : (
          <span className="d">
            {child.mother === '' ? null : t('desk.mother', { name: child.mother })}
            {child.mother !== '' && child.phone !== '' ? ' · ' : null}
            {child.phone === '' ? null : (
              <a className="desk-phone" href={phoneHref(child.phone)}>
                {child.phone}
              </a>
            )}
          </span>
        )}
      </div>
    </li>
  );
}
