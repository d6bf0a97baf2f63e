import type { ActionSentence, KnownAnswer, ShownAction } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { plannedWords } from '../../shared/screenings/next-visit-words.ts';
import type { ChildFacts } from '../../shared/screenings/screening-facts.ts';
import { Fold } from '../../ui/surfaces.tsx';
import { actionWords } from './action-words.ts';
import { ProgrammeLine } from './screening-cards.tsx';

/** The outcome, where only a clinic's slip says it. */
function clinicOutcome(said: KnownAnswer | undefined) {
  return said?.by === 'clinic' ? said.outcome : null;
}

function Actions({
  actions,
  facts,
  after = 0,
}: {
  actions: readonly ShownAction[];
  /** How many stand above them in another list, which this one continues. */
  after?: number;
  facts: Pick<ChildFacts, 'programme' | 'child' | 'standing'>;
}) {
  const translator = useMessages();
  const { programme, child, standing } = facts;
  const clinicSaid = clinicOutcome(standing.next?.outcome);
  return (
    <ol
      className="todo"
      {...(after === 0 ? {} : { start: after + 1, style: { counterReset: `todo ${after}` } })}
    >
      {actions.map((action) => {
        const { text, detail } = actionWords(translator, action, child, programme, clinicSaid);
        return (
          <li key={action.code}>
            <div>
              <b>{text}</b>
              {detail === undefined ? null : <span>{detail}</span>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** What the family is taught and offered: it waits while the child has to go to a clinic. */
const CAN_WAIT: ReadonlySet<ActionSentence> = new Set(['review', 'lessons', 'enroll', 'invite']);

/** What to do now, numbered, the most urgent first; what was told before is folded. */
export function DoNowCard({
  facts,
  isShort = false,
  hasSupplement,
}: {
  facts: ChildFacts;
  /** Whether what can wait is folded. */
  isShort?: boolean;
  /** Whether the newest screening has arrived, which says what is due today. */
  hasSupplement: boolean;
}) {
  const { t, shortDate } = useMessages();
  const { actions, newest, today } = facts;
  const { told } = actions;
  // Never all of them: the card would say that there is nothing to do.
  const pressing = actions.now.filter(({ sentence }) => !CAN_WAIT.has(sentence));
  const now = isShort && pressing.length > 0 ? pressing : actions.now;
  const waiting = actions.now.filter((action) => !now.includes(action));
  const more = [...waiting, ...actions.more];
  // While a clinic decides, no amount stands beside the order to go there.
  const isSupplementFolded = isShort && hasSupplement && newest !== null && more.length > 0;
  const rest =
    more.length === 0 ? null : (
      <Fold title={t('screenings.more-to-do', { count: more.length })}>
        <Actions actions={more} facts={facts} after={now.length} />
        {isSupplementFolded ? (
          <ProgrammeLine entry={newest} hasStatus={false} hasSupplement />
        ) : null}
      </Fold>
    );
  return (
    <div className="card do-now">
      <section aria-label={t('screenings.do-now')}>
        <h2 className="h2">{t('screenings.do-now')}</h2>
        {now.length === 0 ? (
          <p>{t('screenings.nothing-to-do')}</p>
        ) : (
          <Actions actions={now} facts={facts} />
        )}
        {isSupplementFolded ? null : rest}
        {told.length === 0 || newest === null ? null : (
          <Fold
            title={t('screenings.told-on', { date: shortDate(newest.screening.surveyDate, today) })}
          >
            <Actions actions={told} facts={facts} />
          </Fold>
        )}
      </section>
      {/* What the programme says and gives is no order. */}
      {isSupplementFolded ? rest : null}
      {newest === null ? null : (
        <ProgrammeLine entry={newest} hasSupplement={hasSupplement && !isSupplementFolded} />
      )}
    </div>
  );
}

/** Whether what to do now says the day already: "Was due on 20 April. Weigh and measure Ana now". */
function isDaySaid({ actions, standing }: ChildFacts): boolean {
  return (
    standing.next?.handOver !== true && actions.now.some(({ sentence }) => sentence === 'was-due')
  );
}

/** A calendar sheet with the day and the reason of the next visit. */
export function NextVisitCard({ facts }: { facts: ChildFacts }) {
  const translator = useMessages();
  const { t, date, shortDate } = translator;
  const planned = plannedWords(translator, facts);
  if (planned === null || isDaySaid(facts)) return null;
  const day = date(planned.day, 'day');
  const month = day.replace(/[\d.\s]+/g, '') || day;
  return (
    <section className="card next-visit" aria-label={t('screenings.next-visit')}>
      <span className="leaf" aria-hidden="true">
        <i>{month}</i>
        <b>{Number(planned.day.slice(8))}</b>
      </span>
      <div>
        <h2 className="h2">
          {t('screenings.next-visit-on', { date: shortDate(planned.day, facts.today) })}
        </h2>
        <p className="muted">{planned.words}</p>
      </div>
    </section>
  );
}
