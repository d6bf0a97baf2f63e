import { type ExpectedGroup, type IsoDate, screeningDay } from '@crece/domain';
import { type ChildRow, isCountable } from '@crece/storage';
import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgrammeRules } from '../../data/programme.ts';
import { speakable } from '../../data/row-standing.ts';
import { useCan } from '../../data/session.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { NotReceived } from '../../shared/arrival/not-received.tsx';
import { PrintButton } from '../../shared/due/print-button.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { listPath, syncPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { waitingPath } from '../../shared/navigation/waiting-paths.ts';
import { UnreadablePage } from '../../shared/records/unreadable-page.tsx';
import { useSayOutcome } from '../../shared/referrals/say-outcome.tsx';
import { ClockNote } from '../../shared/screenings/clock-note.tsx';
import { Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink, Chip, ChipRow } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { beginPage } from '../../ui/page-start.ts';
import { useOnPaper } from '../../ui/use-on-paper.ts';
import { useChosenDay, useClosedDay } from './chosen-day.ts';
import { DayFigures } from './day-figures.tsx';
import { DUE_GROUPS, ExpectedRows, ScreenedRows, type ShownDay, weekAhead } from './day-list.tsx';
import { NameAndMatches } from './matches.tsx';
import { type DayPlace, useCame, useRowsOnDay } from './rows-on-day.ts';
import './day.css';

const NOBODY: readonly ChildRow[] = [];

/** The screening day of a unit: one child after the other, the figures so far, the day's list. */
export function DayPage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <UnitDay unit={unit} />}</UnitRoute>;
}

function UnitDay({ unit }: { unit: OpenUnit }) {
  const { t, date } = useMessages();
  const today = useToday(unit.timeZone);
  const [day, choose] = useChosenDay(today);
  const { isClosed, setClosed } = useClosedDay(unit.stakeDB, today);
  const isOver = day < today || isClosed;
  return (
    <Page
      title={t(isOver ? 'day.closed' : 'children.day')}
      subtitle={date(day, 'full')}
      back={listPath(unit)}
      unit={unit}
      section="children"
      width="flush"
      tools={<DayPick day={day} today={today} onChoose={choose} />}
    >
      <DayBody
        unit={unit}
        today={today}
        day={day}
        isOver={isOver}
        onToday={() => choose(today)}
        onClose={(isClosed) => {
          setClosed(isClosed);
          // Another page at the same address: the pressed button is gone with the one before.
          window.scrollTo(0, 0);
          beginPage(true);
        }}
      />
    </Page>
  );
}

interface DayProps {
  unit: OpenUnit;
  today: string;
  day: string;
  /** Nobody comes any more: a day before today, or one that was closed on this device. */
  isOver: boolean;
}

function DayBody({
  unit,
  today,
  day,
  isOver,
  onToday,
  onClose,
}: DayProps & { onToday: () => void; onClose: (isClosed: boolean) => void }) {
  const snapshot = useUnitSnapshot(unit.local);
  const [typed, setTyped] = useState('');
  const isOnPaper = useOnPaper();

  if (snapshot.state === 'loading') return <Waiting />;
  if (snapshot.state === 'failed') return <UnreadablePage fault={snapshot.fault} />;
  if (snapshot.children.length === 0 && unit.sync.arrival !== 'whole') {
    return <NotReceived unit={unit} list="children" />;
  }
  const isTyping = typed.trim() !== '' && !isOver;
  return (
    <div className="day-page">
      <ClockNote unit={unit} />
      {isOver ? null : (
        <NameAndMatches
          unit={unit}
          rows={snapshot.children}
          today={today}
          typed={typed}
          onTyped={setTyped}
        />
      )}
      {/* While a name is typed its matches have the page; the paper shows the list. */}
      {isTyping && !isOnPaper ? null : (
        <DayList
          unit={unit}
          day={day}
          today={today}
          isOver={isOver}
          isOnPaper={isOnPaper}
          onToday={onToday}
          onClose={onClose}
        />
      )}
    </div>
  );
}

