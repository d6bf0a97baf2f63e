import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useCovered } from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { useCan, useSession } from '../../data/session.tsx';
import { hasSyncFailed, syncedAt, useHandedOver, useSyncProgress } from '../../data/sync.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Later, spare } from '../../ui/later.tsx';
import { contentRef } from '../../ui/page-start.ts';
import { momentText } from '../words/moment.ts';
import { ConnectionStatus } from './connection-status.tsx';
import type { MenuProps } from './header-menu.tsx';
import { HeaderTools } from './header-tools.tsx';
import { Navigation, navigationEntry } from './navigation.tsx';
import type { PageUnit } from './page-unit.ts';
import {
  duePath,
  listPath,
  mothersPath,
  type ScreenType,
  syncPath,
  unitDeskPath,
} from './paths.ts';
import { reportPath } from './report-paths.ts';
import { waitingPath } from './waiting-paths.ts';

/** A unit's navigation: each section with its sentence. */
const SECTIONS = {
  children: 'children.title',
  mothers: 'app.nav-mothers',
  due: 'app.nav-due',
  sync: 'app.nav-sync',
  reports: 'app.nav-reports',
} as const;

/** Breaks a long word of the navigation on a narrow phone; a voice would stumble over it. */
const SOFT_HYPHEN = '\u00ad';

type Section = keyof typeof SECTIONS;

