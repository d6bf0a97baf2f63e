import { useMessages } from '../../data/messages.tsx';
import { differenceText, differenceTitle } from '../../shared/screenings/difference-words.ts';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { Icon } from '../../ui/icon.tsx';

/** Notes: the result differs from the one given that day, or a choice between versions is open. */
export function ReadingNotes({ entry }: { entry: ScreeningFacts }) {
  const translator = useMessages();
  const { t } = translator;
  const { reading, isContested } = entry;
  const { fromCopy } = reading;
  // Two values that wait for a choice are not combined: what was told that day is said afterwards.
  const difference = isContested ? null : reading.difference;
  if (difference === null && fromCopy.length === 0 && !isContested) return null;
  return (
    <div className="reading-notes">
      {isContested ? (
        <p className="note-bar">
          <Icon name="split" small />
          <span className="grow">{t('screenings.contested')}</span>
        </p>
      ) : null}
      {difference === null ? null : (
        <div className="note-bar">
          <Icon name="info" small />
          <span className="grow">
            <b>{differenceTitle(translator, difference)}</b>{' '}
            {differenceText(translator, difference)}
          </span>
        </div>
      )}
      {fromCopy.length === 0 ? null : (
        <p className="note-bar">
          <Icon name="info" small />
          <span className="grow">{t('screenings.from-copy')}</span>
        </p>
      )}
    </div>
  );
}
