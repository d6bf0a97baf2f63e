import { FAMILY_TEXTS, type MessageWalk, openedMessage } from '@crece/domain';
import { type ChildRow, isCountable } from '@crece/storage';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useUnitSnapshot } from '../../../data/live.ts';
import { useMessages } from '../../../data/messages.tsx';
import { Dock } from '../../../shared/navigation/page.tsx';
import { Button } from '../../../ui/controls.tsx';
import { CallDetails } from './call-details.tsx';
import { CallFrame, type FrameProps } from './call-frame.tsx';
import { OpenedLine } from './call-step.tsx';
import { useOpened } from './message-ways.ts';
import type { FamilyMessages } from './use-walk.ts';
import { NoMessage, Without } from './without-message.tsx';

type Walk = MessageWalk<ChildRow>;

/** The texts that the families of a walk get, each with the languages of those families. */
function kindsOf(steps: Walk['steps'], messages: FamilyMessages) {
  return FAMILY_TEXTS.flatMap((kind) => {
    const ofKind = steps.filter((step) => step.kind === kind);
    const languages = [...new Set(ofKind.map(messages.languageOf))].sort();
    return ofKind.length === 0 ? [] : [{ kind, languages, count: ofKind.length }];
  });
}

/** How many messages there are, and how many of them were opened today. */
function Lead({ steps, today }: { steps: Walk['steps']; today: string }) {
  const { t } = useMessages();
  const opened = steps.filter((step) => openedMessage(step)?.day === today).length;
  return (
    <p className="call-lead">
      {t('call.lead', { count: steps.length })}
      {opened === 0 ? null : ` ${t('call.opened-today', { count: opened })}`}
    </p>
  );
}

/** What the messages leave open, who gets one, and who does not. */
export function Begin({
  unit,
  childId,
  walk,
  messages,
  begin,
}: Omit<FrameProps, 'children'> & {
  walk: Walk;
  messages: FamilyMessages;
  begin: () => Promise<void>;
}) {
  const { t } = useMessages();
  const isKnown = isCountable(useUnitSnapshot(unit.local));
  const [isTried, setTried] = useState(false);
  const { steps } = walk;
  const kinds = kindsOf(steps, messages);
  const isReady = kinds.every(({ kind, languages }) =>
    languages.every((language) => messages.messageOf(kind, language) !== null),
  );
  const fields = useRef<HTMLDivElement>(null);
  const { notSent } = useOpened(unit, messages.today);
  const press = () => {
    if (isReady) return void begin();
    flushSync(() => setTried(true));
    const wrong = '[aria-invalid="true"], .call-refused';
    fields.current?.querySelector<HTMLElement>(wrong)?.focus();
  };
  const [only] = steps;
  const [none] = walk.without;
  if (childId !== null && none !== undefined) return <NoMessage unit={unit} unwritten={none} />;
  return (
    <CallFrame
      unit={unit}
      childId={childId}
      dock={
        steps.length === 0 ? undefined : (
          <Dock>
            <Button kind="primary" icon="next" onClick={press}>
              {t(childId === null ? 'call.begin' : 'call.show')}
            </Button>
          </Dock>
        )
      }
    >
      <div className="stack" ref={fields}>
        {childId !== null && only !== undefined ? (
          <OpenedLine step={only} messages={messages} onNotSent={() => void notSent(only)} />
        ) : null}
        {childId !== null || isKnown ? null : <p className="arriving-line">{t('arrival.line')}</p>}
        {childId !== null ? null : <Lead steps={steps} today={messages.today} />}
        {kinds.map((each) => (
          <CallDetails
            key={each.kind}
            {...each}
            count={childId === null ? each.count : null}
            messages={messages}
            isTried={isTried}
          />
        ))}
        {kinds.length === 0 ? null : <p className="hint">{t('call.others-read')}</p>}
        <Without unit={unit} walk={walk} isOpen={steps.length === 0} />
      </div>
    </CallFrame>
  );
}
