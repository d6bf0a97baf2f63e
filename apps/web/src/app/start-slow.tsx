import { createTranslator, type Language, loadSentences } from '@crece/messages';
import type { ReactElement } from 'react';
import { Blank } from '../ui/blank.tsx';
import { Button } from '../ui/controls.tsx';

/** The page while the device's own database does not answer. It may still do so. */
export async function startSlow(language: Language): Promise<ReactElement> {
  const { t } = createTranslator(language, await loadSentences(language, 'rest'));
  return (
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
    </div>
  );
}
