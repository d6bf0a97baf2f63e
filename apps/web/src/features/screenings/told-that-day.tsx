import { ageToday, shownActions } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { differenceText, differenceTitle } from '../../shared/screenings/difference-words.ts';
import type { ScreeningEntry } from '../../shared/screenings/screening-entries.ts';
import { actionWords } from './action-words.ts';

/** The result given at the screening, when it differs now: the reason, the figures, the advice. */
export function ToldThatDay({ entry, today }: { entry: ScreeningEntry; today: string }) {
  const translator = useMessages();
  const programme = useProgramme();
  const { t } = translator;
  const { difference, fromCopy } = entry.reading;
  if (difference === null) {
    return fromCopy.length === 0 ? null : <p className="small">{t('screenings.from-copy')}</p>;
  }
  const advice = shownActions(difference.told.actions, {
    supType: difference.told.supType,
    overdue: false,
    // No amount of food under 6 months today, by any age to choose from, not even from old advice.
    ageMonthsToday: ageToday(entry.child, entry.screening, today)?.ageMonths ?? null,
    noFood: entry.foodFrom !== undefined && today < entry.foodFrom,
  });
  return (
    <div className="told-that-day small">
      <p>
        {/* Of two values that wait for a choice, nobody has corrected one. */}
        {entry.isContested ? null : <b>{differenceTitle(translator, difference)} </b>}
        {differenceText(translator, difference)}
      </p>
      {advice.length === 0 ? null : (
        <ul>
          {advice.map((action) => (
            <li key={action.code}>
              {actionWords(translator, action, entry.child, programme).text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
