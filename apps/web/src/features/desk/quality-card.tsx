import type { DeskList } from '@crece/domain';
import { type CoachingNote, countIn, listOfTopic } from '@crece/reports/desk';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { deskPath } from '../../shared/navigation/desk-paths.ts';
import { Button } from '../../ui/controls.tsx';
import { useDesk, useList, usePartPlace } from './desk-context.ts';
import { DeskSection } from './desk-section.tsx';
import { screenerText } from './desk-words.ts';
import { type Coached, QualityHeat } from './quality-heat.tsx';

/** Figures of the check that a coordinator can act on, in reading order. */
const FIGURES = [
  'flagged-zwfl',
  'flagged-zlen',
  'flagged-zwei',
  'sd-zwfl',
  'sd-zlen',
  'sd-zwei',
  'digit-preference-weight',
  'digit-preference-height',
  'digit-preference-muac',
  'missing-muac',
  'sex-ratio',
  'age-ratio',
] as const;

/** The SMART check was made for surveys: with fewer children its score says little. */
const FEW_CHILDREN = 100;

/** People, and units, shown before the person asks for all. */
const FIRST = 3;
const FIRST_UNITS = 10;

function useCoached(): readonly Coached[] {
  const partPlace = usePartPlace();
  const { t } = useMessages();
  const { answer, place } = useDesk();
  const { interviewers, units } = answer.figures;
  const coached =
    place.stakeDB === undefined
      ? units.map(({ unit, lists, coaching }) => ({
          key: unit.stakeDB,
          name: unit.stakeName,
          screened: countIn(lists, 'covered'),
          notes: coaching,
          listPath: (list: DeskList) => deskPath(partPlace(unit), { list }),
        }))
      : interviewers.map(({ name, lists, coaching }) => ({
          key: name,
          name: screenerText({ t }, name),
          screened: countIn(lists, 'covered'),
          notes: coaching,
          listPath: (list: DeskList) => deskPath(place, { list, interviewer: name }),
        }));
  return coached
    .filter(({ notes }) => notes.length > 0)
    .sort((a, b) => b.notes.length - a.notes.length || b.screened - a.screened);
}

/** The quality of measurement, and what to practise with whom. */
export function QualityCard() {
  const { t } = useMessages();
  const { answer, place } = useDesk();
  const of = useList();
  const { summary, figures } = answer.figures.quality;
  const records = figures.find(({ figure }) => figure === 'records')?.n ?? 0;
  const coached = useCoached();
  const [isAll, setAll] = useState(false);
  const isUnits = place.stakeDB === undefined;
  const shown = isAll ? coached.length : isUnits ? FIRST_UNITS : FIRST;
  const verdict = t(`desk.verdict.${summary.verdict}`);
  return (
    <DeskSection
      title={t('desk.quality.title')}
      headline={t('desk.quality.headline', { verdict })}
      className="desk-quality"
    >
      <p className="desk-rule">
        {t('desk.quality.rule', { months: answer.figures.choice.months })}
      </p>
      <p className="small">
        <b>{t('desk.quality.score', { verdict })}</b>
      </p>
      {records === 0 ? null : (
        <p className="small muted">
          {t('desk.quality.points', { points: summary.penalty })}{' '}
          <Link to={of('covered').to}>{t('desk.quality.judged', { count: records })}</Link>
          {records < FEW_CHILDREN ? ` ${t('desk.quality.few')}` : null}
        </p>
      )}
      <h3 className="h3">{t(isUnits ? 'desk.quality.units' : 'desk.quality.people')}</h3>
      {coached.length === 0 ? <p className="small muted">{t('desk.quality.nothing')}</p> : null}
      {isUnits && coached.length > 0 ? <QualityHeat coached={coached} shown={shown} /> : null}
      <ul className="desk-coached">
        {(isUnits ? [] : coached).map((one, at) => (
          <li key={one.key} className={at < shown ? undefined : 'desk-beyond'}>
            <p>
              <b>{one.name}</b>{' '}
              <Link className="desk-small-link small" to={one.listPath('covered')}>
                {t('desk.quality.screened', { count: one.screened })}
              </Link>
            </p>
            <ul>
              {one.notes.map((note) => (
                <Note key={note.topic} note={note} listPath={one.listPath} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {shown < coached.length ? (
        <Button kind="soft" small wide onClick={() => setAll(true)}>
          {t('desk.places.more', { count: coached.length })}
        </Button>
      ) : null}
      <details className="desk-details">
        <summary>{t('desk.quality.figures')}</summary>
        <QualityTable />
      </details>
    </DeskSection>
  );
}

function Note({ note, listPath }: { note: CoachingNote; listPath: Coached['listPath'] }) {
  const { t } = useMessages();
  const { topic, count, of, digit = 0 } = note;
  return (
    <li>
      {t(`desk.coach.${topic}`, { count, of, digit })}{' '}
      <Link className="desk-small-link" to={listPath(listOfTopic(topic, digit))}>
        {t('desk.coach.see')}
      </Link>
    </li>
  );
}

function QualityTable() {
  const { t, number } = useMessages();
  const { figures } = useDesk().answer.figures.quality;
  return (
    <table className="desk-table desk-numbers">
      <caption className="vh">{t('desk.quality.figures')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('desk.quality.figure')}</th>
          <th scope="col">{t('desk.quality.value')}</th>
          <th scope="col">{t('desk.quality.verdict-label')}</th>
        </tr>
      </thead>
      <tbody>
        {FIGURES.map((name) => {
          const found = figures.find(({ figure }) => figure === name);
          if (found === undefined) return null;
          return (
            <tr key={name}>
              <th scope="row">{t(`desk.figure.${name}`)}</th>
              <td>{found.value === null ? '–' : number(found.value, { decimals: 2 })}</td>
              <td>{t(`desk.verdict.${found.verdict}`)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
