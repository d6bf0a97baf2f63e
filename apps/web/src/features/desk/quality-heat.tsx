import type { DeskList } from '@crece/domain';
import {
  COACHING_TOPICS,
  type CoachingNote,
  type CoachingTopic,
  listOfTopic,
} from '@crece/reports/desk';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';

/** A unit or a person with what to practise there. */
export interface Coached {
  readonly key: string;
  readonly name: string;
  readonly screened: number;
  readonly notes: readonly CoachingNote[];
  readonly listPath: (list: DeskList) => string;
}

/** Four steps of a tint: the figure says the same. */
const STEPS = [0.1, 0.25, 0.5] as const;

function stepOf({ count, of }: CoachingNote): number {
  return STEPS.filter((from) => count / of >= from).length;
}

/**
 * What to practise in several units at a glance: a row for each unit, a column for each topic that
 * stands out anywhere. The sentences behind a unit's figures stand on its own overview.
 */
export function QualityHeat({ coached, shown }: { coached: readonly Coached[]; shown: number }) {
  const { t, number } = useMessages();
  const topics = COACHING_TOPICS.filter((topic) =>
    coached.some(({ notes }) => notes.some((note) => note.topic === topic)),
  );
  const cell = ({ notes, listPath, name }: Coached, topic: CoachingTopic) => {
    const note = notes.find((one) => one.topic === topic);
    if (note === undefined) return <td key={topic} className="heat-0" />;
    const share = t('desk.percent', { value: number(Math.round((100 * note.count) / note.of)) });
    return (
      <td key={topic} className={`heat-${stepOf(note)}`}>
        <Link className="desk-count num" to={listPath(listOfTopic(topic, note.digit))}>
          {share} <span className="vh">{`${t(`desk.heat.${topic}`)}, ${name}`}</span>
        </Link>
      </td>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="desk-heat-box" aria-label={t('desk.quality.units')} tabIndex={0}>
      <table className="desk-table desk-heat">
        <caption className="vh">{t('desk.quality.units')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('desk.places.unit')}</th>
            {topics.map((topic) => (
              <th key={topic} scope="col">
                {t(`desk.heat.${topic}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {coached.map((one, at) => (
            <tr key={one.key} className={at < shown ? undefined : 'desk-beyond'}>
              <th scope="row">
                <Link className="desk-small-link" to={one.listPath('covered')}>
                  {one.name}
                </Link>
              </th>
              {topics.map((topic) => cell(one, topic))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
