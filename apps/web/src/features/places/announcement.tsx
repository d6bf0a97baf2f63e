import { saidIn } from '@crece/domain';
import { useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { Icon } from '../../ui/icon.tsx';

/** The number of the text that somebody closed on this device. */
const CLOSED = 'announcementClosed';

/** A number for a text: another one for nearly every other text. */
function numberOf(text: string): number {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return hash >>> 0;
}

/** The programme's announcement, until somebody closes it; another text is shown anew. */
export function Announcement() {
  const { t, language } = useMessages();
  const device = useDevice();
  const { announcement } = useProgramme();
  const text = saidIn(announcement, language);
  const number = numberOf(JSON.stringify(announcement));
  const [closed, setClosed] = useState(() => device.getCounter(CLOSED));
  if (text === null || closed === number) return null;
  const close = () => {
    setClosed(number);
    device.setCounter(CLOSED, number).catch((cause: unknown) => {
      console.warn('The announcement could not be closed for good.', cause);
    });
  };
  return (
    <section className="announcement" aria-label={t('places.announcement')}>
      <Icon name="info" />
      <div>
        <h2 className="announcement-title">{t('places.announcement')}</h2>
        <p>{text}</p>
        <button type="button" className="link-btn" onClick={close}>
          {t('places.announcement-close')}
        </button>
      </div>
    </section>
  );
}
