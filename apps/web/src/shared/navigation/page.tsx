import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useCovered } from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { useCan, useSession } from '../../data/session.tsx';
import { syncedAt, useSyncProgress } from '../../data/sync.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Later } from '../../ui/later.tsx';
import { contentRef } from '../../ui/page-start.ts';
import { momentText } from '../words/moment.ts';
import { Connection } from './connection.tsx';
import { HeaderTools } from './header-tools.tsx';
import { Navigation, navigationEntry } from './navigation.tsx';
import type { PageUnit } from './page-unit.ts';
import { listPath, mothersPath, type ScreenType, syncPath } from './paths.ts';
import { reportPath } from './report-paths.ts';
import { waitingPath } from './waiting-paths.ts';

type Section = 'children' | 'mothers' | 'sync' | 'reports';

interface PageProps {
  /** In the header and in the window's title. */
  title: string;
  subtitle?: ReactNode;
  /** Where the arrow of the header leads. */
  back?: string;
  /** Gives the page navigation and sync bar of a unit. */
  unit?: PageUnit;
  /** Which entry of the navigation the page belongs to. */
  section?: Section;
  /** The list that the person works on: the navigation and the synchronisation lead back to it. */
  screenType?: ScreenType;
  /** Navigation of an area that is no unit's: a `nav` of class `nav`, bar below or rail. */
  navigation?: ReactNode;
  /** `read` for text and forms (760 px), `flush` without padding, for lists and cards to the edge. */
  width?: 'normal' | 'read' | 'flush';
  /** The header shows the brand instead of the title: at home, and where the page says its title itself. */
  brand?: boolean;
  /** Beside the title: a flag. */
  emblem?: ReactNode;
  /** Buttons of the header, before the language. */
  tools?: ReactNode;
  /** Full width under the header, before the content. */
  banner?: ReactNode;
  /** The bar at the bottom with the main action: see `Dock`. */
  dock?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: header, sync bar, navigation, content and dock. */
export function Page(props: PageProps) {
  const { t } = useMessages();
  const { title, unit, navigation, screenType = 'children' } = props;
  const covered = useCovered();

  useEffect(() => {
    // A locked window names no child, also when the page behind it changes.
    document.title = covered ? t('app.name') : t('app.title', { page: title });
  }, [title, t, covered]);

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
      {unit === undefined ? null : <SyncBar unit={unit} screenType={screenType} />}
      {props.banner}
      <main ref={contentRef} className={`page${width}`} id="content" tabIndex={-1}>
        {props.children}
      </main>
      {props.dock}
      {unit === undefined ? (
        navigation
      ) : (
        <UnitNavigation unit={unit} section={props.section} screenType={screenType} />
      )}
    </div>
  );
}

function Header({ title, subtitle, back, brand, emblem, tools, unit }: PageProps) {
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
          <h1>{title}</h1>
        )}
        {subtitle === undefined ? null : <span className="sub">{subtitle}</span>}
        {unit === undefined ? <Connection /> : null}
      </div>
      {tools}
      <HeaderTools />
    </header>
  );
}

const loadVanished = async () => (await import('../records/vanished-notice.tsx')).VanishedNotice;

/** Counts that go up while the unit is synchronised, else what is known: "synced" only with proof. */
function useSyncWords({ local: unit, sync, pending, demo }: PageUnit): string {
  const messages = useMessages();
  const { t } = messages;
  const progress = useSyncProgress(unit);
  // What is over in a moment, or waits, changes nothing that a person can see.
  const isSending = progress?.phase === 'sending';
  const isCounting = /^(?:send|receiv|download)/.test(progress?.phase ?? '');
  const count = isCounting ? progress?.[isSending ? 'sending' : 'receiving'] : null;
  if (count?.total) {
    const { done, total } = count;
    return t('app.syncing', { step: isSending ? 'sent' : '', done, total });
  }
  const { refused, stamp, tasks } = sync;
  const last = stamp?.completedAt;
  const state =
    pending > 0
      ? t('app.records-only-here', { count: pending })
      : demo
        ? t('app.demo-state')
        : last === undefined
          ? t(sync.vanished === null ? 'app.not-synced' : 'app.vanished')
          : t(syncedAt({ pending, sync }) === null ? 'app.sync-open' : 'app.synced', {
              time: momentText(messages, last, new Date()),
            });
  return state + t('app.waits', { refused: refused.length, tasks: tasks.length });
}

/** How far this device and the server are the same, and the connection in a word. */
function SyncBar({ unit, screenType }: { unit: PageUnit; screenType: ScreenType }) {
  const { t } = useMessages();
  // Invented records come back by themselves, and never were on the server.
  const isMissed = !unit.demo || (unit.sync.vanished?.pending ?? 0) > 0;
  const vanished = isMissed ? unit.sync.vanished : null;
  const words = useSyncWords(unit);
  const maySync = useCan('sync');
  return (
    <section aria-label={t('app.state-label')}>
      <Link className="syncbar" to={maySync ? syncPath(unit, screenType) : waitingPath(unit)}>
        <Icon name="device" small />
        <b>{words}</b>
        <Connection />
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
  // Whoever is not signed in reads what that means; whoever is, and may not, by the bar above.
  const hasSync = useSession() === null || maySync;
  const sync = maySync ? syncPath(unit, screenType) : waitingPath(unit);
  const motherKind = screenType === 'children' ? 'pregnant' : screenType;
  const entry = (name: Section, to: string, icon: IconName, text: string) =>
    navigationEntry(to, icon, text, section === name);
  return (
    <Navigation label={t('app.nav-label')}>
      {entry('children', listPath(unit), 'children', t('app.nav-children'))}
      {entry('mothers', mothersPath(unit, motherKind), 'pregnant', t('app.nav-mothers'))}
      {hasSync ? entry('sync', sync, 'sync', t('app.nav-sync')) : null}
      {mayReport
        ? entry('reports', reportPath(unit, { language }), 'table', t('app.nav-reports'))
        : null}
    </Navigation>
  );
}

/**
 * The bar with the main action at the bottom, above the navigation; it moves up with the keyboard
 * because it is part of the page and sticks to what is visible. `column` stacks on a phone.
 */
export function Dock({ column, children }: { column?: boolean; children: ReactNode }) {
  const { t } = useMessages();
  return (
    <section className={column ? 'dock dock-column' : 'dock'} aria-label={t('app.dock-label')}>
      {children}
    </section>
  );
}
