import type { MessageKey } from '@crece/messages';
import type { StorageErrorCode } from '@crece/storage';
import { useConfig } from '../../data/config.tsx';
import { useDevice } from '../../data/device.tsx';
import { useMessages, useSentences } from '../../data/messages.tsx';
import type { UnitState } from '../../data/units.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Page } from './page.tsx';
import { homePath } from './paths.ts';

/** Nothing was typed yet, so these say nothing of saving. */
const SENTENCES: Readonly<Partial<Record<StorageErrorCode, MessageKey>>> = {
  'full-disk': 'errors.unit-full',
  closed: 'errors.unit-closed',
  'newer-version': 'errors.newer-version',
};

/** Why a unit is not shown: it is unknown, cannot be read, or has been opening for long. */
export function NotOpened({
  state,
  stakeDB,
}: {
  state: Exclude<UnitState, { state: 'open' | 'forbidden' }>;
  stakeDB: string;
}) {
  const { t } = useMessages();
  const { supportContact } = useConfig();
  const device = useDevice();
  const isReady = useSentences('first') === 'ready';
  if (!isReady) {
    return (
      <Page title={t('app.unit-opening')} back={homePath()} brand>
        <Waiting text={t('app.unit-opening')} />
      </Page>
    );
  }
  const choose = (
    <ButtonLink to={homePath()} kind={state.state === 'unknown' ? 'primary' : 'second'} wide>
      {t('errors.choose-country')}
    </ButtonLink>
  );
  if (state.state === 'unknown') {
    const wasOpen = device.unitsOpened().some((unit) => unit.stakeDB === stakeDB);
    return (
      <Page title={t('errors.unit-unknown-title')} back={homePath()} brand>
        <Blank picture="lost" title={t('errors.unit-unknown-title')} actions={choose}>
          {t('errors.unit-unknown', { unit: stakeDB })}
          {wasOpen ? ` ${t('errors.unit-unknown-kept')}` : null}
        </Blank>
      </Page>
    );
  }
  const isSlow = state.state === 'opening';
  const code = isSlow ? null : state.fault.code;
  const title = t(isSlow ? 'errors.unit-slow-title' : 'errors.unit-failed-title');
  const sentence = isSlow ? 'errors.unit-slow' : code === null ? null : SENTENCES[code];
  return (
    <Page title={title} back={homePath()} brand>
      <Blank
        picture={code === 'full-disk' ? 'full' : 'refused'}
        title={title}
        actions={
          <>
            <Button kind="primary" wide onClick={() => window.location.reload()}>
              {t(isSlow ? 'errors.reload' : 'common.try-again')}
            </Button>
            {choose}
          </>
        }
      >
        {t(sentence ?? 'errors.unit-failed', {
          contact: supportContact ?? t('errors.your-administrator'),
        })}
      </Blank>
    </Page>
  );
}
