import type { IsoDate } from '@crece/domain';
import type { ChildRow, ScreeningsHere } from '@crece/storage';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useSupplementTexts } from '../../data/supplement-texts.ts';
import { viewRow } from '../../shared/children/child-row-view.ts';
import { type RowBadge, rowWords } from '../../shared/children/child-row-words.ts';
import { Result } from '../../shared/children/result.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import type { RowAlert } from '../../shared/screenings/record-state.ts';
import { markDrawing } from '../../shared/screenings/screening-mark.tsx';
import { TapeLink } from '../../shared/screenings/tape-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

const asItIs = (name: string) => name;

interface ChildRowLinkProps {
  row: ChildRow;
  entries?: ScreeningsHere;
  alert?: RowAlert | undefined;
  today: IsoDate;
  stakeDB: string;
  /** Whether the unit has ended: nobody is measured in it any more. */
  isEnded?: boolean;
  /** Whether the row is one of a table, with all words; otherwise the words are short. */
  isWide: boolean;
  /** Whether a phone names the mother: during a search, and where two children have one name. */
  hasMother: boolean;
  /** Of a list's rows one is reached by Tab, the others from it by the arrow keys. */
  isTabStop: boolean;
  /** Whether the child stands beside the list. */
  isChosen?: boolean;
  /** Draws a name of the child or the mother; a stable function. */
  drawName?: ((name: string) => ReactNode) | undefined;
  /**
   * From `usePressedLink`: the row is rendered at each key stroke, and a `Link` takes half as long to
   * render as the rest of the row.
   */
  onPress: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/**
 * One child of the list. The whole row is a link, whose name says everything from the child to the
 * details: name, last screening, oedema, status, age, mother, badges. The tape button stands
 * beside the link, not in it.
 *
 * Rows are what a key stroke waits for: each has few elements, its words are put together before
 * they are drawn, and its name is an attribute instead of hidden words among the visible ones.
 */
export const ChildRowLink = memo(function ChildRowLink({
  row,
  entries = 'all',
  alert,
  today,
  stakeDB,
  isEnded,
  isWide,
  hasMother,
  isTabStop,
  isChosen,
  drawName = asItIs,
  onPress,
}: ChildRowLinkProps) {
  const translator = useMessages();
  const view = viewRow(row, today, entries);
  const supplements = useSupplementTexts();
  const words = rowWords(translator, row, view, { today, alert, isWide, supplements });
  const { sign, status, ageAndSex, badges } = words;
  // A phone has one word of the result beside the age: a status that does not lead is below.
  const beside = isWide || sign === null ? null : status;
  return (
    <>
      <a
        className="child"
        href={childPath(row.id, stakeDB)}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isChosen || undefined}
        data-key-row=""
        onClick={onPress}
      >
        {/* Not an `aria-label`: that must hold each word as it is shown, and they are shortened. */}
        <span className="vh">{words.spoken}</span>
        <StatusMark {...markDrawing(view.mark)} />
        <span className="n" aria-hidden="true">
          {drawName(`${row.firstName} ${row.lastName}`)}
        </span>
        <span className="w" aria-hidden="true">
          {row.pending ? (
            <span title={translator.t('children.only-on-device')}>
              <Icon name="device" small />
            </span>
          ) : null}
          {words.last}
        </span>
        <span className="f" aria-hidden="true">
          <Result
            tone={view.mark.colour}
            sign={isWide ? sign : null}
            status={isWide ? status : (sign ?? status)}
          />
          {isWide ? (
            <>
              <span className="a">{ageAndSex}</span>
              <span className="x">{words.family}</span>
            </>
          ) : (
            // Broken as a whole if it must be.
            ` ·\u00A0${ageAndSex.replaceAll(' ', '\u00A0')}`
          )}
          {badges.length === 0 && beside === null ? null : (
            <span className="b">
              {beside}
              {badges.map((badge) => drawBadge(badge, isWide))}
            </span>
          )}
          {hasMother && !isWide ? <span className="x">{drawName(row.mother ?? '')}</span> : null}
        </span>
      </a>
      {isEnded ? null : (
        <TapeLink
          child={row}
          isArmEnough={!view.isReferred && view.mark.sign !== 'measure-again'}
          months={view.ageMonths}
          stakeDB={stakeDB}
          from="list"
          isTabStop={isTabStop}
          onPress={onPress}
        />
      )}
    </>
  );
});

/** A badge; on a phone without its drawing, which would take the room of its word. */
function drawBadge({ look, tone, icon, full, short }: RowBadge, isWide: boolean) {
  const toned = tone === undefined ? '' : ` st-${tone}`;
  return (
    <span key={full} className={`badge badge-${look}${toned}`}>
      {isWide ? <Icon name={icon} /> : null}
      {isWide ? full : short}
    </span>
  );
}
