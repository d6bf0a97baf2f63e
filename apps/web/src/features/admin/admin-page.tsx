import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fetchApiDescription } from '../../api/admin.ts';
import { countRoleRequests } from '../../api/session-calls.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import { Button } from '../../ui/controls.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import './admin.css';
import { FailedPageActions } from '../../shared/navigation/failed-page-actions.tsx';
import { auditPath, placesPath, programmePath, requestsPath, usersPath } from './admin-paths.ts';
import { useFileDownload } from './use-file-download.ts';
import { useReason } from './use-refusal.ts';
import type { ServerData } from './use-server-data.ts';

export type AdminSection = 'users' | 'requests' | 'places' | 'programme' | 'audit';

const SECTIONS: readonly { section: AdminSection; path: () => string; icon: IconName }[] = [
  { section: 'users', path: usersPath, icon: 'person' },
  { section: 'requests', path: requestsPath, icon: 'note' },
  { section: 'places', path: placesPath, icon: 'pin' },
  { section: 'programme', path: programmePath, icon: 'table' },
  { section: 'audit', path: auditPath, icon: 'paper' },
];

interface AdminPageProps {
  section: AdminSection;
  title: string;
  subtitle?: ReactNode | undefined;
  /** Target of the back arrow; absent on the first page of a section. */
  back?: string;
  emblem?: ReactNode;
  dock?: ReactNode;
  /** `read` for one record or a form. */
  width?: 'normal' | 'read';
  /** A change of this value fetches the count of open requests again. */
  requestsChanged?: unknown;
  children: ReactNode;
}

/** The frame of every administration page, with its navigation. */
export function AdminPage({
  section,
  back,
  requestsChanged,
  children,
  width = 'normal',
  ...page
}: AdminPageProps) {
  const online = useOnline();
  const waiting = useOpenRequests(requestsChanged);
  const isFirst = back === undefined;
  return (
    <Page
      {...page}
      width={width}
      back={back ?? homePath()}
      navigation={<AdminNavigation section={section} isFirst={isFirst} waiting={waiting} />}
    >
      {online ? null : <OfflineNote />}
      {section === 'users' && isFirst && waiting > 0 ? <RequestsHint waiting={waiting} /> : null}
      {children}
      {isFirst ? <ApiDescription /> : null}
    </Page>
  );
}

function AdminNavigation({
  section,
  isFirst,
  waiting,
}: {
  section: AdminSection;
  isFirst: boolean;
  waiting: number;
}) {
  const { t } = useMessages();
  return (
    <nav
      className={isFirst ? 'nav admin-nav admin-first' : 'nav admin-nav'}
      aria-label={t('admin.nav-label')}
    >
      <Link className="brandmark" to={homePath()}>
        <BrandMark size={30} />
        {t('app.name')}
      </Link>
      {SECTIONS.map(({ section: name, path, icon }) => (
        <Link key={name} to={path()} aria-current={name === section ? 'page' : undefined}>
          <span className="pill">
            <Icon name={icon} />
            {name === 'requests' && waiting > 0 ? (
              <b className="nav-count" aria-hidden="true">
                {waiting}
              </b>
            ) : null}
          </span>
          <span>{t(`admin.nav.${name}`)}</span>
          {name === 'requests' && waiting > 0 ? (
            <VisuallyHidden>, {t('admin.requests-open', { count: waiting })}</VisuallyHidden>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}

/** Number of people who wait for an answer; 0 while it is unknown. */
function useOpenRequests(changed: unknown): number {
  const online = useOnline();
  const count = useLoaded(
    async () => (online ? await countRoleRequests() : null) ?? undefined,
    [online],
    { again: [changed] },
  );
  return count ?? 0;
}

/** Note above the users: people wait for an answer. */
function RequestsHint({ waiting }: { waiting: number }) {
  const { t } = useMessages();
  return (
    <Link className="admin-hint" to={requestsPath()}>
      <Icon name="note" />
      <span className="grow">{t('admin.asking-hint', { count: waiting })}</span>
      <Icon name="next" className="chev" />
    </Link>
  );
}

function OfflineNote() {
  const { t } = useMessages();
  return (
    <IconNote className="admin-offline" role="status" icon="offline">
      {t('admin.offline-note')}
    </IconNote>
  );
}

function ApiDescription() {
  const { t } = useMessages();
  const { busy, download } = useFileDownload();
  const fetchFile = () => download(fetchApiDescription, 'crece-api.json');
  return (
    <p className="admin-foot">
      <span>{t('admin.api-note')}</span>
      <Button kind="quiet" small icon="down" disabled={busy} onClick={() => void fetchFile()}>
        {t('admin.api-download')}
      </Button>
    </p>
  );
}

/** Shows the server's answer; before it, or without it, the loading state or the error. */
export function Answered<T>({
  from,
  children,
}: {
  from: ServerData<T>;
  children: (data: T) => ReactNode;
}) {
  const { t } = useMessages();
  const reasonOf = useReason();
  const { data, failure, online, busy, reload } = from;
  if (data !== null) return children(data);
  const isCut = !online || (failure?.code === 'no-response' && !busy);
  if (failure === null || busy) {
    if (!isCut) return <Waiting text={t('admin.opening')} />;
  } else if (failure.isTold && !isCut) {
    return null;
  }
  return (
    <Blank
      picture={isCut ? 'start' : 'refused'}
      title={isCut ? t('admin.no-connection-title') : t('admin.failed-title')}
      actions={<FailedPageActions disabled={!online} onTryAgain={reload} />}
    >
      {isCut || failure === null ? t('admin.no-connection') : reasonOf(failure)}
    </Blank>
  );
}
