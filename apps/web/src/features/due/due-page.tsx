import { DUE_SECTIONS, type DueSection, dueList } from '@crece/domain';
import { isCountable } from '@crece/storage';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { NotReceived } from '../../shared/arrival/not-received.tsx';
import { speakable } from '../../shared/due/due-answers.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { unitsPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { Unreadable } from '../../shared/records/unreadable.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, Chip, ChipRow } from '../../ui/controls.tsx';
import { useOnPaper } from '../../ui/use-on-paper.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { DueRows } from './due-rows.tsx';
import './due.css';

/** The children who must be seen in a unit, by danger and date. */
export function DuePage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <UnitDue unit={unit} />}</UnitRoute>;
}

function UnitDue({ unit }: { unit: OpenUnit }) {
  return (
    <Page
      title={unit.stakeName}
      subtitle={unit.countryName}
      back={unitsPath(unit.countryCode)}
      unit={unit}
      section="due"
      width="flush"
    >
      <DueBody unit={unit} />
    </Page>
  );
}

/** The section in the address; null shows all sections. */
function useShownSection(): readonly [DueSection | null, (section: DueSection | null) => void] {
  const [query, setQuery] = useSearchParams();
  const shown = DUE_SECTIONS.find((section) => section === query.get('section')) ?? null;
  const show = (section: DueSection | null) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('section');
        if (section !== null) next.set('section', section);
        return next;
      },
      { replace: true },
    );
  return [shown, show];
}

function DueBody({ unit }: { unit: OpenUnit }) {
  const { t, number } = useMessages();
  const snapshot = useUnitSnapshot(unit.local);
  const today = useToday(unit.timeZone);
  const { nextVisit } = useProgramme();
  const [section, show] = useShownSection();
  const isOnPaper = useOnPaper();
  useRowKeys();
  const rows = useMemo(
    () => speakable(snapshot.children, unit.sync),
    [snapshot.children, unit.sync],
  );
  const list = useMemo(() => dueList(rows, today, nextVisit), [rows, today, nextVisit]);

  if (snapshot.state === 'loading') return <Waiting />;
  if (snapshot.state === 'failed') return <Unreadable />;
  if (snapshot.children.length === 0 && unit.sync.arrival !== 'whole') {
    return <NotReceived unit={unit} list="children" />;
  }
  const isKnown = isCountable(snapshot);
  const countOf = (each: DueSection) => list.get(each)?.length ?? 0;
  const filled = DUE_SECTIONS.filter((each) => countOf(each) > 0);
  const due = filled.filter((each) => each !== 'closed');
  const total = due.reduce((sum, each) => sum + countOf(each), 0);
  const shown = section === null || countOf(section) === 0 ? filled : [section];
  const figure = (count: number) => (isKnown ? number(count) : '…');
  return (
    <div className="due-page">
      <div className="due-top">
        <div className="between">
          <h2 className="h1">{isKnown ? t('due.title', { count: total }) : t('due.title-open')}</h2>
          {filled.length === 0 ? null : (
            <Button
              kind="soft"
              icon="paper"
              small
              className="due-print"
              onClick={() => window.print()}
            >
              <span className="vh-narrow">{t('due.print')}</span>
            </Button>
          )}
        </div>
        {filled.length === 0 ? null : (
          <ChipRow label={t('due.sections')}>
            <Chip pressed={shown === filled} onPress={() => show(null)} count={figure(total)}>
              {t('due.section.all')}
            </Chip>
            {filled.map((each) => (
              <Chip
                key={each}
                pressed={shown !== filled && shown[0] === each}
                onPress={() => show(each)}
                count={figure(countOf(each))}
                {...(each === 'refer' ? { tone: 'red' as const } : {})}
              >
                {t(`due.section.${each}`)}
              </Chip>
            ))}
          </ChipRow>
        )}
      </div>
      {isKnown ? null : <p className="arriving-line">{t('arrival.line')}</p>}
      {filled.length > 0 ? null : (
        <div className="due-blank">
          <Blank picture="nobody" title={t('due.none-title')}>
            {t('due.none-text', { unit: unit.stakeName })}
          </Blank>
        </div>
      )}
      {shown.map((each) => (
        <DueRows
          key={each}
          section={each}
          entries={list.get(each) ?? []}
          unit={unit}
          today={today}
          isWhole={isOnPaper}
          count={figure(countOf(each))}
        />
      ))}
    </div>
  );
}