/** No screening is older; a year that is still being typed is. */
const FIRST_DAY = '1900-01-01';

/** The browser's calendar behind a button of the header: another day, back to today. */
function DayPick({
  day,
  today,
  onChoose,
}: {
  day: string;
  today: string;
  onChoose: (day: string) => void;
}) {
  const { t } = useMessages();
  // The first digits of a typed year already make a date, of a year long past.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label className="ib day-pick" title={t('day.other')}>
      <Icon name="calendar" />
      <input
        type="date"
        aria-label={t('day.other')}
        max={today}
        value={typed ?? day}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value >= FIRST_DAY) onChoose(target.value);
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

/** What a person chooses while the day goes on. */
type Choice = Exclude<ShownDay, 'over'>;

/** Which children are shown; nobody can choose those screened while there are none. */
function DayChips({
  counts,
  figure,
  shown,
  onChoose,
}: {
  counts: Readonly<Record<Choice, number>>;
  figure: (count: number) => string;
  shown: ShownDay;
  onChoose: (shown: Choice) => void;
}) {
  const { t } = useMessages();
  const offered: readonly Choice[] =
    counts.screened === 0 ? ['due', 'week', 'all'] : ['screened', 'due', 'week', 'all'];
  return (
    <ChipRow label={t('day.which')}>
      {offered.map((each) => (
        <Chip
          key={each}
          pressed={shown === each}
          onPress={() => onChoose(each)}
          count={figure(counts[each])}
        >
          {t(`day.chip.${each}`)}
        </Chip>
      ))}
    </ChipRow>
  );
}

/** Everyone who was screened; folded when the day is over. */
function Everyone({
  isFolded,
  count,
  children,
}: {
  isFolded: boolean;
  count: number;
  children: ReactNode;
}) {
  const { t, number } = useMessages();
  if (!isFolded) return children;
  return (
    <details className="day-fold">
      <summary>
        <b className="grow">{t('day.everyone')}</b>
        <span className="muted">{number(count)}</span>
        <Icon name="open" className="chev turn" />
      </summary>
      {children}
    </details>
  );
}

/** Who was screened on a day, and who is expected then and in its week; else why it is not known. */
function useListOfDay(unit: OpenUnit, place: DayPlace, day: IsoDate, today: IsoDate) {
  const { children } = useUnitSnapshot(unit.local);
  const rows = useRowsOnDay(unit, children, day, today);
  const { sync } = unit;
  return useMemo(() => {
    if (typeof rows === 'string') return rows;
    const all = screeningDay(rows, day, place);
    const known = speakable(rows, sync);
    const expected = known === rows ? all.expected : screeningDay(known, day, place).expected;
    return { ...all, expected, week: weekAhead(known, day, place.rules) };
  }, [rows, day, place, sync]);
}

