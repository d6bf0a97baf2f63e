import { useState } from 'react';
import { hasTypedSize, type ScreeningValues } from './form-values.ts';

/**
 * Whether only the field of MUAC is shown. "MUAC only" hides height and weight while they are empty:
 * typed figures stay in sight, also while one of them is typed anew. `hide` puts the fields away
 * after their figures were removed.
 */
export function useShownMeasures(values: Pick<ScreeningValues, 'mode' | 'height' | 'weight'>): {
  isMuacOnly: boolean;
  hide: () => void;
} {
  const { mode } = values;
  const isTyped = mode === 'all' || hasTypedSize(values);
  const [shown, show] = useState({ mode, all: isTyped });
  if (shown.mode !== mode) show({ mode, all: isTyped });
  else if (isTyped && !shown.all) show({ mode, all: true });
  return { isMuacOnly: !isTyped && !shown.all, hide: () => show({ mode, all: false }) };
}
