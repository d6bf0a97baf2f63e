import { dateFromInstant } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { Link } from 'react-router';
import { useAuthorName } from '../../data/former.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import { childSubtitle } from '../../shared/screenings/child-words.ts';
import { childFacts } from '../../shared/screenings/screening-facts.ts';
import { nameOf } from './child-words.ts';

/** Who the two are, beside each other. */
export function SideBySide({
  unit,
  pair,
}: {
  unit: OpenUnit;
  pair: readonly [ChildFile, ChildFile];
}) {
  return (
    <div className="same-sides">
      {pair.map((file) => (
        <One key={file.child._id} unit={unit} file={file} />
      ))}
    </div>
  );
}

function One({ unit, file }: { unit: OpenUnit; file: ChildFile }) {
  const translator = useMessages();
  const { t, date } = translator;
  const author = useAuthorName();
  const today = useToday(unit.timeZone);
  const { newest } = childFacts(file, today, useProgramme());
  const { child, screenings } = file;
  const { created, interviewer, ward } = child;
  const day = created === undefined ? null : dateFromInstant(created, unit.timeZone);
  return (
    <div className="card same-side">
      <p>
        <Link to={childPath(child._id, unit.stakeDB)}>
          <b>{nameOf(child)}</b>
        </Link>
      </p>
      <p className="same-line">{childSubtitle(translator, file, newest?.screening, today)}</p>
      {ward === undefined ? null : <p className="same-line">{ward}</p>}
      <p className="same-line">{t('same.visits', { count: screenings.length })}</p>
      {newest === null ? null : (
        <p className="same-line">
          {t('children.last-screening')} {date(newest.screening.surveyDate)}
        </p>
      )}
      {day === null ? null : (
        <p className="same-line">
          {interviewer === undefined
            ? t('same.registered', { date: date(day) })
            : t('same.registered-by', { date: date(day), name: author(interviewer, created) })}
        </p>
      )}
    </div>
  );
}
