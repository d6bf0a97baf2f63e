import { createTranslator } from '@crece/messages';
import type { Root } from 'react-dom/client';
import type { Voice } from '../data/messages.tsx';
import { loadSentences } from '../data/sentences.ts';
import { Blank } from '../ui/blank.tsx';
import { Button } from '../ui/controls.tsx';

/** Says what to do while the device's own database does not answer. It may still do so. */
export async function startSlow(root: Root, voice: Voice, begun: Promise<unknown>): Promise<void> {
  let isBegun = false;
  const end = () => {
    isBegun = true;
  };
  begun.then(end, end);
  const { language } = voice.translator;
  const { t } = createTranslator(language, await loadSentences(language, 'first'));
  if (isBegun) return;
  root.render(
    <div className="shell bare">
      <main className="page page-read">
        <Blank
          picture="refused"
          title={t('errors.unit-slow-title')}
          actions={
            <Button kind="primary" wide onClick={() => window.location.reload()}>
              {t('errors.reload')}
            </Button>
          }
        >
          {t('errors.unit-slow')}
        </Blank>
      </main>
    </div>,
  );
}
