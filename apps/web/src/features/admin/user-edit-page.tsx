import type { UserBody, UserRequest } from '@crece/contract';
import { type Catalogue, isOwnAccount } from '@crece/domain';
import { useState } from 'react';
import { useParams } from 'react-router';
import { fetchAllPlaces, fetchUser, saveUser } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { useSignIn } from '../../data/session.tsx';
import { useAnyUnsaved } from '../../shared/forms/unsaved.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { IconNote } from '../../ui/icon-note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { userPath } from './admin-paths.ts';
import { AdminFormPage, useFormSubmit, useNewer } from './form-page.tsx';
import { useIssueSentence } from './issue-words.ts';
import { ChangedMeanwhile, type Difference } from './meanwhile.tsx';
import { RoleBadges, useGrantor } from './person.tsx';
import { useScopeWords } from './scope-words.ts';
import { useServerData } from './use-server-data.ts';
import { GrantFields, NameFields } from './user-fields.tsx';
import {
  checkUserChange,
  draftOfUser,
  rolesOf,
  scopeOf,
  type UserDraft,
  wasOf,
} from './user-form.ts';

interface Loaded {
  user: UserBody;
  catalogue: Catalogue;
}

/** Changes an account's names, roles and places. */
export function EditUserPage() {
  const { userId = '' } = useParams();
  return <EditUser key={userId} userId={userId} />;
}

function EditUser({ userId }: { userId: string }) {
  const { t } = useMessages();
  const answer = useServerData<Loaded>(userId, async (signal) => {
    const [user, { catalogue }] = await Promise.all([
      fetchUser(userId, signal),
      fetchAllPlaces(signal),
    ]);
    return { user, catalogue };
  });
  const { data, replace } = answer;
  const hasTyped = useAnyUnsaved();
  const [begun, setBegun] = useState<UserBody | null>(null);
  // The account is loaded again when the connection is back; that must not replace typed values.
  const isNewer = data !== null && (begun === null || wasOf(data.user) !== wasOf(begun));
  if (isNewer && !(hasTyped && begun !== null)) setBegun(data.user);
  if (data === null || begun === null) {
    return (
      <AdminPage
        section="users"
        title={t('admin.edit-user-title')}
        back={userPath(userId)}
        width="read"
      >
        <Answered from={answer}>{() => null}</Answered>
      </AdminPage>
    );
  }
  const { catalogue } = data;
  return (
    <UserForm
      // After the other person's version was taken, a new form starts from it.
      key={wasOf(begun)}
      user={begun}
      catalogue={catalogue}
      onTaken={(newer) => {
        replace({ user: newer, catalogue });
        setBegun(newer);
      }}
    />
  );
}

/**
 * Returns a function that lists the differences between the stored account and the form, with the
 * places in words.
 */
function useDifferences(catalogue: Catalogue) {
  const { t, list } = useMessages();
  const worksIn = useScopeWords(catalogue);
  return (now: UserBody, draft: UserDraft): Difference[] => {
    const roleWords = (roles: UserBody['roles']) =>
      list(roles.map((role) => t(`admin.role.${role}`)));
    const scope = scopeOf(draft) ?? undefined;
    const roles = rolesOf(draft);
    const typed = { ...now, roles, ...(scope === undefined ? { scope: undefined } : { scope }) };
    const rows = [
      { label: t('accounts.first-name'), theirs: now.firstName, mine: draft.firstName },
      { label: t('accounts.last-name'), theirs: now.lastName, mine: draft.lastName },
      { label: t('admin.roles-label'), theirs: roleWords(now.roles), mine: roleWords(roles) },
      {
        label: t('admin.works-in-label'),
        theirs: worksIn(now, 'all'),
        mine: worksIn(typed as UserBody, 'all'),
      },
    ];
    return rows.filter(({ theirs, mine }) => theirs !== mine);
  };
}

function UserForm({ user, catalogue, onTaken }: Loaded & { onTaken: (newer: UserBody) => void }) {
  const { t } = useMessages();
  const navigate = useNavigateHere();
  const { notify } = useNotices();
  const { userChanged } = useSignIn();
  const sentence = useIssueSentence();
  const differences = useDifferences(catalogue);
  const by = useGrantor();
  const isOwn = isOwnAccount(by, user);
  const { newer, store } = useNewer(() => fetchUser(user.id, new AbortController().signal));
  const form = useCheckedForm<UserDraft, UserRequest>({
    formKey: `admin-user:${user.id}`,
    defaults: draftOfUser(user),
    check: (draft) => checkUserChange(draft, newer ?? user, { by, catalogue }),
    sentence,
  });
  const submit = useFormSubmit(
    form,
    t('admin.update-failed'),
  )(async (body) => {
    const saved = await store(() => saveUser(user.id, body));
    if (saved === null) return;
    await form.draft.discard();
    if (isOwn) userChanged(saved);
    notify({ text: t('admin.saved', { name: saved.displayName }) });
    void navigate(userPath(user.id), { replace: true });
  });

  return (
    <AdminFormPage
      section="users"
      title={t('admin.edit-user-title')}
      subtitle={user.displayName}
      back={userPath(user.id)}
      form={form}
      first="firstName"
      onSubmit={submit}
      notice={
        newer === null ? null : (
          <ChangedMeanwhile
            title={t('admin.update-failed')}
            differences={differences(newer, form.hook.getValues())}
            saving={form.saving}
            onMine={() => {
              form.hook.setValue('was', wasOf(newer), { shouldDirty: true });
              submit();
            }}
            onTheirs={() => void form.draft.discard().then(() => onTaken(newer))}
          >
            <p>{t('admin.user-changed-meanwhile')}</p>
          </ChangedMeanwhile>
        )
      }
    >
      <Card>
        <NameFields form={form} />
        <p className="hint">
          {t('admin.address-fixed', { username: user.username, email: user.email })}
        </p>
      </Card>
      {isOwn ? <OwnGrant user={user} catalogue={catalogue} /> : null}
      {isOwn ? null : (
        <GrantFields form={form} catalogue={catalogue} hint={t('admin.roles-sign-out')} />
      )}
    </AdminFormPage>
  );
}

/** One's own roles and places, read-only. */
function OwnGrant({ user, catalogue }: Loaded) {
  const { t } = useMessages();
  const worksIn = useScopeWords(catalogue);
  return (
    <Card title={t('admin.roles-label')}>
      <p className="row-wrap own-grant">
        <RoleBadges user={user} />
        <span>{worksIn(user, 'all')}</span>
      </p>
      <IconNote className="admin-note" icon="info">
        {t('admin.own-roles')}
      </IconNote>
    </Card>
  );
}
