import type { UserBody } from '@crece/contract';
import { checkProfile, findUnit, type Issue, type ProfileDraft } from '@crece/domain';
import { useCallback, useState } from 'react';
import { giveEmailUp, saveProfile, sendEmailLink } from '../../api/accounts.ts';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { useSignIn } from '../../data/session.tsx';
import { accountIssue } from '../../shared/accounts/account-words.ts';
import { LowerCaseField } from '../../shared/accounts/password-field.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { DraftNote, ErrorSummary } from '../../shared/forms/form-parts.tsx';
import { useAnyUnsaved } from '../../shared/forms/unsaved.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { useConfirmOwner } from './confirm-owner.tsx';
import { SettingsPage } from './settings-frame.tsx';
import { SyncRequestCard } from './sync-request-card.tsx';

/** A new address whose link was not opened yet; the old one is valid until then. */
function PendingEmail({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const { userChanged } = useSignIn();
  const { notify } = useNotices();
  const refused = useRefusal();
  const [isBusy, setBusy] = useState(false);
  const { pendingEmail } = user;
  if (pendingEmail === undefined) return null;
  const { email } = pendingEmail;

  const act = async (call: () => Promise<UserBody>, done: string) => {
    setBusy(true);
    try {
      userChanged(await call());
      notify({ text: done });
    } catch (cause) {
      refused(cause, { title: t('settings.profile-failed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card" aria-labelledby="pending-email">
      <h2 className="h2 pending-title" id="pending-email">
        <Icon name="info" small />
        <span>{t('settings.email-waits', { email })}</span>
      </h2>
      <p>{t('settings.email-waits-what', { old: user.email })}</p>
      <div className="card-actions">
        <Button
          disabled={isBusy}
          onClick={() => void act(sendEmailLink, t('settings.email-sent-again'))}
        >
          {t('settings.email-send-again')}
        </Button>
        <Button
          kind="quiet"
          disabled={isBusy}
          onClick={() => void act(giveEmailUp, t('settings.email-given-up'))}
        >
          {t('settings.email-give-up')}
        </Button>
      </div>
    </section>
  );
}

/** Where the account may work, in words. */
function useScopeText({ scope }: UserBody): string {
  const { t, list } = useMessages();
  const label = useCountryLabel();
  const places = usePlaces();
  if (scope === undefined) return t('settings.scope-all');
  const names = [
    ...(scope.countries ?? []).map((code) => {
      const country = places?.countries.find((known) => known.code === code);
      return country === undefined ? code : label(country);
    }),
    ...(scope.stakes ?? []).map(
      (stakeDB) =>
        (places === null ? undefined : findUnit(places, stakeDB)?.unit.stakeName) ?? stakeDB,
    ),
  ];
  if (names.length === 0) return t('settings.scope-nowhere');
  return t('settings.scope-only', { places: list(names) });
}

/** One's own roles and places; only an administrator changes them. */
function RightsCard({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const scope = useScopeText(user);
  const roles = user.roles.filter((role) => role !== 'guest');
  return (
    <Card title={t('settings.rights-title')}>
      <ul className="right-facts">
        {roles.length === 0 ? <li>{t('settings.rights-none')}</li> : null}
        {roles.map((role) => (
          <li key={role}>
            <Icon name="check" />
            <span className="grow">
              <b>{t(`settings.role-${role}`)}</b>
              <span className="small muted">{t(`settings.role-${role}-text`)}</span>
            </span>
          </li>
        ))}
        <li>
          <Icon name="pin" />
          <span className="grow">
            <b>{t('settings.scope-title')}</b>
            <span className="small muted">{scope}</span>
          </span>
        </li>
      </ul>
    </Card>
  );
}

/**
 * `/settings/profile`: names, e-mail address and user name, one's rights, and the request for the
 * right to synchronise.
 */
export function ProfilePage() {
  const { t } = useMessages();
  const { user } = useSignIn();
  const hasTyped = useAnyUnsaved();
  const [begun, setBegun] = useState<string | null>(null);
  if (user === null) return null;
  const { firstName, lastName, email, username } = user;
  const draft = { firstName, lastName, email, username };
  // A profile saved here or in another tab starts the form again, but not during typing.
  const saved = JSON.stringify([draft, user.pendingEmail?.email]);
  if (saved !== begun && !(hasTyped && begun !== null)) setBegun(saved);
  return (
    <SettingsPage section="profile" title={t('settings.profile-title')} needsServer>
      <p className="settings-lead">{t('settings.profile-text')}</p>
      <PendingEmail user={user} />
      <ProfileForm key={begun} user={user} saved={draft} />
      <RightsCard user={user} />
      <SyncRequestCard user={user} />
    </SettingsPage>
  );
}

function ProfileForm({ user, saved }: { user: UserBody; saved: ProfileDraft }) {
  const { t } = useMessages();
  const { userChanged } = useSignIn();
  const { notify } = useNotices();
  const refused = useRefusal();
  const form = useCheckedForm<{ [K in keyof ProfileDraft]: string }, ProfileDraft>({
    formKey: `profile:${user.id}`,
    defaults: saved,
    check: checkProfile,
    sentence: useCallback((issue: Issue) => accountIssue(t, issue), [t]),
  });
  const focus = useAutofocusField<HTMLFormElement>('firstName');
  const { confirmed, dialog } = useConfirmOwner();
  if (!form.ready) return <Waiting />;

  const save = form.submit(async (profile) => {
    try {
      const changed = await confirmed((currentPassword) =>
        saveProfile({ ...profile, currentPassword }),
      );
      if (changed === null) return;
      await form.draft.discard();
      const waits = changed.pendingEmail?.email === profile.email;
      notify({
        text: waits ? t('settings.email-look') : t('settings.saved'),
      });
      userChanged(changed);
    } catch (cause) {
      refused(cause, { title: t('settings.profile-failed') }, form.hook);
    }
  });

  return (
    <>
      {dialog}
      <form className="card settings-form" onSubmit={save} noValidate ref={focus}>
        <ErrorSummary problems={form.problems} />
        <TextField
          label={t('settings.first-name')}
          {...form.field('firstName')}
          autoComplete="given-name"
        />
        <TextField
          label={t('settings.last-name')}
          {...form.field('lastName')}
          autoComplete="family-name"
        />
        <LowerCaseField
          label={t('settings.email')}
          type="email"
          hint={t('settings.email-hint')}
          {...form.field('email')}
          autoComplete="email"
        />
        <LowerCaseField
          label={t('settings.username')}
          hint={t('settings.username-hint')}
          {...form.field('username')}
          autoComplete="username"
        />
        <Button kind="primary" type="submit" wide disabled={form.saving}>
          {form.saving ? t('common.saving') : t('settings.profile-save')}
        </Button>
        <DraftNote draft={form.draft} />
      </form>
    </>
  );
}
