import { PIN_LENGTH } from '@crece/domain';
import type { KnownPerson } from '@crece/storage';
import { useId, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useIsHere } from '../../data/use-is-here.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PinField } from './pin-field.tsx';

interface RemovePersonProps {
  person: KnownPerson;
  /** The PIN was right, or the person is no longer known here. */
  onRight: () => void;
  onFault: (cause: unknown) => void;
  onCancel: () => void;
}

/** Asks for another person's PIN before it is removed; tries are counted and delayed as at the lock. */
export function RemovePerson({ person, onRight, onFault, onCancel }: RemovePersonProps) {
  const { t } = useMessages();
  const device = useDevice();
  const formId = useId();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  const isHere = useIsHere();
  const { id, displayName: name } = person.account;

  const tryPin = async () => {
    const answer = await (await device.people()).tryPin(id, pin);
    // Given up while a slow phone was checking.
    if (!isHere.current) return;
    if (answer.ok || answer.code === 'person-unknown') {
      onRight();
    } else {
      const isWait = answer.code === 'pin-wait';
      setError(isWait ? t('lock.pin-wait', { seconds: answer.waitSeconds }) : t('lock.wrong'));
    }
  };
  const submit = () => {
    if (pin.length !== PIN_LENGTH) {
      setError(t('lock.pin-digits'));
      return;
    }
    setChecking(true);
    tryPin()
      .catch(onFault)
      .finally(() => setChecking(false));
  };

  return (
    <Dialog
      title={t('lock.remove-question', { name })}
      onClose={onCancel}
      actions={
        <>
          <Button kind="quiet" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button kind="danger" type="submit" form={formId} disabled={isChecking}>
            {t('lock.remove')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('lock.remove-what', { name })}</p>
        <p>{t('lock.remove-asks')}</p>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <PinField
            label={t('lock.pin-of', { name })}
            autoFocus
            value={pin}
            error={error}
            onChange={({ target }) => {
              setPin(target.value);
              setError(undefined);
            }}
          />
        </form>
      </div>
    </Dialog>
  );
}
