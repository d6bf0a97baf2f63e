import { type RefObject, useEffect, useRef } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { focusFirstEmpty } from './form-keys.ts';
import type { ScreeningFormState, ScreeningValues } from './form-values.ts';

interface MeasuresChoiceProps {
  form: ScreeningFormState;
  /** What is chosen now. */
  chosen: ScreeningValues['mode'];
  /** No MUAC is measured at the child's age. */
  isYoung: boolean;
  formRef: RefObject<HTMLFormElement | null>;
  /** Called when the person chooses. */
  onMode: (mode: ScreeningValues['mode']) => void;
}

/** MUAC alone or all measures. A tap leads to the first of them; the arrow keys of a keyboard do not. */
export function MeasuresChoice({ form, chosen, isYoung, formRef, onMode }: MeasuresChoiceProps) {
  const { t } = useMessages();
  const mode = form.field('mode');
  const tapped = useRef(false);
  useEffect(() => {
    if (tapped.current && chosen !== undefined) focusFirstEmpty(formRef.current);
    tapped.current = false;
  }, [chosen, formRef]);
  return (
    <SegmentedControl
      label={t('screenings.what')}
      hideLabel
      options={[
        {
          value: 'muac',
          label: t(isYoung ? 'screenings.muac-only-not-yet' : 'screenings.muac-only'),
          icon: 'tape',
        },
        { value: 'all', label: t('screenings.all-measures'), icon: 'ruler' },
      ]}
      {...mode}
      onClick={({ detail, currentTarget: { value } }) => {
        tapped.current = detail > 0 && value !== chosen;
        if (detail > 0 && value === chosen) focusFirstEmpty(formRef.current);
      }}
      onChange={(event) => {
        onMode(event.target.value === 'muac' ? 'muac' : 'all');
        return mode.onChange(event);
      }}
    />
  );
}
