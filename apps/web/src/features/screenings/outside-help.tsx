import { LIMITS, mayBeKept, SCREENING_TABLE, type ScreeningPreview } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import {
  KEPT_FIELDS,
  type ScreeningFormState,
  type ScreeningValues,
  typedNumber,
} from './form-values.ts';

/**
 * Below a refused height or weight that is possible for a child: one button keeps it as it is. A
 * child below 3 kg needs a health worker today.
 */
export function OutsideFormHelp({
  measure,
  form,
  values,
  preview,
}: {
  measure: 'height' | 'weight';
  form: ScreeningFormState;
  values: ScreeningValues;
  preview: ScreeningPreview;
}) {
  const { t, number } = useMessages();
  const kept = preview.outside[measure];
  const typed = typedNumber(values[measure]);
  const isRefused =
    kept === undefined &&
    form.hook.formState.errors[measure] !== undefined &&
    typed !== null &&
    mayBeKept(measure, typed, preview.limits[measure]);
  const figure = kept ?? (isRefused ? typed : undefined);
  const unit = t(`common.${SCREENING_TABLE[measure].unit}`);
  const isLight = measure === 'weight' && figure !== undefined && figure < LIMITS.weight.min;
  const name = KEPT_FIELDS[measure];

  const keep = (text: string) => {
    form.hook.setValue(name, text, { shouldDirty: true });
    // The refusal goes at once; taken back, it is there again.
    void form.hook.trigger(measure);
  };
  return (
    <div role="status" aria-live="polite">
      {figure === undefined ? null : (
        <div className="outside-form">
          <p>
            {kept === undefined
              ? t('screenings.outside-form')
              : t('screenings.outside-kept', { value: number(figure), unit })}
            {isLight ? ` ${t('screenings.outside-light', { min: LIMITS.weight.min })}` : null}
          </p>
          <div className="form-answers">
            {kept === undefined ? (
              <Button kind="second" small onClick={() => keep(values[measure])}>
                {t('screenings.outside-keep', { value: number(figure), unit })}
              </Button>
            ) : (
              <Button kind="quiet" small onClick={() => keep('')}>
                {t('screenings.outside-not-keep')}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
