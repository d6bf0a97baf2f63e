import { type ChildFile, screeningsHere } from '@crece/storage';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useLive } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import { samePath } from '../../shared/navigation/same-paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { nameOf } from './child-words.ts';
import {
  differingGroups,
  type SameDayAnswer,
  type Side,
  sameDayKey,
  sameDays,
  sideByItself,
  typedTwice,
} from './choices.ts';
import { SideBySide } from './side-by-side.tsx';
import { useDecideSame } from './use-decide-same.ts';
import { TwoVisitsQuestion, ValueQuestion } from './value-question.tsx';
import './same-child.css';
import { useNavigateHere } from '../../data/navigate-here.ts';

/** `/children/same/:stakeDB/:stakeName/:firstId/:secondId`: two children side by side. */
export function PairPage() {
  const { stakeDB = '', firstId = '', secondId = '' } = useParams();
  return (
    <UnitRoute stakeDB={stakeDB}>
      {(unit) => <Pair key={`${firstId} ${secondId}`} unit={unit} ids={[firstId, secondId]} />}
    </UnitRoute>
  );
}

function Pair({ unit, ids }: { unit: OpenUnit; ids: readonly [string, string] }) {
  const { t } = useMessages();
  const one = useLive(unit.local.childFile(ids[0]));
  const two = useLive(unit.local.childFile(ids[1]));
  const decide = useDecideSame(unit);
  // Once they are one, both files are the same: what was decided here stays until the next page is there.
  const [asked, setAsked] = useState<readonly [ChildFile, ChildFile] | null>(null);
  const isPair = one && two && one.child._id !== two.child._id;
  if (isPair && (asked?.[0] !== one || asked[1] !== two)) setAsked([one, two]);
  if (asked !== null && (isPair || decide.isBusy)) {
    const [a, b] = asked;
    const isWhole = asked.every(
      ({ child, screenings }) => screeningsHere(unit.sync, child._id, screenings.length) === 'all',
    );
    if (!isWhole)
      return <Said unit={unit} title={t('same.not-yet-title')} text={t('same.not-yet')} />;
    const pair = a.child._id < b.child._id ? ([a, b] as const) : ([b, a] as const);
    // One of the two may become one with a third child meanwhile, which may then be the first of the pair:
    // what was chosen of the first and the other would be said of the wrong one.
    const key = pair.map(({ child }) => child._id).join(' ');
    return <Question key={key} unit={unit} pair={pair} decide={decide} />;
  }
  if (one === undefined || two === undefined) {
    return (
      <Page title={t('same.pair-title')} back={samePath(unit)} unit={unit} section="children">
        <Waiting />
      </Page>
    );
  }
  if (one === null || two === null) {
    return <Said unit={unit} title={t('same.gone-title')} text={t('same.gone')} />;
  }
  const title = t('same.one-already', { name: nameOf(one.child) });
  return <Said unit={unit} title={title} text={t('same.records-text')} childId={one.child._id} />;
}

/** Nothing to decide here, and why. */
function Said({
  unit,
  title,
  text,
  childId,
}: {
  unit: OpenUnit;
  title: string;
  text: string;
  childId?: string;
}) {
  const { t } = useMessages();
  const to = childId === undefined ? samePath(unit) : childPath(childId, unit.stakeDB);
  return (
    <Page title={t('same.pair-title')} back={samePath(unit)} unit={unit} section="children">
      <Blank
        picture="nobody"
        title={title}
        actions={
          <ButtonLink kind="primary" to={to} replace>
            {t(childId === undefined ? 'common.back' : 'same.see-child')}
          </ButtonLink>
        }
      >
        {text}
      </Blank>
    </Page>
  );
}

function Question({
  unit,
  pair,
  decide: { isBusy, merge, keepApart },
}: {
  unit: OpenUnit;
  pair: readonly [ChildFile, ChildFile];
  decide: ReturnType<typeof useDecideSame>;
}) {
  const { t } = useMessages();
  const navigate = useNavigateHere();
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const [answers, setAnswers] = useState<Readonly<Record<string, SameDayAnswer>>>({});
  const [lead, other] = pair;
  const groups = differingGroups(lead.child, other.child);
  const days = sameDays(lead.screenings, other.screenings);
  const sideOf = (group: (typeof groups)[number]): Side =>
    sides[group.label] ?? sideByItself(group, lead.child, other.child);

  const decideOne = async () => {
    const fromLarger = groups.flatMap((group) => (sideOf(group) === 'other' ? group.names : []));
    const childId = await merge(pair, { fromLarger, twice: typedTwice(days, answers) });
    if (childId !== null) void navigate(childPath(childId, unit.stakeDB), { replace: true });
  };
  const decideTwo = async () => {
    if (await keepApart(pair)) void navigate(samePath(unit), { replace: true });
  };

  return (
    <Page
      title={t('same.pair-title')}
      subtitle={unit.stakeName}
      back={samePath(unit)}
      unit={unit}
      section="children"
      width="read"
      dock={
        <Dock>
          <Button kind="second" disabled={isBusy} onClick={() => void decideTwo()}>
            {t('same.two')}
          </Button>
          <Button kind="primary" disabled={isBusy} onClick={() => void decideOne()}>
            {t('same.one')}
          </Button>
        </Dock>
      }
    >
      <h2 className="h1">{t('same.pair-question')}</h2>
      <SideBySide unit={unit} pair={pair} />
      {days.map((day) => (
        <TwoVisitsQuestion
          key={sameDayKey(day)}
          day={day}
          answer={answers[sameDayKey(day)] ?? 'both'}
          onAnswer={(answer) => setAnswers((before) => ({ ...before, [sameDayKey(day)]: answer }))}
        />
      ))}
      {groups.length === 0 ? (
        <p className="same-lead">{t('same.values-same')}</p>
      ) : (
        <section className="same-values" aria-label={t('same.which')}>
          <h3 className="h2">{t('same.which')}</h3>
          {groups.map((group) => (
            <ValueQuestion
              key={group.label}
              group={group}
              lead={lead.child}
              other={other.child}
              side={sideOf(group)}
              onSide={(side) => setSides((before) => ({ ...before, [group.label]: side }))}
            />
          ))}
        </section>
      )}
      <p className="same-lead">{t('same.note')}</p>
    </Page>
  );
}
