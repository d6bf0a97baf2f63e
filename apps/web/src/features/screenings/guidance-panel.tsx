import type { Screening } from '@crece/domain';
import type { GuidanceLine } from '@crece/domain/guidance';
import { useMessages, useSentences } from '../../data/messages.tsx';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { Fold } from '../../ui/surfaces.tsx';
import { guidanceWords } from './guidance-words.ts';
import './guidance-panel.css';
import { useWhoRules } from './use-who-rules.ts';

function Lines({ lines, name }: { lines: readonly GuidanceLine[]; name: string }) {
  const words = guidanceWords(useMessages(), lines, name);
  return (
    <ul className="guidance-lines">
      {words.map(({ short, sentences, source }, at) => (
        <li
          key={[short, ...sentences].join(' ')}
          className={`guidance-${lines[at]?.severity ?? 'information'}`}
        >
          <b>{short}</b>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p className="guidance-source">{source}</p>
        </li>
      ))}
    </ul>
  );
}

/** The panel with its lines; folded under a summary only when nothing is urgent. */
function Panel({
  lines,
  isFolded,
  name,
}: {
  lines: readonly GuidanceLine[];
  isFolded: boolean;
  name: string;
}) {
  const translator = useMessages();
  const { t } = translator;
  const stays = t('guidance.stays');
  if (!isFolded) {
    return (
      <section className="card guidance" aria-label={t('guidance.title')}>
        <h2 className="h2">
          {t('guidance.title')} <span>{stays}</span>
        </h2>
        <Lines lines={lines} name={name} />
      </section>
    );
  }
  const summary = guidanceWords(translator, lines, name).map(({ short }) => short);
  return (
    <section className="guidance" aria-label={t('guidance.title')}>
      <Fold title={t('guidance.title')} note={summary.join(' · ')}>
        <p className="small muted">{stays}</p>
        <Lines lines={lines} name={name} />
      </Fold>
    </section>
  );
}

/**
 * What WHO's guidance of 2023 says about a screening, for information: it does not change the
 * programme's result above. Shows nothing when no line applies, or while tables and sentences load.
 */
export function GuidancePanel({
  entry,
  screenings,
}: {
  entry: ScreeningFacts;
  /** All screenings of the child, for the change since earlier ones. */
  screenings: readonly Screening[];
}) {
  const rules = useWhoRules();
  const canSpeak = useSentences('guidance') === 'ready';
  if (rules === null || !canSpeak) return null;
  const { child, screening, supplement, programme, reading } = entry;
  if (!programme.guidanceShown) return null;
  const lines = rules.guidance({
    screening,
    child,
    previousScreenings: screenings,
    settings: programme,
    mayNameFood: !supplement.noFoodUnder6,
    isProgrammeAcute: reading.evidence.level === 'severe' || reading.evidence.level === 'moderate',
  });
  if (lines.length === 0) return null;
  return <Panel lines={lines} isFolded={rules.mayFold(lines)} name={child.firstName} />;
}
