import type { Account, Issue } from '@crece/domain';
import type { MessageKey } from '@crece/messages';
import type { People, PinAnswer } from '@crece/storage';
import { useCallback } from 'react';
import { useDevice } from '../../data/device.tsx';
import { lockNow, lockState, makeLock } from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { useAsk } from '../../ui/ask.tsx';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { PinField } from './pin-field.tsx';
import { checkPinDraft, type PinAct, type PinDraft, type PinFormCode } from './pin-rules.ts';

const SENTENCES: Readonly<Record<PinFormCode, MessageKey>> = {
  'pin-digits': 'lock.pin-digits',
  'pin-same': 'lock.pin-same',
  'pin-run': 'lock.pin-run',
  'pin-differs': 'lock.pin-differs',
  'pin-current-required': 'lock.pin-current-required',
};

const isPinCode = (code: string): code is PinFormCode => Object.hasOwn(SENTENCES, code);

const EMPTY: PinDraft = { current: '', pin: '', again: '' };

interface PinFormProps {
  account: Account;
  act: PinAct;
  onDone: () => void;
}

/** The fields to set, change or remove one's PIN. */
export function PinForm({ account, act, onDone }: PinFormProps) {
  const { t } = useMessages();
  const device = useDevice();
  const { user } = useSignIn();
  const { confirm } = useAsk();
  const { notify, complain } = useNotices();
  const form = useCheckedForm<PinDraft, PinDraft>({
    formKey: null,
    defaults: EMPTY,
    check: (draft) => checkPinDraft(draft, act),
    sentence: useCallback(
      ({ code }: Issue) => t(isPinCode(code) ? SENTENCES[code] : 'lock.pin-not-saved'),
      [t],
    ),
  });
  const asksCurrent = act === 'change' || act === 'remove';
  const focus = useAutofocusField<HTMLFormElement>(asksCurrent ? 'current' : 'pin');
  // A person who entered by PIN only is unknown without it.
  const leaves = user?.id !== account.id;

  const refuse = (answer: PinAnswer) => {
    const isWait = !answer.ok && answer.code === 'pin-wait';
    const message = isWait ? t('lock.pin-wait', { seconds: answer.waitSeconds }) : t('lock.wrong');
    form.hook.setError('current', { type: 'wrong', message }, { shouldFocus: true });
  };
  const remove = async (people: People) => {
    const sure = await confirm({
      title: t('lock.pin-remove-question'),
      body: t(leaves ? 'lock.pin-remove-what-person' : 'lock.pin-remove-what'),
      yes: t('lock.pin-remove'),
      danger: true,
    });
    if (!sure) return;
    if (leaves) lockNow();
    await people.forget(account.id);
    notify({ text: t('lock.pin-removed') });
    onDone();
  };
  const submit = form.submit(async ({ current, pin }) => {
    try {
      const people = await device.people();
      const answer = asksCurrent ? await people.tryPin(account.id, current) : null;
      if (answer !== null && !answer.ok) {
        refuse(answer);
      } else if (act === 'remove') {
        await remove(people);
      } else {
        await people.setPin(account, pin);
        // It takes a slow phone a second, in which somebody may have locked it.
        if (lockState() !== 'locked') makeLock('pin');
        notify({ text: t('lock.pin-saved') });
        onDone();
      }
    } catch (cause) {
      console.error('The PIN could not be saved.', cause);
      complain({ text: t('lock.pin-not-saved') });
    }
  });

  return (
    <form className="settings-form" onSubmit={submit} noValidate ref={focus}>
      <div className="pin-fields">
        {asksCurrent ? <PinField label={t('lock.pin-current')} {...form.field('current')} /> : null}
        {act === 'remove' ? null : (
          <>
            <PinField label={t('lock.pin-new')} hint={t('lock.pin-hint')} {...form.field('pin')} />
            <PinField label={t('lock.pin-again')} {...form.field('again')} />
          </>
        )}
      </div>
      <div className="card-actions">
        <Button kind={act === 'remove' ? 'danger' : 'primary'} type="submit" disabled={form.saving}>
          {form.saving
            ? t('common.saving')
            : t(act === 'remove' ? 'lock.pin-remove' : 'lock.pin-save')}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
