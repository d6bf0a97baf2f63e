import { type DueList, dueList } from '@crece/domain';
import { type ChildRow, isCountable } from '@crece/storage';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgrammeRules } from '../../data/programme.ts';
import { speakable } from '../../data/row-standing.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { NotReceived } from '../../shared/arrival/not-received.tsx';
import { DueRows } from '../../shared/due/due-rows.tsx';
import { PrintButton } from '../../shared/due/print-button.tsx';
import { callPath } from '../../shared/navigation/call-path.ts';
import type { MenuProps } from '../../shared/navigation/header-menu.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { unitsPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { WardSelect } from '../../shared/places/ward-select.tsx';
import { useWard, wardChoices } from '../../shared/places/wards.ts';
import { UnreadablePage } from '../../shared/records/unreadable-page.tsx';
import { useSayOutcome } from '../../shared/referrals/say-outcome.tsx';
import { answerPath } from '../../shared/referrals/slip-paths.ts';
import { ScanButton } from '../../shared/scan/scan-button.tsx';
import { ClockNote } from '../../shared/screenings/clock-note.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink, Chip, ChipRow } from '../../ui/controls.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { useOnPaper } from '../../ui/use-on-paper.ts';
import { useRowFocus } from '../../ui/use-row-focus.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import {
  type DueChoice,
  listOfWard,
  type ShownSections,
  shownSections,
  useShownSection,
  type WardList,
} from './due-choice.ts';

const countAll = (list: DueList<ChildRow>) => [...list.values()].flat().length;

/** The children who must be seen in a unit, by danger and date. */
export function DuePage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <UnitDue unit={unit} />}</UnitRoute>;
}

/** The frame of the page, whose title says how many are due. */
function Frame({
  unit,
  title,
  actions,
  children,
}: {
  unit: OpenUnit;
  title: string;
  actions?: MenuProps['actions'];
  children: ReactNode;
}) {
  const { t } = useMessages();
  return (
    <Page
      title={title}
      subtitle={[unit.stakeName, unit.countryName].filter((name) => name !== undefined).join(', ')}
      back={unitsPath(unit.countryCode)}
      unit={unit}
      section="due"
      width="flush"
      actions={[
        ...(actions ?? []),
        { to: answerPath(unit), icon: 'doctor', text: t('clinic-answer.code') },
      ]}
      tools={<ScanButton unit={unit} />}
    >
      {children}
    </Page>
  );
}

/** How many of those to refer are of another ward than the chosen one, or of none. */
function Elsewhere({ ofOthers, withoutWard }: WardList['elsewhere']) {
  const { t, list } = useMessages();
  const who = [
    ...(ofOthers === 0 ? [] : [t('due.elsewhere-ward', { count: ofOthers })]),
    ...(withoutWard === 0 ? [] : [t('due.elsewhere-none', { count: withoutWard })]),
  ];
  if (who.length === 0) return null;
  return (
    <IconNote className="due-elsewhere" icon="warning">
      {t('due.elsewhere', { who: list(who) })}
    </IconNote>
  );
}

/** The chips that choose what is shown, each with how many it shows. */
function SectionChips({
  shown: { filled, total, ending, shows, countOf },
  section,
  onShow,
  figure,
}: {
  shown: ShownSections;
  section: DueChoice | null;
  onShow: (section: DueChoice | null) => void;
  figure: (count: number) => string;
}) {
  const { t } = useMessages();
  return (
    <ChipRow label={t('due.sections')}>
      <Chip pressed={shows === 'all'} onPress={() => onShow(null)} count={figure(total)}>
        {t('due.section.all')}
      </Chip>
      {filled.map((each) => (
        <Chip
          key={each}
          pressed={shows === 'one' && each === section}
          onPress={() => onShow(each)}
          count={figure(countOf(each))}
          {...(each === 'refer' ? { tone: 'red' as const } : {})}
        >
          {t(`due.section.${each}`)}
        </Chip>
      ))}
      {ending.length === 0 ? null : (
        <Chip
          pressed={shows === 'supplement'}
          onPress={() => onShow('supplement')}
          count={figure(ending.length)}
        >
          {t('due.section.supplement')}
        </Chip>
      )}
    </ChipRow>
  );
}