function DayList({
  unit,
  day,
  today,
  isOver,
  isOnPaper,
  onToday,
  onClose,
}: DayProps & {
  /** Whether to show all children of a long list. */
  isOnPaper: boolean;
  onToday: () => void;
  onClose: (isClosed: boolean) => void;
}) {
  const { t, number } = useMessages();
  const snapshot = useUnitSnapshot(unit.local);
  const rules = useProgrammeRules();
  const { ask, sheet } = useSayOutcome(unit, today);
  // The screened are a page, whoever was expected may be twenty: the second button prints them too.
  const [printed, setPrinted] = useState<'screened' | 'all'>('screened');
  const [chosen, choose] = useState<Choice | null>(null);
  const place = useMemo(() => ({ rules, timeZone: unit.timeZone }), [rules, unit.timeZone]);
  const list = useListOfDay(unit, place, day, today);
  const isRead = typeof list !== 'string';
  const came = useCame(unit, isRead ? list.screened : NOBODY, { day, today, place });
  if (list === 'failed') return <UnreadablePage fault={snapshot.fault} />;
  if (!isRead) return <Waiting />;
  const { screened, counts, expected, week } = list;
  const isKnown = isCountable(snapshot);
  const figure = (count: number) => (isKnown ? number(count) : '…');
  const size = (groups: readonly ExpectedGroup[]) =>
    groups.reduce((sum, group) => sum + (expected.get(group)?.length ?? 0), 0);
  const missed = size(DUE_GROUPS);
  const shown = isOver ? 'over' : (chosen ?? (screened.length > 0 ? 'screened' : 'due'));
  const isScreenedShown = isOver || shown === 'screened' || (isOnPaper && screened.length > 0);
  const isExpectedShown = isOnPaper ? printed === 'all' : shown !== 'screened';
  const done = (
    <section aria-label={t('day.screened-title')}>
      <DayFigures
        counts={counts}
        came={came}
        due={came === null || !isKnown ? null : came + missed}
        said={t('day.screened', {
          count: screened.length,
          arrival: isKnown ? 'whole' : 'arriving',
        })}
        isOver={isOver}
      />
      <Everyone isFolded={isOver && screened.length > 0 && !isOnPaper} count={screened.length}>
        <ScreenedRows rows={screened} unit={unit} day={day} />
      </Everyone>
    </section>
  );
  return (
    <>
      {isKnown ? null : <p className="arriving-line">{t('arrival.line')}</p>}
      {isOver ? null : (
        <div className="day-choice">
          <DayChips
            counts={{
              screened: screened.length,
              due: missed,
              week: missed + week.length,
              all: missed + week.length + size(['unscreened']),
            }}
            figure={figure}
            shown={shown}
            onChoose={choose}
          />
        </div>
      )}
      {isScreenedShown ? done : null}
      {isExpectedShown ? (
        <ExpectedRows
          expected={expected}
          week={week}
          shown={isOnPaper && shown === 'screened' ? 'due' : shown}
          unit={unit}
          day={day}
          due={came === null ? null : came + missed}
          isKnown={isKnown}
          isOnPaper={isOnPaper}
          figure={figure}
          onOutcome={ask}
        />
      ) : null}
      <DayDock
        unit={unit}
        isOver={isOver}
        isPast={day < today}
        isPrintable={screened.length + missed > 0}
        hasScreened={screened.length > 0}
        before={() => setPrinted(isOver || shown !== 'screened' ? 'all' : 'screened')}
        onToday={onToday}
        onClose={onClose}
      />
      {sheet}
    </>
  );
}

/** Bottom bar: while the day goes on *Close the day* and print; afterwards print and send. */
function DayDock({
  unit,
  isOver,
  isPast,
  isPrintable,
  hasScreened,
  before,
  onToday,
  onClose,
}: {
  unit: OpenUnit;
  isOver: boolean;
  isPast: boolean;
  isPrintable: boolean;
  hasScreened: boolean;
  before: () => void;
  onToday: () => void;
  onClose: (isClosed: boolean) => void;
}) {
  const { t } = useMessages();
  const maySync = useCan('sync');
  if (!isOver && !hasScreened) return null;
  return (
    <div className="day-dock">
      {isPrintable ? <PrintButton before={before} /> : null}
      {isOver ? (
        <>
          <Button kind="second" onClick={() => (isPast ? onToday() : onClose(false))}>
            {t(isPast ? 'day.back-to-today' : 'day.go-on')}
          </Button>
          {unit.pending === 0 ? null : (
            <ButtonLink
              kind="primary"
              icon="up"
              to={maySync ? syncPath(unit, 'children') : waitingPath(unit)}
            >
              {t('day.send')}
            </ButtonLink>
          )}
        </>
      ) : (
        <Button kind="second" icon="check" onClick={() => onClose(true)}>
          {t('day.close')}
        </Button>
      )}
    </div>
  );
}
