import type { NewUserRequest } from '@crece/contract';
import type { Catalogue } from '@crece/domain';
import { addUser, fetchAllPlaces } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { userPath, usersPath } from './admin-paths.ts';
import { AdminFormPage, useFormSubmit } from './form-page.tsx';
import { useIssueSentence } from './issue-words.ts';
import { useGrantor } from './person.tsx';
import { useServerData } from './use-server-data.ts';
import { AddressFields, GrantFields, NameFields } from './user-fields.tsx';
import { checkNewUser, EMPTY_USER_DRAFT, type UserDraft } from './user-form.ts';

/**
 * Adds an account. The person sets the password through a link: in a mail, or printed by whoever runs
 * the server; which of the two, the server says when it has added the account.
 */
export function NewUserPage() {
  const { t } = useMessages();
  const answer = useServerData('places', fetchAllPlaces);
  if (answer.data !== null) return <NewUser catalogue={answer.data.catalogue} />;
  return (
    <AdminPage section="users" title={t('admin.add-user')} back={usersPath()} width="read">
      <Answered from={answer}>{() => null}</Answered>
    </AdminPage>
  );
}

function NewUser({ catalogue }: { catalogue: Catalogue }) {
  const { t } = useMessages();
  const navigate = useNavigateHere();
  const { notify, complain } = useNotices();
  const sentence = useIssueSentence();
  const by = useGrantor();
  const form = useCheckedForm<UserDraft, NewUserRequest>({
    formKey: 'admin-user:new',
    // An administrator who is limited to places can grant rights only in those.
    defaults: { ...EMPTY_USER_DRAFT, reach: by.scope === undefined ? 'everywhere' : 'limited' },
    check: (draft) => checkNewUser(draft, { by, catalogue }),
    sentence,
  });
  const submit = useFormSubmit(
    form,
    t('admin.add-failed'),
  )(async (body) => {
    const user = await addUser(body);
    await form.draft.discard();
    const { displayName: name, email, username } = user;
    if (user.sendsMail)
      notify({ text: t('admin.added', { name, email }) }, NOTICE_DELAYS.completion);
    // Somebody has to do something: it stays until it is closed.
    else
      complain({ title: t('admin.added-only', { name }), text: t('admin.no-mail', { username }) });
    void navigate(userPath(user.id), { replace: true });
  });
  return (
    <AdminFormPage
      section="users"
      title={t('admin.add-user')}
      back={usersPath()}
      form={form}
      first="firstName"
      onSubmit={submit}
      action={t('admin.add-user')}
    >
      <p className="admin-intro">{t('admin.invitation-note')}</p>
      <Card className="stack">
        <NameFields form={form} />
        <AddressFields form={form} />
      </Card>
      <GrantFields form={form} catalogue={catalogue} />
    </AdminFormPage>
  );
}
