import type { Translator } from '@crece/messages';
import { Blank } from '../ui/blank.tsx';
import { Button } from '../ui/controls.tsx';

/** Shown when the browser allows no storage: before anything can be typed and lost. */
export function StartFailed({ translator }: { translator: Translator }) {
  return (
    <div className="shell bare">
      <main className="page page-read">
        <Blank
          picture="full"
          title={translator.t('errors.start-failed-title')}
          actions={
            <Button kind="primary" wide onClick={() => window.location.reload()}>
              {translator.t('errors.reload')}
            </Button>
          }
        >
          {translator.t('errors.start-failed')}
        </Blank>
      </main>
    </div>
  );
}
