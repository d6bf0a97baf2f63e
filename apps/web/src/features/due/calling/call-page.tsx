import { type MessageWalk, openedMessage } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useSetting } from '../../../data/device.tsx';
import { useUnitSnapshot } from '../../../data/live.ts';
import { useMessages } from '../../../data/messages.tsx';
import type { OpenUnit } from '../../../data/units.tsx';
import { Dock } from '../../../shared/navigation/page.tsx';
import { childPath, duePath } from '../../../shared/navigation/paths.ts';
import { UnitRoute } from '../../../shared/navigation/unit-route.tsx';
import { useAuthor } from '../../../shared/people/author.tsx';
import { UnreadablePage } from '../../../shared/records/unreadable-page.tsx';
import { Blank, Waiting } from '../../../ui/blank.tsx';
import { Button, ButtonLink } from '../../../ui/controls.tsx';
import { ProgressBar } from '../../../ui/surfaces.tsx';
import { useShownSection } from '../due-choice.ts';
import { Begin } from './call-begin.tsx';
import { CallFrame, type FrameProps } from './call-frame.tsx';
import { CallStep, WayButton } from './call-step.tsx';
import { useOpened, type Way, waysOf } from './message-ways.ts';
import { type FamilyMessages, useFamilyMessages, useWalk } from './use-walk.ts';
import { Without } from './without-message.tsx';
import './call.css';

type Walk = MessageWalk<ChildRow>;

/** The place in a walk after its last family. */
const END = 'end';

/** `/children/call/:stakeDB/:stakeName`: messages to the families of those who are due, one after the other. */
export function CallPage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <Calls unit={unit} />}</UnitRoute>;
}

function Calls({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const { state, fault } = useUnitSnapshot(unit.local);
  const [query] = useSearchParams();
  const childId = query.get('child');
  const [section] = useShownSection();
  const walk = useWalk(unit, section, childId);
  const frame = { unit, childId };
  if (state === 'loading') {
    return (
      <CallFrame {...frame}>
        <Waiting />
      </CallFrame>
    );
  }
  if (state === 'failed') {
    return (
      <CallFrame {...frame}>
        <UnreadablePage fault={fault} />
      </CallFrame>
    );
  }
  if (unit.retired || walk === null) {
    return (
      <CallFrame {...frame} childId={walk === null ? null : childId}>
        <Blank picture="nobody" title={t('call.nobody')}>
          {t(unit.retired ? 'call.retired' : 'call.gone')}
        </Blank>
      </CallFrame>
    );
  }
  return <WalkPage {...frame} walk={walk} />;
}

/** Where in the walk the page is: kept in the address, for a phone that drops the page meanwhile. */
function useStepId(): readonly [string | null, (id: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const go = (id: string | null) => {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('at');
        if (id !== null) next.set('at', id);
        return next;
      },
      { replace: true },
    );
    window.scrollTo(0, 0);
  };
  return [query.get('at'), go];
}

function WalkPage({ unit, childId, walk }: Omit<FrameProps, 'children'> & { walk: Walk }) {
  const { t } = useMessages();
  const messages = useFamilyMessages(unit);
  const [at, go] = useStepId();
  const { askAuthor } = useAuthor();
  const { steps } = walk;
  const isOne = childId !== null;
  const place = steps.findIndex(({ id }) => id === at);
  const step = steps[place];
  const message = step && messages.messageOf(step.kind, messages.languageOf(step));
  if (at === END && !isOne) return <End unit={unit} walk={walk} onAgain={() => go(null)} />;
  if (step === undefined || message === null || message === undefined) {
    const isFresh = (each: (typeof steps)[number]) => openedMessage(each)?.day === messages.today;
    const first = steps.find((each) => !isFresh(each)) ?? steps[0];
    return (
      <Begin
        unit={unit}
        childId={childId}
        walk={walk}
        messages={messages}
        begin={async () => {
          if (first !== undefined && (await askAuthor()) !== null) go(first.id);
        }}
      />
    );
  }
  const to = (other: number) => go(steps[other]?.id ?? (other < 0 ? null : END));
  return (
    <CallFrame
      unit={unit}
      childId={childId}
      dock={
        <StepDock key={step.id} {...{ unit, step, message, messages }}>
          {isOne ? (
            <ButtonLink kind="second" to={childPath(childId, unit.stakeDB)}>
              {t('call.done')}
            </ButtonLink>
          ) : (
            <NextButton isLast={place === steps.length - 1} onNext={() => to(place + 1)} />
          )}
        </StepDock>
      }
    >
      {isOne ? null : <WalkHead at={place} of={steps.length} onBefore={() => to(place - 1)} />}
      <Step key={step.id} {...{ unit, step, message, messages }} onDetails={() => go(null)} />
    </CallFrame>
  );
}

function NextButton({ isLast, onNext }: { isLast: boolean; onNext: () => void }) {
  const { t } = useMessages();
  return (
    <Button kind="second" icon="next" onClick={onNext}>
      {t(isLast ? 'call.finish' : 'call.next')}
    </Button>
  );
}

/** Which family of how many, and the way back. */
function WalkHead({ at, of, onBefore }: { at: number; of: number; onBefore: () => void }) {
  const { t } = useMessages();
  return (
    <div className="call-head">
      <div className="between">
        <b>{t('call.progress', { at: at + 1, of })}</b>
        <button type="button" className="link-btn" onClick={onBefore}>
          {t('call.before')}
        </button>
      </div>
      <ProgressBar value={at + 1} max={of} label={t('call.title')} />
    </div>
  );
}

interface StepProps {
  unit: OpenUnit;
  step: Walk['steps'][number];
  message: NonNullable<ReturnType<FamilyMessages['messageOf']>>;
  messages: FamilyMessages;
}

function useWays({ unit, step, message, messages }: StepProps) {
  const [last, keepLast] = useSetting('messageWay');
  // The buttons must not change places under the finger: the way used last counts from the next family on.
  const [shownLast] = useState(last);
  const { opened, notSent } = useOpened(unit, messages.today);
  return {
    ways: waysOf(step, message, shownLast),
    open: (way: Way) => {
      keepLast(way.way);
      void opened(step, way, message.text);
    },
    notSent: () => void notSent(step),
  };
}

/** The first way and what leads on, for the thumb. */
function StepDock({ children, ...props }: StepProps & { children: ReactNode }) {
  const { ways, open } = useWays(props);
  const [first] = ways;
  return (
    <Dock>
      {first === undefined ? null : (
        <WayButton way={first} look="primary" onOpen={() => open(first)} />
      )}
      {children}
    </Dock>
  );
}

function Step(props: StepProps & { onDetails: () => void }) {
  const { ways, open, notSent } = useWays(props);
  return <CallStep {...props} ways={ways.slice(1)} onOpen={open} onNotSent={notSent} />;
}

/** After the last family. */
function End({ unit, walk, onAgain }: { unit: OpenUnit; walk: Walk; onAgain: () => void }) {
  const { t } = useMessages();
  const { steps } = walk;
  const opened = steps.filter((step) => openedMessage(step) !== undefined).length;
  return (
    <CallFrame unit={unit} childId={null}>
      <Blank
        picture="nobody"
        title={t('call.end-title')}
        actions={
          <>
            <ButtonLink kind="primary" wide to={duePath(unit)}>
              {t('call.to-list')}
            </ButtonLink>
            <Button kind="quiet" wide onClick={onAgain}>
              {t('call.again')}
            </Button>
          </>
        }
      >
        {t('call.end-text', { opened, count: steps.length })}
      </Blank>
      <Without unit={unit} walk={walk} isOpen={false} />
    </CallFrame>
  );
}
