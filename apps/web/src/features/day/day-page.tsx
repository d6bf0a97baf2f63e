import { screeningDay } from '@crece/domain';
import { isCountable } from '@crece/storage';
import { useId, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useNextVisitRules } from '../../data/programme.ts';
import { speakable } from '../../data/row-standing.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { NotReceived } from '../../shared/arrival/not-received.tsx';
import { PrintButton } from '../../shared/due/print-button.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { listPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { Unreadable } from '../../shared/records/unreadable.tsx';
import { Waiting } from '../../ui/blank.tsx';
import { Chip, ChipRow } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOnPaper } from '../../ui/use-on-paper.ts';
import { dayBefore, useChosenDay } from './chosen-day.ts';
import { DayCounts, ExpectedRows, ScreenedRows } from './day-list.tsx';
import { NameAndMatches } from './matches.tsx';
import { useRowsOnDay } from './rows-on-day.ts';
import './day.css';

/** The screening day of a unit: one child after the other, the figures so far, the day's list. */
export function DayPage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <UnitDay unit={unit} />}</UnitRoute>;
}

function UnitDay({ unit }: { unit: OpenUnit }) {
  const { t, date } = useMessages();
  const today = useToday(unit.timeZone);
  const [day, choose] = useChosenDay(today);
  return (
    <Page
      title={t('children.day')}
      subtitle={date(day, 'full')}
      back={listPath(unit)}
      unit={unit}
      section="children"
      width="flush"
    >
      <DayBody unit={unit} today={today} day={day} choose={choose} />
    </Page>
  );
}

function DayBody({
  unit,
  today,
  day,
  choose,
}: {
  unit: OpenUnit;
  today: string;
  day: string;
  choose: (day: string) => void;
}) {
  const snapshot = useUnitSnapshot(unit.local);
  const [typed, setTyped] = useState('');
  const isOnPaper = useOnPaper();

  if (snapshot.state === 'loading') return <Waiting />;
  if (snapshot.state === 'failed') return <Unreadable />;
  if (snapshot.children.length === 0 && unit.sync.arrival !== 'whole') {
    return <NotReceived unit={unit} list="children" />;
  }
  const isTyping = typed.trim() !== '' && day === today;
  return (
    <div className="day-page">
      {day === today ? (
        <NameAndMatches
          unit={unit}
          rows={snapshot.children}
          today={today}
          typed={typed}
          onTyped={setTyped}
        />
      ) : null}
      {/* While a name is typed its matches have the page; the paper shows the list. */}
      {isTyping && !isOnPaper ? null : (
        <>
          <DayChoice day={day} today={today} onChoose={choose} />
          <DayList unit={unit} day={day} today={today} isOnPaper={isOnPaper} />
        </>
      )}
    </div>
  );
}

/** No screening is older; a year that is still being typed is. */
const FIRST_DAY = '1900-01-01';

function DayChoice({
  day,
  today,
  onChoose,
}: {
  day: string;
  today: string;
  onChoose: (day: string) => void;
}) {
  const { t, shortDate } = useMessages();
  const yesterday = dayBefore(today);
  const isOther = day !== today && day !== yesterday;
  // The first digits of a typed year already make a date, of a year long past.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="day-choice">
      <ChipRow label={t('day.day')}>
        <Chip pressed={day === today} onPress={() => onChoose(today)}>
          {t('day.today')}
        </Chip>
        <Chip pressed={day === yesterday} onPress={() => onChoose(yesterday)}>
          {t('day.yesterday')}
        </Chip>
        <label className={isOther ? 'chip plain day-pick day-picked' : 'chip plain day-pick'}>
          <Icon name="calendar" small />
          {isOther ? shortDate(day, today) : t('day.other')}
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
      </ChipRow>
    </div>
  );
}

function DayList({
  unit,
  day,
  today,
  isOnPaper,
}: {
  unit: OpenUnit;
  day: string;
  today: string;
  /** Whether to show all children of a long list. */
  isOnPaper: boolean;
}) {
  const { t, number, date } = useMessages();
  const snapshot = useUnitSnapshot(unit.local);
  const rules = useNextVisitRules();
  const { timeZone, sync } = unit;
  const title = useId();
  // The screened are a page, whoever was expected may be twenty: the second button prints them too.
  const [printed, setPrinted] = useState<'screened' | 'all'>('screened');
  const rows = useRowsOnDay(unit, snapshot.children, day, today);
  const list = useMemo(() => {
    if (typeof rows === 'string') return null;
    const place = { rules, timeZone };
    const all = screeningDay(rows, day, place);
    const known = speakable(rows, sync);
    return known === rows ? all : { ...all, expected: screeningDay(known, day, place).expected };
  }, [rows, day, rules, timeZone, sync]);
  if (rows === 'failed') return <Unreadable />;
  if (list === null) return <Waiting />;
  const { screened, counts, expected } = list;
  const isKnown = isCountable(snapshot);
  const figure = (count: number) => number(count);
  const said = t('day.screened', {
    count: screened.length,
    arrival: isKnown ? 'whole' : 'arriving',
  });
  // Before the first child there is nothing to count: the page is about whom to see.
  const isBeginning = day === today && screened.length === 0;
  return (
    <>
      {isKnown ? null : <p className="arriving-line">{t('arrival.line')}</p>}
      <section aria-labelledby={title}>
        {isBeginning ? (
          <h2 className="vh" id={title}>
            {said}
          </h2>
        ) : (
          <div className="between day-title">
            <h2 className="h1" id={title}>
              {said}
            </h2>
            <PrintButton before={() => setPrinted('screened')} />
          </div>
        )}
        {screened.length === 0 ? null : <DayCounts counts={counts} figure={figure} />}
        {screened.length > 0 ? (
          <ScreenedRows rows={screened} unit={unit} day={day} />
        ) : (
          <p className="day-note">
            {isBeginning ? t('day.none-yet') : t('day.none', { date: date(day) })}
          </p>
        )}
      </section>
      {isOnPaper && printed === 'screened' && screened.length > 0 ? null : (
        <ExpectedRows
          expected={expected}
          unit={unit}
          day={day}
          isOver={day !== today}
          isKnown={isKnown}
          isOnPaper={isOnPaper}
          figure={(count) => (isKnown ? figure(count) : '…')}
          onPrint={() => setPrinted('all')}
        />
      )}
    </>
  );
}
