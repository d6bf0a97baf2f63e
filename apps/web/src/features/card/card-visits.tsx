import { futureDated, screeningMark } from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { ChildFile } from '@crece/storage';
import { Said } from '../../shared/paper/said.tsx';
import type { Voices } from '../../shared/paper/voices.ts';
import {
  type ScreeningEntry,
  screeningEntries,
} from '../../shared/screenings/screening-entries.ts';
import { MarkOfScreening } from '../../shared/screenings/screening-mark.tsx';
import { signWord, statusWord } from '../../shared/screenings/status-words.ts';
import { measureText, muacFigure } from '../../shared/screenings/verdict-words.ts';

/** As many as leave the charts their room; in two languages a line is often two. */
const shownVisits = (voices: Voices) => (voices.length > 1 ? 5 : 6);

/** The word that leads, as on the rows of lists: the sign above the status, else the status. */
function wordOf(voice: Translator, { screening, reading }: ScreeningEntry, today: string): string {
  const mark = screeningMark(reading);
  const isAhead = futureDated(screening, today);
  const sign = isAhead ? null : signWord(voice, mark, screening.muac);
  if (sign !== null) return sign;
  const isToCheck = isAhead || reading.monthAge === null;
  return isToCheck ? voice.t('children.date-to-check') : statusWord(voice, mark, reading);
}

function Visit({ entry, today, voices }: { entry: ScreeningEntry; today: string; voices: Voices }) {
  const { screening, reading } = entry;
  const [first] = voices;
  const { weight, height, muac } = screening;
  const measure = (value: number | undefined) =>
    value === undefined ? '–' : measureText(first, value);
  return (
    <tr>
      <th scope="row">{first.date(screening.surveyDate)}</th>
      <td>{reading.monthAge === null ? '–' : first.number(Math.floor(reading.monthAge))}</td>
      <td>{measure(weight)}</td>
      <td>{measure(height)}</td>
      <td>{muac === undefined ? '–' : muacFigure(first, muac)}</td>
      <td>
        <span className="gc-word">
          <MarkOfScreening reading={reading} />
          <span>
            <Said voices={voices} say={(voice) => wordOf(voice, entry, today)} />
          </span>
        </span>
      </td>
    </tr>
  );
}

/** The newest visits, assessed at reading, and how many there are in all, once all have arrived. */
export function CardVisits({
  file,
  today,
  voices,
  isWhole,
}: {
  file: ChildFile;
  today: string;
  voices: Voices;
  isWhole: boolean;
}) {
  const entries = screeningEntries(file);
  const shown = entries.slice(0, shownVisits(voices));
  const columns = ['date', 'age', 'weight', 'height', 'muac', 'status'] as const;
  return (
    <table className="gc-visits">
      <caption>
        <Said
          voices={voices}
          say={({ t }) =>
            isWhole
              ? t(shown.length < entries.length ? 'card.visits' : 'card.visits-all', {
                  shown: shown.length,
                  count: entries.length,
                })
              : t('screenings.visits')
          }
        />
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={`gc-${column}`}>
              <Said voices={voices} say={({ t }) => t(`card.column.${column}`)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((entry) => (
          <Visit key={entry.screening._id} entry={entry} today={today} voices={voices} />
        ))}
      </tbody>
    </table>
  );
}
