import { withoutUndefined } from '@crece/domain';
import type { Language } from '@crece/messages';
import { useState } from 'react';
import { SPEECHES, type Speech } from '../../shared/paper/voices.ts';

/** A6 alone, or two of them side by side on A5. */
export const SLIP_PAPERS = ['a6', 'a5'] as const;

interface SlipChoice {
  readonly paper: (typeof SLIP_PAPERS)[number];
  readonly speech: Speech;
}

/** Kept on this device: whoever prints a second slip wants it like the first. */
const CHOICE_KEY = 'crece.slip';

function remembered(): Partial<SlipChoice> {
  const [paper, speech] = (localStorage.getItem(CHOICE_KEY) ?? '').split(' ');
  return withoutUndefined({
    paper: SLIP_PAPERS.find((each) => each === paper),
    speech: SPEECHES.find((each) => each === speech),
  });
}

/** Paper and language of the slip: as chosen last on this device, else A6 in the screen's language. */
export function useSlipChoice(screen: Language) {
  const [chosen, setChosen] = useState(remembered);
  const choice: SlipChoice = { paper: 'a6', speech: screen, ...chosen };
  const choose = (changed: Partial<SlipChoice>) => {
    const next = { ...choice, ...changed };
    localStorage.setItem(CHOICE_KEY, `${next.paper} ${next.speech}`);
    setChosen(next);
  };
  return [choice, choose] as const;
}
