import type { Translator } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import { measureText } from '../../shared/screenings/verdict-words.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import {
  type ClearedFigure,
  KEPT_FIELDS,
  type ScreeningFormState,
  type ScreeningValues,
} from './form-values.ts';

/** "height 78.0 cm and weight 7.2 kg". */
export function figuresText(translator: Translator, figures: readonly ClearedFigure[]): string {
  return translator.list(
    figures.map(({ measure, value }) =>
      translator.t(`screenings.value-${measure}`, { value: measureText(translator, value) }),
    ),
  );
}

/** With "MUAC only", what is typed of height and weight stays: said, with a button to remove it. */
export function TypedFiguresNote({
  form,
  values,
  onRemoved,
}: {
  form: ScreeningFormState;
  values: ScreeningValues;
  onRemoved: () => void;
}) {
  const { t, list } = useMessages();
  const typed = (['height', 'weight'] as const).filter((name) => values[name] !== '');
  if (values.mode !== 'muac' || typed.length === 0) return null;
  const figures = list(typed.map((name) => t(`screenings.value-${name}`, { value: values[name] })));
  return (
    <div className="form-note typed-stay" role="status">
      <Icon name="ruler" small />
      <p>{t('screenings.typed-stay', { figures })}</p>
      <Button
        kind="quiet"
        small
        onClick={() => {
          for (const name of typed) {
            form.hook.setValue(name, '', { shouldDirty: true });
            form.hook.setValue(KEPT_FIELDS[name], '', { shouldDirty: true });
            form.hook.clearErrors(name);
          }
          onRemoved();
          form.hook.setFocus('muac');
        }}
      >
        {t('screenings.typed-remove')}
      </Button>
    </div>
  );
}
