import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useCovered } from '../data/lock.ts';
import { useMessages } from '../data/messages.tsx';
import { useOnline } from '../data/online.ts';
import { BrandMark } from './brand.tsx';
import { HeaderTools } from './header-tools.tsx';
import { Icon } from './icon.tsx';
import { homePath, listPath, mothersPath, type UnitRef } from './paths.ts';

interface PageProps {
  /** In the header and in the window's title. */
  title: string;
  subtitle?: ReactNode;
  /** Where the arrow of the header leads. */
  back?: string;
  /** Gives the page navigation and sync bar of a unit. */
  unit?: UnitRef & { pending: number; demo?: boolean };
  /** Which entry of the navigation the page belongs to. */
  section?: 'children' | 'mothers';
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
  const { title, unit, navigation } = props;
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
      {unit === undefined ? null : <SyncBar pending={unit.pending} demo={unit.demo ?? false} />}
      {props.banner}
      <main className={`page${width}`} id="content" tabIndex={-1}>
        {props.children}
      </main>
      {props.dock}
      {unit === undefined ? navigation : <UnitNavigation unit={unit} section={props.section} />}
    </div>
  );
}

function Header({ title, subtitle, back, brand, emblem, tools, unit }: PageProps) {
  const { t } = useMessages();
  const online = useOnline();
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
      </div>
      {unit === undefined && !online ? <Connection /> : null}
      {tools}
      <HeaderTools />
    </header>
  );
}

function Connection() {
  const { t } = useMessages();
  const online = useOnline();
  return (
    <span className="net">
      <Icon name={online ? 'cloud' : 'offline'} small />
      {online ? t('app.online') : t('app.offline')}
    </span>
  );
}

/** How many records exist only here, and the connection in a word. It never says "synced". */
function SyncBar({ pending, demo }: { pending: number; demo: boolean }) {
  const { t } = useMessages();
  return (
    <section aria-label={t('app.state-label')}>
      <div className="syncbar">
        <Icon name="device" small />
        <b>{t('app.records-only-here', { count: pending })}</b>
        <Connection />
      </div>
      {demo ? (
        <p className="demo-mark">
          <Icon name="info" small />
          {t('app.demo-mark')}
        </p>
      ) : null}
    </section>
  );
}

function UnitNavigation({ unit, section }: { unit: UnitRef; section: PageProps['section'] }) {
  const { t } = useMessages();
  return (
    <nav className="nav" aria-label={t('app.nav-label')}>
      <Link className="brandmark" to={homePath()}>
        <BrandMark size={30} />
        {t('app.name')}
      </Link>
      <Link to={listPath(unit)} aria-current={section === 'children' ? 'page' : undefined}>
        <span className="pill">
          <Icon name="children" />
        </span>
        {t('app.nav-children')}
      </Link>
      <Link
        to={mothersPath(unit, 'pregnant')}
        aria-current={section === 'mothers' ? 'page' : undefined}
      >
        <span className="pill">
          <Icon name="pregnant" />
        </span>
        {t('app.nav-mothers')}
      </Link>
    </nav>
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