/** What stands in the place of an empty list. */
function NobodyDue({
  unit,
  ward,
  othersDue,
  onAll,
}: {
  unit: OpenUnit;
  ward: string;
  /** How many are due in the other wards. */
  othersDue: number;
  onAll: () => void;
}) {
  const { t } = useMessages();
  return (
    <div className="due-blank">
      <Blank
        picture="nobody"
        title={ward === '' ? t('due.none-title') : t('due.none-in-ward', { ward })}
        actions={
          ward === '' ? null : (
            <Button kind="primary" wide onClick={onAll}>
              {t('children.all-wards')}
            </Button>
          )
        }
      >
        {[
          t('due.none-text', { unit: ward === '' ? unit.stakeName : ward }),
          ...(othersDue === 0 ? [] : [t('due.others-due', { count: othersDue })]),
        ].join(' ')}
      </Blank>
    </div>
  );
}

function UnitDue({ unit }: { unit: OpenUnit }) {
  const { t, number } = useMessages();
  const snapshot = useUnitSnapshot(unit.local);
  const today = useToday(unit.timeZone);
  const rules = useProgrammeRules();
  const { ask, sheet } = useSayOutcome(unit, today);
  const [section, show] = useShownSection();
  const isOnPaper = useOnPaper();
  useRowKeys();
  useRowFocus('.due-row');
  const wards = useMemo(
    () => wardChoices(unit.wards, snapshot.wards),
    [unit.wards, snapshot.wards],
  );
  const [ward, setWard] = useWard(unit.stakeDB, wards);
  const rows = useMemo(
    () => speakable(snapshot.children, unit.sync),
    [snapshot.children, unit.sync],
  );
  const all = useMemo(() => dueList(rows, today, rules), [rows, today, rules]);
  const { list, elsewhere } = useMemo(() => listOfWard(all, ward), [all, ward]);

  const isMissing = snapshot.children.length === 0 && unit.sync.arrival !== 'whole';
  if (snapshot.state !== 'ready' || isMissing) {
    return (
      <Frame unit={unit} title={t('due.title-open')}>
        {snapshot.state === 'loading' ? (
          <Waiting />
        ) : snapshot.state === 'failed' ? (
          <UnreadablePage fault={snapshot.fault} />
        ) : (
          <NotReceived unit={unit} list="children" />
        )}
      </Frame>
    );
  }
  const isKnown = isCountable(snapshot);
  const shown = shownSections(list, section, today);
  const { filled, total, entriesOf } = shown;
  const othersDue = countAll(all) - countAll(list);
  const figure = (count: number) => (isKnown ? number(count) : '…');
  const mayCall = total > 0 && !unit.retired;
  const call = {
    to: callPath(unit, section === null || shown.shows === 'all' ? {} : { section }),
    icon: 'phone' as const,
    text: t('due.call'),
  };
  return (
    <Frame
      unit={unit}
      title={isKnown ? t('due.title', { count: total }) : t('due.title-open')}
      actions={mayCall ? [call] : undefined}
    >
      <div className="due-top">
        {filled.length === 0 ? null : (
          <SectionChips shown={shown} section={section} onShow={show} figure={figure} />
        )}
        {wards.length === 0 ? null : <WardSelect wards={wards} ward={ward} onWard={setWard} />}
        <span className="only-wide" title={t('clinic-answer.code')}>
          <ButtonLink kind="soft" small icon="doctor" to={answerPath(unit)}>
            <span className="due-tool">{t('clinic-answer.code')}</span>
          </ButtonLink>
        </span>
        {mayCall ? (
          <span className="only-wide">
            <ButtonLink kind="soft" small className="due-print" icon={call.icon} to={call.to}>
              {call.text}
            </ButtonLink>
          </span>
        ) : null}
        {filled.length === 0 ? null : <PrintButton />}
      </div>
      {isKnown ? null : <p className="arriving-line">{t('arrival.line')}</p>}
      <ClockNote unit={unit} />
      <Elsewhere {...elsewhere} />
      {filled.length > 0 ? null : (
        <NobodyDue unit={unit} ward={ward} othersDue={othersDue} onAll={() => setWard('')} />
      )}
      {shown.sections.map((each) => {
        const entries = entriesOf(each);
        return entries.length === 0 ? null : (
          <DueRows
            key={each}
            level={2}
            name={t(`due.section.${each}`)}
            {...(each === 'closed' ? { note: t('due.closed-text') } : {})}
            entries={entries}
            unit={unit}
            today={today}
            from="due"
            isWhole={isOnPaper}
            count={figure(entries.length)}
            onOutcome={ask}
          />
        );
      })}
      {sheet}
    </Frame>
  );
}
