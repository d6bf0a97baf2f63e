import type { ReferSign } from '@crece/domain';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useFaultSentence } from '../../shared/words/fault.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ScreeningFormState } from './form-values.ts';

/** "Save screening", or "Save" where the keyboard leaves little room; its name is the whole one. */
export function SaveScreeningButton({
  label,
  isSaving,
  isAgain,
}: {
  label: string;
  isSaving: boolean;
  isAgain: boolean;
}) {
  const { t } = useMessages();
  const whole = isAgain ? t('screenings.save-again') : label;
  return (
    <Button
      kind="primary"
      wide
      type="submit"
      disabled={isSaving}
      aria-label={isSaving ? undefined : whole}
    >
      {isSaving ? (
        t('common.saving')
      ) : (
        <>
          <span className="save-whole">{whole}</span>
          <span className="save-short">{t('common.save')}</span>
        </>
      )}
    </Button>
  );
}

function Trouble({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="trouble" role="alert">
      <Icon name="warning" small />
      <p>
        <b>{title}</b>
        {children}
      </p>
    </div>
  );
}

/**
 * Explains above the button why the form is not saved: what failed, what is missing, or which sign
 * of an open referral is not measured. The last is said once; the next press saves.
 */
export function FormTrouble({
  form,
  fault,
  unmeasured,
}: {
  form: ScreeningFormState;
  fault: unknown;
  unmeasured: readonly ReferSign[];
}) {
  const { t, list } = useMessages();
  const faultSentence = useFaultSentence();
  if (fault !== null) {
    return <Trouble title={t('screenings.not-saved')}>{faultSentence(fault)}</Trouble>;
  }
  const [first] = form.problems;
  if (first === undefined) {
    if (unmeasured.length === 0) return null;
    const signs = list(unmeasured.map((sign) => t(`screenings.open-sign.${sign}`)));
    return (
      <Trouble title={t('screenings.open-sign-missing', { signs })}>
        {t('screenings.open-sign-save')}
      </Trouble>
    );
  }
  if (first.code === 'height-weight-or-muac-required') {
    return (
      <Trouble title={first.sentence}>
        {t('screenings.issue.height-weight-or-muac-required-text')}
      </Trouble>
    );
  }
  return <Trouble title={t('common.input-error')}>{t('common.input-error-text')}</Trouble>;
}
