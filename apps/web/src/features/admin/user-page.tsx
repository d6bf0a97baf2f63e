import type { UserBody } from '@crece/contract';
import { GRANTED_ROLES, hasUnusualLetters } from '@crece/domain';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { fetchUser } from '../../api/admin.ts';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { usePlaces } from '../../data/places.ts';
import { Dock } from '../../shared/navigation/page.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { editUserPath, usersPath } from './admin-paths.ts';
import { EraseAccountCard } from './erase-account-card.tsx';
import { LettersMark, PersonPicture, useIsOwn, useMoments, YouMark } from './person.tsx';
import { RequestAnswer } from './request-answer.tsx';
import { useScopeWords } from './scope-words.ts';
import { useRemoveUser } from './use-remove-user.tsx';
import { useServerData } from './use-server-data.ts';

/** One account: the person, the rights and places, and when it was used. */
export function UserPage() {
  const { userId = '' } = useParams();
  return <UserView key={userId} userId={userId} />;
}

function UserView({ userId }: { userId: string }) {
  const { t } = useMessages();
  const navigate = useNavigateHere();
  const isOwn = useIsOwn();
  const remove = useRemoveUser();
  const answer = useServerData(userId, (signal) => fetchUser(userId, signal));
  const { data: user } = answer;
  const removeAndLeave = async () => {
    if (user !== null && (await remove(user))) void navigate(usersPath(), { replace: true });
  };
  return (
    <AdminPage
      section="users"
      title={user?.displayName ?? t('admin.user-title')}
      subtitle={user?.username}
      back={usersPath()}
      width="read"
      requestsChanged={user}
      dock={
        user === null ? undefined : (
          <Dock>
            {isOwn(user) ? null : (
              <Button kind="danger" icon="remove" onClick={() => void removeAndLeave()}>
                {t('admin.remove')}
              </Button>
            )}
            <ButtonLink to={editUserPath(user.id)} kind="primary" icon="edit">
              {t('admin.edit')}
            </ButtonLink>
          </Dock>
        )
      }
    >
      <Answered from={answer}>
        {(shown) => <UserCards user={shown} onAnswered={answer.reload} />}
      </Answered>
    </AdminPage>
  );
}

function UserCards({ user, onAnswered }: { user: UserBody; onAnswered: () => void }) {
  const { t } = useMessages();
  const worksIn = useScopeWords(usePlaces());
  const { moment, date } = useMoments();
  const isOwn = useIsOwn();
  const roles = GRANTED_ROLES.filter((role) => user.roles.includes(role));
  return (
    <div className="stack">
      <Card>
        <div className="user-head">
          <PersonPicture user={user} large />
          <div>
            <h2 className="h1">{user.displayName}</h2>
            <YouMark user={user} />
            <LettersMark user={user} />
          </div>
        </div>
        {hasUnusualLetters(user.displayName) ? (
          <IconNote className="plain-note" icon="info">
            {t('admin.unusual-letters-what')}
          </IconNote>
        ) : null}
        <dl className="user-facts">
          <Fact name={t('accounts.username')}>{user.username}</Fact>
          <Fact name={t('accounts.email')}>{user.email}</Fact>
          <Fact name={t('admin.works-in-label')}>{worksIn(user, 'all')}</Fact>
          <Fact name={t('admin.last-signed-in')}>{moment(user.lastSignIn)}</Fact>
          <Fact name={t('admin.created')}>{date(user.created)}</Fact>
          <Fact name={t('admin.signs-in-with')}>
            <WaysIn user={user} />
          </Fact>
        </dl>
      </Card>
      {user.roleRequest === undefined ? null : (
        <Card title={t('admin.request-title')}>
          <RequestAnswer user={user} onAnswered={onAnswered} />
        </Card>
      )}
      <Card title={t('admin.roles-label')}>
        {roles.length === 0 ? <p>{t('admin.no-roles')}</p> : null}
        <ul className="role-list">
          {roles.map((role) => (
            <li key={role}>
              <Icon name="check" />
              <span>
                <b>{t(`admin.role.${role}`)}</b>
                <span className="d">{t(`admin.role-allows.${role}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {isOwn(user) ? null : <EraseAccountCard user={user} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How the person signs in: by password, by social accounts, or not yet. */
function WaysIn({ user }: { user: UserBody }) {
  const { t, list } = useMessages();
  const { providers } = useConfig();
  const socials = Object.keys(user.additionalProvidersData).map(
    (id) => providers.find((provider) => provider.id === id)?.name ?? id,
  );
  const ways = [...(user.hasPassword ? [t('admin.way-password')] : []), ...socials];
  return ways.length === 0 ? t('admin.way-none') : list(ways);
}
