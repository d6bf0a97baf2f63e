import { type Action, can } from '@crece/domain';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { fetchApiDescription } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { useSession } from '../../data/session.tsx';
import { CoordinationRail, useOpenRequests } from '../../shared/navigation/coordination-rail.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import './admin.css';
import { FailedPageActions } from '../../shared/navigation/failed-page-actions.tsx';
import {
  auditPath,
  erasuresPath,
  firstStepsPath,
  phonesPath,
  placesPath,
  programmePath,
  requestsPath,
  serverPath,
  usersPath,
} from './admin-paths.ts';
import { useFileDownload } from './use-file-download.ts';
import { useReason } from './use-refusal.ts';
import type { ServerData } from './use-server-data.ts';

export type AdminSection = keyof typeof TABS;

interface Tab {
  readonly path: () => string;
  /** The entry of the rail to which the page belongs. */
  readonly at: 'people' | 'programme';
  readonly needs: Action;
  /** Only for who may do it in all places: the server answers nobody else. */
  readonly isForAll?: true;
}

/** The pages of administration, which stand in one line under each entry of the rail. */
const TABS = {
  users: { path: usersPath, at: 'people', needs: 'manage-users' },
  requests: { path: requestsPath, at: 'people', needs: 'manage-users' },
  phones: { path: () => phonesPath(), at: 'people', needs: 'manage-users' },
  audit: { path: () => auditPath(), at: 'people', needs: 'manage-users' },
  erasures: { path: () => erasuresPath(), at: 'people', needs: 'manage-users' },
  programme: { path: programmePath, at: 'programme', needs: 'manage-settings' },
  places: { path: placesPath, at: 'programme', needs: 'manage-catalogue' },
  steps: { path: firstStepsPath, at: 'programme', needs: 'manage-settings', isForAll: true },
  server: { path: serverPath, at: 'programme', needs: 'manage-settings', isForAll: true },
} as const satisfies Record<string, Tab>;

const SECTIONS = Object.keys(TABS) as readonly AdminSection[];

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
      navigation={<CoordinationRail at={TABS[section].at} waiting={waiting} />}
    >
      {isFirst ? <AdminTabs section={section} waiting={waiting} /> : null}
      {online ? null : <OfflineNote />}
      {section === 'users' && isFirst && waiting > 0 ? <RequestsHint waiting={waiting} /> : null}
      {children}
      {section === 'audit' && isFirst ? <ApiDescription /> : null}
    </Page>
  );
}

/** The pages beside this one, for whoever may open them. */
function AdminTabs({ section, waiting }: { section: AdminSection; waiting: number }) {
  const { t } = useMessages();
  const account = useSession();
  const { at } = TABS[section];
  const mayOpen = ({ needs, isForAll }: Tab) => can(account, needs, isForAll ? {} : undefined);
  const beside = SECTIONS.filter((name) => TABS[name].at === at && mayOpen(TABS[name]));
  const line = useRef<HTMLElement>(null);
  // A phone has room for three of them: the one that is open is in sight.
  useEffect(() => {
    const here = line.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const all = line.current?.getBoundingClientRect();
    if (line.current === null || here === undefined || all === undefined) return;
    line.current.scrollLeft += here.left - all.left - (all.width - here.width) / 2;
  }, []);
  return (
    <nav ref={line} className="admin-tabs" aria-label={t('admin.nav-label')}>
      {beside.map((name) => (
        <Link
          key={name}
          to={TABS[name].path()}
          className="chip"
          aria-current={name === section ? 'page' : undefined}
        >
          {t(`admin.nav.${name}`)}
          {name === 'requests' && waiting > 0 ? (
            <>
              <b className="num" aria-hidden="true">
                {waiting}
              </b>
              <VisuallyHidden>, {t('admin.requests-open', { count: waiting })}</VisuallyHidden>
            </>
          ) : null}
        </Link>
      ))}
    </nav>
  );
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
