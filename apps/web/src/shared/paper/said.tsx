import type { Translator } from '@crece/messages';
import { Fragment } from 'react';
import type { Voices } from './voices.ts';

/** The same in each language of the card, the second one smaller. Equal texts are written once. */
export function Said({ voices, say }: { voices: Voices; say: (voice: Translator) => string }) {
  const texts = new Map(voices.map((voice) => [say(voice), voice.language]));
  return [...texts].map(([text, language], at) => (
    <Fragment key={language}>
      {at === 0 ? null : <span className="said-slash"> / </span>}
      <span lang={language} className={at === 0 ? undefined : 'said-second'}>
        {text}
      </span>
    </Fragment>
  ));
}
