import type { UnitFigures } from '@crece/reports/desk';
import { isCountable } from '@crece/storage';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useParams } from 'react-router';
import { useDevice } from '../../data/device.tsx';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useCan, useSignIn } from '../../data/session.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { type DeskPlace, deskPath } from '../../shared/navigation/desk-paths.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChooseUnit } from './choose-unit.tsx';
import '../../ui/paper.css';
import './desk.css';
import './desk-tables.css';
import './desk-places.css';
// Must be last: on paper its rules override the other styles.
import './desk-paper.css';
import { Coordination } from '../../shared/navigation/coordination-rail.tsx';
import { FailedPageActions } from '../../shared/navigation/failed-page-actions.tsx';
import { choiceInPath, useChoice } from './desk-choice.ts';
import { DeskProvider, type ShownDesk, useDesk } from './desk-context.ts';
import { DeskFilters } from './desk-filters.tsx';
import { DeskChildren, UnknownList, useAskedList } from './desk-list.tsx';
import { DeskNotes, DeskView } from './desk-view.tsx';
import { ageGroupText, deskFailure, listTitle } from './desk-words.ts';
import { OutsideDesk, useCatalogueName, useIsOutside, usePartTitle } from './outside-desk.tsx';
import { useDeskWords } from './use-desk-words.ts';
import { useLocalDesk } from './use-local-desk.ts';
import { type Asked, serverPage, useServerDesk } from './use-server-desk.ts';

/** `/children/desk`: all places of an administrator; a person who sees single units chooses one. */
export function DeskPage() {
  const { t } = useMessages();
  const mayAll = useCan('report-country');
  return mayAll ? <ServerDesk place={{}} title={t('desk.title-all')} /> : <ChooseUnit />;
}

/** `/children/desk/:country` */
export function CountryDeskPage() {
  const { country = '' } = useParams();
  const mayAll = useCan('report-country');
  return mayAll ? <ServerDesk place={{ country }} title={country} /> : <ChooseUnit />;
}

/**
 * `/children/desk/:country/:stakeDB`: counted by the server; without the server, from the records
 * of this device.
 */
export function UnitDeskPage() {
  const { country = '', stakeDB = '' } = useParams();
  const online = useOnline();
  const { isServerSession } = useSignIn();
  if (!online || !isServerSession) return <LocalUnitDesk stakeDB={stakeDB} />;
  return <ServerDesk place={{ country, stakeDB }} title={stakeDB} />;
}

/** The name of a desk's place in its answer, which comes from the catalogue. */
function titleOf({ answer, place }: ShownDesk, otherwise: string): string {
  const [first] = [...answer.figures.units, ...answer.failed];
  if (first === undefined) return otherwise;
  if (place.stakeDB !== undefined) return first.unit.stakeName;
  return place.country === undefined ? otherwise : first.unit.countryName;
}

/**
 * Target of the back arrow: from a list to its desk, from a unit to its country, from a country
 * home.
 */
function useBack({ country, stakeDB, ages, months }: DeskPlace, isList: boolean): string {
  const mayAll = useCan('report-country');
  if (isList) return deskPath({ country, stakeDB, ages, months });
  if (country !== undefined && stakeDB !== undefined && mayAll) {
    return deskPath({ country, ages, months });
  }
  return country !== undefined && mayAll ? deskPath({ ages, months }) : homePath();
}

function ServerDesk({ place, title }: { place: DeskPlace; title: string }) {
  const isOutside = useIsOutside(place);
  if (isOutside) return <OutsideDesk place={place} title={title} />;
  return <AskedDesk place={place} title={title} />;
}

function AskedDesk({ place, title }: { place: DeskPlace; title: string }) {
  const online = useOnline();
  const choice = useChoice();
  const { country, stakeDB } = place;
  const asked = useServerDesk({ ...place, ...choiceInPath(choice) }, online);
  const { data } = asked;
  const desk = useMemo((): ShownDesk | null => {
    if (data === null) return null;
    // Until the figures of another choice have loaded, the shown figures link to their own lists.
    const own = { country, stakeDB, ...choiceInPath(data.figures.choice) };
    const version = `${data.figures.today} ${data.pending}`;
    return { answer: data, place: own, version, page: serverPage(own) };
  }, [data, country, stakeDB]);
  if (desk === null) return <Unanswered place={place} asked={asked} title={title} />;
  return <DeskFrame desk={desk} title={title} />;
}