interface PageProps {
  /** Shown in the header and in the window's title. */
  title: string;
  subtitle?: ReactNode;
  /** Target of the header's arrow. */
  back?: string;
  /** Adds a unit's navigation and sync bar to the page. */
  unit?: PageUnit;
  /** A record's form: its fields stand where other pages of a unit have the sync bar. */
  isForm?: boolean;
  /** The navigation entry to which the page belongs. */
  section?: Section;
  /** The person's present list, to which navigation and sync return. */
  screenType?: ScreenType;
  /** Navigation of an area other than a unit: a `nav` of class `nav`, as bar or rail. */
  navigation?: ReactNode;
  /**
   * `read` for text and forms (760 px); `flush` without padding, for lists and cards up to the
   * edge; `flush page-list` for one list with a bar at the bottom.
   */
  width?: 'normal' | 'read' | 'flush' | 'flush page-list';
  /**
   * Shows the brand instead of the title in the header: at home, and on pages with their own title.
   */
  brand?: boolean;
  /** Shown next to the title: a flag. */
  emblem?: ReactNode;
  /** Buttons of the header, before the language switch. */
  tools?: ReactNode;
  /** What can be done with the page's record besides, on a phone in the header's menu. */
  actions?: MenuProps['actions'];
  /** Shown in full width under the header, before the content. */
  banner?: ReactNode;
  /** The bottom bar with the main action: see `Dock`. */
  dock?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: header, sync bar, navigation, content and dock. */
export function Page(props: PageProps) {
  const { t } = useMessages();
  const { title, unit, navigation, section, screenType = 'children' } = props;
  const covered = useCovered();
  // The heading of several pages is their unit's name: the section tells them apart.
  const name =
    section !== undefined && title === unit?.stakeName
      ? `${t(SECTIONS[section]).replace(SOFT_HYPHEN, '')} · ${title}`
      : title;

  useEffect(() => {
    // A locked window shows no child's name, also when the page behind it changes.
    document.title = covered ? t('app.name') : t('app.title', { page: name });
  }, [name, t, covered]);

  const shell = [
    'shell',
    unit === undefined && navigation === undefined ? 'bare' : 'has-nav',
    props.dock === undefined ? '' : 'has-dock',
  ];
  const width = props.width === undefined || props.width === 'normal' ? '' : ` page-${props.width}`;
  return (
    <div className={shell.filter((name) => name !== '').join(' ')}>
      <a className="skip" href="#content">
        {t('app.skip-to-content')}
      </a>
      <Header {...props} />
      {unit === undefined || props.isForm ? null : <SyncBar unit={unit} screenType={screenType} />}
      {unit?.retired ? (
        <p className="demo-mark">
          <Icon name="info" small />
          {t('app.retired-mark')}
        </p>
      ) : null}
      {props.banner}
      <main
        ref={contentRef}
        className={`page${width}`}
        id="content"
        tabIndex={-1}
        // The focus comes here after every navigation: a screen reader says this name.
        aria-label={name}
      >
        {props.children}
      </main>
      {props.dock}
      {unit === undefined ? (
        navigation
      ) : (
        <UnitNavigation unit={unit} section={section} screenType={screenType} />
      )}
    </div>
  );
}

/** From so many letters on a title has three lines of smaller letters. */
const LONG = 40;

function Header({ title, subtitle, back, brand, emblem, tools, actions, unit, isForm }: PageProps) {
  const { t } = useMessages();
  return (
    <header className="bar">
      {back === undefined ? null : (
        <Link className="ib back" to={back} aria-label={t('common.back')}>
          <Icon name="back" />
        </Link>
      )}
      {emblem}
      <div className="bar-title">
        {brand ? (
          <h1 className="logo">
            <BrandMark size={30} />
            {t('app.name')}
          </h1>
        ) : (
          <h1 className={title.length > LONG ? 'long' : undefined}>{title}</h1>
        )}
        {subtitle === undefined ? null : <span className="sub">{subtitle}</span>}
        {unit === undefined || isForm ? <ConnectionStatus /> : null}
      </div>
      {tools}
      <HeaderTools isFull={brand ?? false} actions={actions} />
    </header>
  );
}

const loadVanished = async () => (await import('./vanished-notice.tsx')).VanishedNotice;

/**
 * The sync bar's words: a counter during a sync, else the known state; "synced" only when
 * confirmed.
 */
function useSyncWords({ local: unit, sync, pending, demo }: PageUnit): string {
  const messages = useMessages();
  const { t } = messages;
  const progress = useSyncProgress(unit);
  const handed = useHandedOver(unit);
  const isUnreadable = useUnitSnapshot(unit).state === 'failed';
  // Short and waiting phases change nothing visible.
  const isSending = progress?.phase === 'sending';
  const isCounting = /^(?:send|receiv|download)/.test(progress?.phase ?? '');
  const count = isCounting ? progress?.[isSending ? 'sending' : 'receiving'] : null;
  if (count?.total) {
    const { done, total } = count;
    return t('app.syncing', { step: isSending ? 'sent' : '', done, total });
  }
  // What was counted last may be nowhere any more.
  if (isUnreadable) return t('app.unreadable');
  const { refused, stamp, tasks } = sync;
  const last = stamp?.completedAt;
  const hasFailed = hasSyncFailed(progress);
  const isOpen = syncedAt({ pending, sync }) === null;
  const state =
    pending > 0
      ? t(handed > 0 ? 'app.handed-over' : 'app.records-only-here', {
          count: pending - handed,
          handed,
        })
      : demo
        ? t('app.demo-state')
        : last === undefined
          ? t(sync.vanished === null ? 'app.not-synced' : 'app.vanished')
          : t(hasFailed ? 'app.sync-failed' : isOpen ? 'app.sync-open' : 'app.synced', {
              time: momentText(messages, last, new Date()),
            });
  return state + t('app.waits', { refused: refused.length, tasks: tasks.length });
}

/** How far device and server agree, and the connection in a word. */
function SyncBar({ unit, screenType }: { unit: PageUnit; screenType: ScreenType }) {
  const { t } = useMessages();
  // Invented records reappear by themselves and never were on the server.
  const isMissed = !unit.demo || (unit.sync.vanished?.pending ?? 0) > 0;
  const vanished = isMissed ? unit.sync.vanished : null;
  const words = useSyncWords(unit);
  const maySync = useCan('sync');
  return (
    <section aria-label={t('app.state-label')}>
      <Link className="syncbar" to={maySync ? syncPath(unit, screenType) : waitingPath(unit)}>
        <Icon name="device" small />
        <b>{words}</b>
        <ConnectionStatus />
      </Link>
      {unit.demo ? (
        <p className="demo-mark">
          <Icon name="info" small />
          {t('app.demo-mark')}
        </p>
      ) : null}
      {vanished === null ? null : (
        <Later
          load={loadVanished}
          props={{ unit, vanished, screenType }}
          onMissing={() => undefined}
        />
      )}
    </section>
  );
}

// Without it a page lacks a number, which is nothing to tell the person.
const loadDueCount = spare(async () => (await import('./due-count.tsx')).DueCount);

function UnitNavigation({
  unit,
  section,
  screenType,
}: {
  unit: PageUnit;
  section: Section | undefined;
  screenType: ScreenType;
}) {
  const { t, language } = useMessages();
  const maySync = useCan('sync');
  const mayReport = useCan('report-unit');
  // A person who is not signed in reads an explanation there; one without the right uses the sync
  // bar above.
  const hasSync = useSession() === null || maySync;
  const sync = maySync ? syncPath(unit, screenType) : waitingPath(unit);
  const motherKind = screenType === 'children' ? 'pregnant' : screenType;
  const entry = (name: Section, to: string, icon: IconName, count?: ReactNode) =>
    navigationEntry(to, icon, t(SECTIONS[name]), section === name, count);
  const dueCount = <Later key={unit.stakeDB} load={loadDueCount} props={{ unit }} />;
  return (
    <Navigation label={t('app.nav-label')}>
      {entry('children', listPath(unit), 'children')}
      {entry('mothers', mothersPath(unit, motherKind), 'pregnant')}
      {entry('due', duePath(unit), 'calendar', dueCount)}
      {hasSync ? entry('sync', sync, 'sync') : null}
      {mayReport ? entry('reports', reportPath(unit, { language }), 'table') : null}
      {mayReport ? navigationEntry(unitDeskPath(unit), 'bars', t('app.nav-desk')) : null}
    </Navigation>
  );
}

/**
 * The bottom bar with the main action, above the navigation. It is sticky inside the page, so it
 * moves up with the keyboard. `column` stacks the buttons on a phone.
 */
export function Dock({ column, children }: { column?: boolean; children: ReactNode }) {
  const { t } = useMessages();
  return (
    <section className={column ? 'dock dock-column' : 'dock'} aria-label={t('app.dock-label')}>
      {children}
    </section>
  );
}
