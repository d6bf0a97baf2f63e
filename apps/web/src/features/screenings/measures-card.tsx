import { leadsStatus, type MarkColour, muacFromMillimetres } from '@crece/domain';
import type { Translator } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import type { ScreeningEntry } from '../../shared/screenings/screening-entries.ts';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { indexLabel, muacFigure, zText } from '../../shared/screenings/verdict-words.ts';
import { Fold, VisuallyHidden } from '../../ui/surfaces.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { ProgrammeWords, SHOWN_INDICES, WhyText } from './screening-cards.tsx';

const WHY_TITLES = {
  red: 'screenings.why-red',
  amber: 'screenings.why-amber',
  green: 'screenings.why-green',
  grey: 'screenings.why-grey',
} as const;

/** Below it an index is a danger of its own, whichever decided. */
const HOT_BELOW = -2;

/** Weight, height and MUAC, which stand first: their changes are drawn in a card of their own. */
const DRAWN = 3;

interface Cell {
  text: string;
  isHot: boolean;
}

/** What was measured at a screening, in the order of the rows; null: it was not. */
function cellsOf(
  translator: Translator,
  each: ScreeningEntry | ScreeningFacts,
): readonly (Cell | null)[] {
  const { weight, height, muac } = each.screening;
  const plain = (value: number | undefined) =>
    value === undefined ? null : { text: translator.number(value, { decimals: 1 }), isHot: false };
  const arm =
    muac === undefined || muacFromMillimetres(muac) === null
      ? plain(muac)
      : { text: muacFigure(translator, muac), isHot: false };
  return [
    plain(weight),
    plain(height),
    arm,
    ...SHOWN_INDICES.map((index) => {
      const z = each.reading.zScore[index];
      return z === null ? null : { text: zText(translator, z), isHot: z < HOT_BELOW };
    }),
  ];
}

function drawCell(t: Translator['t'], value: Cell | null | undefined, isNow: boolean) {
  if (value === null || value === undefined) {
    return (
      <td className="muted">
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t('screenings.not-measured')}</VisuallyHidden>
      </td>
    );
  }
  const look = [isNow ? 'now' : '', value.isHot ? 'hot' : ''].filter((name) => name !== '');
  return <td className={look.length === 0 ? undefined : look.join(' ')}>{value.text}</td>;
}

/** The measures of a screening beside those of the one before, and the reason for the colour. */
export function MeasuresCard({
  entry,
  headline,
  isEnded = false,
}: {
  entry: ScreeningFacts;
  /** The colour in which the child's page begins. */
  headline: MarkColour;
  isEnded?: boolean;
}) {
  const translator = useMessages();
  const isWide = useWide();
  const { t, shortDate } = translator;
  const { screening, previous, today, reading, mark } = entry;
  // The headline may be of another colour than this screening's, as it is with a referral that the
  // screening does not show, or for a baby at risk: then no colour is named.
  const signs = entry.standing?.referral?.signs ?? [];
  const isPlain =
    headline === mark.colour &&
    !leadsStatus(mark) &&
    signs.every(({ isShownByNewest }) => isShownByNewest);
  const whyTitle = isPlain ? WHY_TITLES[mark.colour] : 'screenings.why-this-colour';
  const before = previous === null ? null : cellsOf(translator, previous);
  const now = cellsOf(translator, entry);
  const labels = [
    `${t('screenings.weight')}, ${t('common.kg')}`,
    `${t('screenings.height')}, ${t('common.cm')}`,
    `${t('assessment.index.muac')}, ${t('common.cm')}`,
    ...SHOWN_INDICES.map((index) => indexLabel(translator, reading, index)),
  ];
  // Measured neither time, or drawn among the changes above: it is not said again.
  const shown = labels.flatMap((label, row) =>
    (now[row] === null && !before?.[row]) || (row < DRAWN && now[row] !== null && before?.[row])
      ? []
      : [{ label, row }],
  );
  // Beneath the changes only the indices are left, which say why: one fold has both.
  const isFolded = previous !== null && shown.every(({ row }) => row >= DRAWN);
  const title = t('screenings.measures');
  const table = (
    <table className="measured">
      <thead>
        <tr>
          {isFolded ? (
            <td />
          ) : (
            <th>
              <h2 className="h2">{title}</h2>
            </th>
          )}
          {previous === null ? null : (
            <th scope="col">{shortDate(previous.screening.surveyDate, today)}</th>
          )}
          <th scope="col">{shortDate(screening.surveyDate, today)}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ label, row }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {before === null ? null : drawCell(t, before[row], false)}
            {drawCell(t, now[row], true)}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <section className="card measures" aria-label={title}>
      {isFolded ? null : table}
      <Fold {...(isFolded ? { title, note: t(whyTitle) } : { title: t(whyTitle) })} open={isWide}>
        {isFolded ? table : null}
        <WhyText entry={entry} />
        <ProgrammeWords entry={entry} hasStatus={isEnded} />
      </Fold>
    </section>
  );
}
