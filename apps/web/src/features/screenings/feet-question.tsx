import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import type { ScreeningFormState, ScreeningValues } from './form-values.ts';
import { Drawn, HowTo } from './how-to.tsx';
import { useRested } from './use-rested.ts';

/**
 * Swelling of both feet, asked at every screening, at any age: it refers the child today. Nothing is
 * chosen beforehand; unanswered it is said once, and the screening is saved as not looked.
 */
export function FeetQuestion({
  form,
  values,
  isWhole,
}: {
  form: ScreeningFormState;
  values: ScreeningValues;
  /** Every figure is typed: only the feet are left. */
  isWhole: boolean;
}) {
  const { t } = useMessages();
  const [isReached, setIsReached] = useState(false);
  const isOpen = values.oedema === '';
  const isSaid = useRested(isOpen && (isWhole || isReached)) && isOpen;
  return (
    <div className="feet">
      <HowTo technique="feet" measure={t('screenings.answer.oedema')} />
      <RadioCards
        label={t('screenings.answer.oedema')}
        hint={t('screenings.oedema-hint')}
        options={[
          { value: 'no', label: t('common.no') },
          { value: 'yes', label: t('common.yes') },
        ]}
        onFocus={() => setIsReached(true)}
        {...form.field('oedema')}
      />
      {isOpen ? null : (
        <button
          type="button"
          className="link-btn"
          onClick={() => form.hook.setValue('oedema', '', { shouldDirty: true })}
        >
          {t('screenings.feet-unanswer')}
        </button>
      )}
      <div role="status" aria-live="polite">
        {isSaid ? (
          <IconNote className="field-question" icon="info">
            {t('screenings.feet-not-checked')}
          </IconNote>
        ) : null}
      </div>
      {isSaid ? <Drawn technique="feet" /> : null}
    </div>
  );
}
