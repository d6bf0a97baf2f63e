import type { Translator } from '@crece/messages';
import { Icon } from '../../ui/icon.tsx';
import { useScan } from './use-scan.ts';
import './scan.css';

/**
 * The camera's picture with a frame, and a sentence below it: what to hold before the camera, or what to
 * do without one. It speaks by `t`, because the clinic's page has sentences of its own.
 */
export function ScanView({
  t,
  hint,
  isActive = true,
  onText,
}: {
  t: Translator['t'];
  /** What to hold before the camera. */
  hint: string;
  /** False turns the camera off, as while the phone is locked. */
  isActive?: boolean;
  onText: (text: string) => void;
}) {
  const { video, state, light } = useScan(isActive, onText);
  const hasPicture = state === 'opening' || state === 'reading';
  return (
    <div className="scan">
      <div className={hasPicture ? 'scan-picture' : 'scan-picture scan-none'}>
        <video ref={video} muted playsInline aria-label={t('scan.picture')} hidden={!hasPicture} />
        {hasPicture ? <span className="scan-frame" aria-hidden="true" /> : null}
        {light === null ? null : (
          <button
            type="button"
            className="scan-light"
            aria-pressed={light.isOn}
            onClick={light.toggle}
          >
            {t('scan.light')}
          </button>
        )}
        {hasPicture ? null : <Icon name="offline" />}
      </div>
      <p className="scan-hint" role="status">
        {state === 'opening' ? t('scan.opening') : hasPicture ? hint : t(`scan.fault.${state}`)}
      </p>
    </div>
  );
}