/** Shown before the first answer, and when there is none. */
function Unanswered({
  place,
  asked,
  title,
}: {
  place: DeskPlace;
  asked: Asked<unknown>;
  title: string;
}) {
  const { t } = useMessages();
  const online = useOnline();
  const back = useBack(place, false);
  const name = usePartTitle(place, useCatalogueName(place) ?? title);
  const { failure, isBusy, reload } = asked;
  const isCut = !online || failure?.code === 'no-response';
  if (isCut && place.stakeDB !== undefined) return <LocalUnitDesk stakeDB={place.stakeDB} />;
  if (failure === null && online) {
    return (
      <Page title={name} back={back} navigation={<Coordination at="overview" />}>
        {isBusy ? <Waiting text={t('desk.counting')} /> : null}
      </Page>
    );
  }
  return (
    <Page title={name} back={back} navigation={<Coordination at="overview" />}>
      <Blank
        picture={isCut ? 'start' : 'refused'}
        title={t(isCut ? 'desk.offline-title' : 'desk.failed-title')}
        actions={<FailedPageActions disabled={!online} onTryAgain={reload} />}
      >
        {isCut || failure === null ? t('desk.offline') : deskFailure(t, failure)}
      </Blank>
    </Page>
  );
}

function LocalUnitDesk({ stakeDB }: { stakeDB: string }) {
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <LocalDeskOf unit={unit} />}</UnitRoute>;
}

function LocalDeskOf({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const choice = useChoice();
  const local = useLocalDesk(unit, choice);
  const { stakeDB, countryCode: country, stakeName } = unit;
  const desk = useMemo((): ShownDesk | null => {
    if (local === null) return null;
    const { answer, page } = local;
    const version = `here ${answer.figures.units[0]?.lists.join(' ') ?? ''}`;
    const place = { country, stakeDB, ...choiceInPath(answer.figures.choice) };
    return { answer, place, version, page };
  }, [local, country, stakeDB]);
  const back = useBack({ country, stakeDB }, false);
  if (desk === null) {
    return (
      <Page title={stakeName} back={back} navigation={<Coordination at="overview" />}>
        <Waiting text={t('desk.reading-here')} />
      </Page>
    );
  }
  return (
    <DeskFrame desk={desk} title={stakeName}>
      <LocalNote unit={unit} />
    </DeskFrame>
  );
}

/** Says that this device counted, and what it cannot know. */
function LocalNote({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const isWhole = isCountable(useUnitSnapshot(unit.local)) || unit.demo;
  return (
    <p className={isWhole ? 'desk-note' : 'desk-note desk-warning'} role="status">
      <Icon name={isWhole ? 'device' : 'warning'} />
      <span>
        <b>{t('desk.here-title')}</b> {t(isWhole ? 'desk.here-whole' : 'desk.here-part')}
      </span>
    </p>
  );
}

function DeskFrame({
  desk,
  title,
  children,
}: {
  desk: ShownDesk;
  title: string;
  children?: ReactNode;
}) {
  const shown = usePartTitle(desk.place, titleOf(desk, title));
  return (
    <DeskProvider value={desk}>
      <FramedDesk title={shown}>{children}</FramedDesk>
    </DeskProvider>
  );
}

/** The menu leads to the country or unit that was looked at last, not to all places each time. */
function useRememberPlace({ country, stakeDB }: DeskPlace): void {
  const device = useDevice();
  useEffect(() => {
    if (country === undefined) return;
    const known = device.getSetting('lastDesk');
    if (known?.country === country && known.stakeDB === stakeDB) return;
    const place = stakeDB === undefined ? { country } : { country, stakeDB };
    device.setSetting('lastDesk', place).catch((cause: unknown) => {
      console.warn('The place of the overview could not be kept.', cause);
    });
  }, [device, country, stakeDB]);
}

const hasRecords = ({ lists }: UnitFigures) => lists.some((count) => count > 0);

function FramedDesk({ title, children }: { title: string; children: ReactNode }) {
  const messages = useDeskWords();
  const { t, date } = messages;
  const { answer, place } = useDesk();
  const asked = useAskedList();
  useRememberPlace(place);
  const back = useBack(place, asked !== null);
  const { today, units, choice } = answer.figures;
  // Somewhere it is tomorrow already; nobody here calls it so.
  const local = useToday(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const day = date(place.stakeDB === undefined && local < today ? local : today);
  const subtitle =
    place.stakeDB === undefined
      ? t('desk.subtitle', { units: units.filter(hasRecords).length, date: day })
      : t('desk.subtitle-unit', { date: day });
  if (asked === null) {
    return (
      <Page
        title={title}
        subtitle={subtitle}
        back={back}
        navigation={<Coordination at="overview" />}
      >
        <div className="desk">
          {children}
          <DeskNotes />
          <DeskFilters title={title} />
          <DeskView />
        </div>
      </Page>
    );
  }
  const where = choice.ages === 'all' ? title : `${title} · ${ageGroupText(messages, choice.ages)}`;
  const heading = asked === 'unknown' ? title : listTitle(messages, asked.list, answer.figures);
  return (
    <Page title={heading} subtitle={where} back={back} navigation={<Coordination at="overview" />}>
      <div className="desk">
        {children}
        <p className="desk-on-paper">{t('desk.subtitle-unit', { date: day })}</p>
        {asked === 'unknown' ? <UnknownList /> : <DeskChildren asked={asked} />}
      </div>
    </Page>
  );
}
