import { withoutUndefined } from '@crece/domain';
import type { Language } from '@crece/messages';
import { useState } from 'react';
import { SPEECHES, type Speech } from '../../shared/paper/voices.ts';

export const CARD_PAPERS = ['a5', 'a4'] as const;

export interface CardChoice {
  readonly paper: (typeof CARD_PAPERS)[number];
  readonly speech: Speech;
}

/** Kept on this device: whoever prints a second card wants it like the first. */
const CHOICE_KEY = 'crece.growth-card';

/** What was chosen here before; each half that was not is absent. */
function remembered(): Partial<CardChoice> {
  const [paper, speech] = (localStorage.getItem(CHOICE_KEY) ?? '').split(' ');
  return withoutUndefined({
    paper: CARD_PAPERS.find((each) => each === paper),
    speech: SPEECHES.find((each) => each === speech),
  });
}

/** Paper and language of the card: as chosen last on this device, else A5 in the screen's language. */
export function useCardChoice(screen: Language) {
  const [chosen, setChosen] = useState(remembered);
  const choice: CardChoice = { paper: 'a5', speech: screen, ...chosen };
  const choose = (changed: Partial<CardChoice>) => {
    const next = { ...choice, ...changed };
    localStorage.setItem(CHOICE_KEY, `${next.paper} ${next.speech}`);
    setChosen(next);
  };
  return [choice, choose] as const;
}
