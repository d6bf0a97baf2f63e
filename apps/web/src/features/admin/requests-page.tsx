import { Link } from 'react-router';
import { fetchRoleRequests } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { Blank } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { requestsPath, userPath, usersPath } from './admin-paths.ts';
import { PersonPicture, RoleBadges } from './person.tsx';
import { RequestAnswer } from './request-answer.tsx';
import { useScopeWords } from './scope-words.ts';
import { useServerData } from './use-server-data.ts';

/** The people who request the right to synchronise, with the note and the two answers. */
export function RequestsPage() {
  const { t } = useMessages();
  const worksIn = useScopeWords(usePlaces());
  const answer = useServerData(requestsPath(), fetchRoleRequests);
  const { data, reload } = answer;
  return (
    <AdminPage
      section="requests"
      title={t('admin.requests-title')}
      width="read"
      requestsChanged={data}
      subtitle={data === null ? undefined : t('admin.requests-open', { count: data.length })}
    >
      <Answered from={answer}>
        {(users) =>
          users.length === 0 ? (
            <Blank
              picture="nobody"
              title={t('admin.no-requests-title')}
              actions={
                <ButtonLink to={usersPath()} kind="primary" wide>
                  {t('admin.to-users')}
                </ButtonLink>
              }
            >
              {t('admin.no-requests')}
            </Blank>
          ) : (
            <>
              <p className="admin-intro">{t('admin.requests-intro')}</p>
              <ul className="stack">
                {users.map((user) => (
                  <li key={user.id} className="card stack-2">
                    <div className="user-cell">
                      <PersonPicture user={user} />
                      <span className="grow">
                        <Link className="t" to={userPath(user.id)}>
                          {user.displayName}
                        </Link>
                        <span className="d">
                          {t('admin.user-line', {
                            username: user.username,
                            worksIn: worksIn(user),
                          })}
                        </span>
                      </span>
                      <RoleBadges user={{ ...user, roleRequest: undefined }} />
                    </div>
                    <RequestAnswer user={user} onAnswered={reload} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Answered>
    </AdminPage>
  );
}
