import type { Screening } from '@crece/domain';
import type { GuidanceLine } from '@crece/domain/guidance';
import { useMessages } from '../../data/messages.tsx';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { Fold } from '../../ui/surfaces.tsx';
import { guidanceWords } from './guidance-words.ts';
import './guidance-panel.css';
import { useWhoRules, type WhoRules } from './use-who-rules.ts';

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

/**
 * The panel with its lines; what is urgent stands, the others are folded beneath under their headings.
 * When nothing is urgent the whole panel is folded.
 */
function Panel({
  lines,
  mayFold,
  name,
}: {
  lines: readonly GuidanceLine[];
  mayFold: WhoRules['mayFold'];
  name: string;
}) {
  const translator = useMessages();
  const { t } = translator;
  const title = t('guidance.title');
  const stays = t('guidance.stays');
  const urgent = lines.filter((line) => !mayFold([line]));
  const others = lines.filter((line) => !urgent.includes(line));
  const words = guidanceWords(translator, others, name);
  const summary = words.map(({ short }) => short).join(' · ');
  if (urgent.length === 0) {
    return (
      <section className="guidance" aria-label={title}>
        <Fold title={title} note={summary}>
          <p className="small muted">{stays}</p>
          <Lines lines={lines} name={name} />
        </Fold>
      </section>
    );
  }
  return (
    <section className="card guidance" aria-label={title}>
      <h2 className="h2">
        {title} <span>{stays}</span>
      </h2>
      <Lines lines={urgent} name={name} />
      {others.length === 0 ? null : (
        <Fold title={t('screenings.more-to-do', { count: others.length })} note={summary}>
          <Lines lines={others} name={name} />
        </Fold>
      )}
    </section>
  );
}

interface GuidedProps {
  entry: ScreeningFacts;
  /** All screenings of the child, for the change since earlier ones. */
  screenings: readonly Screening[];
}

/**
 * The lines of WHO's guidance about a screening and our own checks of what changed; nothing while the
 * tables load, or where the programme does not show them.
 */
function useGuidance({ entry, screenings }: GuidedProps) {
  const rules = useWhoRules();
  const { child, screening, supplement, programme, reading } = entry;
  if (rules === null || !programme.guidanceShown) return null;
  const { level } = reading.evidence;
  const lines = rules.guidance({
    screening,
    child,
    previousScreenings: screenings,
    settings: programme,
    mayNameFood: !supplement.noFoodUnder6,
    isProgrammeAcute: level === 'severe' || level === 'moderate',
  });
  const who = lines.filter(({ code }) => code !== 'G9');
  return { who, own: lines.filter(({ code }) => code === 'G9'), mayFold: rules.mayFold };
}

/**
 * What WHO's guidance of 2023 says about a screening, for information: it does not change the
 * programme's result above. Shows nothing when no line applies, or while the tables load.
 */
export function GuidancePanel(props: GuidedProps) {
  const guided = useGuidance(props);
  if (guided === null || guided.who.length === 0) return null;
  const name = props.entry.child.firstName;
  return <Panel lines={guided.who} mayFold={guided.mayFold} name={name} />;
}

/** What changed so much that it is looked at again: our own checks, in words. */
export function useOwnChecks(props: GuidedProps): readonly string[] {
  const guided = useGuidance(props);
  const words = guidanceWords(useMessages(), guided?.own ?? [], props.entry.child.firstName);
  return words.map(({ short, sentences, source }) =>
    [`${short}.`, ...sentences, `(${source})`].join(' '),
  );
}
