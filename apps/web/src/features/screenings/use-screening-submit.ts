import type { ReferSign, Screening, ScreeningPreview } from '@crece/domain';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useAsk } from '../../ui/ask.tsx';
import type { Savable, ScreeningFormState, ScreeningValues } from './form-values.ts';
import { missingSigns } from './open-signs.ts';
import { useClearedQuestion } from './use-cleared-question.ts';

interface SubmitOptions {
  form: ScreeningFormState;
  base: Screening | null;
  openSigns: readonly ReferSign[];
  preview: ScreeningPreview;
  save: (savable: Savable, values: ScreeningValues) => Promise<void>;
}

const NO_SIGNS: readonly ReferSign[] = [];

/**
 * What the save button does: it asks before stored figures are deleted, and says once which open signs
 * are not measured; the next press saves. `unmeasured`: the signs that were said.
 */
export function useScreeningSubmit({ form, base, openSigns, preview, save }: SubmitOptions) {
  const { t } = useMessages();
  const { inform } = useAsk();
  const askCleared = useClearedQuestion(form, base);
  const [unmeasured, setUnmeasured] = useState(NO_SIGNS);
  const { getValues, setFocus } = form.hook;

  async function tellHeight(): Promise<void> {
    await inform({
      title: t('screenings.issue.height-exceeded-title'),
      body: t('screenings.issue.height-exceeded-text'),
    });
    setFocus('height');
  }
  const submit = form.submit(
    async (savable) => {
      const missing = missingSigns(openSigns, getValues(), preview, base);
      if (missing.some((sign) => !unmeasured.includes(sign))) {
        setUnmeasured(missing);
        return;
      }
      if (await askCleared()) await save(savable, getValues());
    },
    (issues) => {
      if (issues.some(({ code }) => code === 'height-out-of-range')) void tellHeight();
    },
  );
  return { submit, unmeasured };
}
