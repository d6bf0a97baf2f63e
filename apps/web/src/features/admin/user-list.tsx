import type { UserBody } from '@crece/contract';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { IconButton } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { editUserPath, userPath } from './admin-paths.ts';
import {
  LettersMark,
  PersonPicture,
  RoleBadges,
  useIsOwn,
  useMoments,
  YouMark,
} from './person.tsx';
import { useScopeWords } from './scope-words.ts';
import { useRemoveUser } from './use-remove-user.tsx';

/** Accounts as a table on a wide window, otherwise as cards that link to the account. */
export function UserList({
  users,
  onRemoved,
}: {
  users: readonly UserBody[];
  onRemoved: () => void;
}) {
  const wide = useWide();
  const worksIn = useScopeWords(usePlaces());
  const moments = useMoments();
  if (wide)
    return <UserTable users={users} worksIn={worksIn} day={moments.day} onRemoved={onRemoved} />;
  return (
    <ul className="card card-flush user-cards">
      {users.map((user) => (
        <li key={user.id}>
          <UserCard user={user} worksIn={worksIn(user)} signedIn={moments.day(user.lastSignIn)} />
        </li>
      ))}
    </ul>
  );
}

function UserCard({
  user,
  worksIn,
  signedIn,
}: {
  user: UserBody;
  worksIn: string;
  signedIn: string;
}) {
  const { t } = useMessages();
  return (
    <Link className="lrow" to={userPath(user.id)}>
      <PersonPicture user={user} />
      <span className="grow">
        <span className="user-name">
          <span className="t">{user.displayName}</span>
          <YouMark user={user} />
          <LettersMark user={user} />
        </span>
        <span className="d">{t('admin.user-line', { username: user.username, worksIn })}</span>
        <span className="user-more">
          <RoleBadges user={user} />
          <span className="d">{t('admin.signed-in', { when: signedIn })}</span>
        </span>
      </span>
      <Icon name="next" className="chev" />
    </Link>
  );
}

function UserTable({
  users,
  worksIn,
  day,
  onRemoved,
}: {
  users: readonly UserBody[];
  worksIn: (user: UserBody) => string;
  day: (instant: string | null) => string;
  onRemoved: () => void;
}) {
  const { t } = useMessages();
  return (
    <div className="card card-flush table-scroll">
      <table className="dt user-table">
        <thead>
          <tr>
            <th scope="col">{t('admin.column-name')}</th>
            <th scope="col">{t('admin.column-username')}</th>
            <th scope="col">{t('admin.column-roles')}</th>
            <th scope="col">{t('admin.column-works-in')}</th>
            <th scope="col">{t('admin.column-signed-in')}</th>
            <th scope="col">
              <VisuallyHidden>{t('admin.column-actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <td>
                <span className="user-cell">
                  <PersonPicture user={user} />
                  <span className="user-name">
                    <Link to={userPath(user.id)}>{user.displayName}</Link>
                    <YouMark user={user} />
                    <LettersMark user={user} />
                  </span>
                </span>
              </td>
              <td className="break">{user.username}</td>
              <td>
                <RoleBadges user={user} />
              </td>
              <td>{worksIn(user)}</td>
              <td className="num">{day(user.lastSignIn)}</td>
              <td>
                <Actions user={user} onRemoved={onRemoved} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Actions({ user, onRemoved }: { user: UserBody; onRemoved: () => void }) {
  const { t } = useMessages();
  const isOwn = useIsOwn();
  const remove = useRemoveUser();
  const name = { name: user.displayName };
  return (
    <span className="user-actions">
      <Link className="ib" to={editUserPath(user.id)} aria-label={t('admin.edit-whom', name)}>
        <Icon name="edit" small />
      </Link>
      {isOwn(user) ? null : (
        <IconButton
          icon="remove"
          label={t('admin.remove-whom', name)}
          onClick={async () => {
            if (await remove(user)) onRemoved();
          }}
        />
      )}
    </span>
  );
}
