import type { IsoDate } from '@crece/domain';
import type { ChildRow, ScreeningsHere } from '@crece/storage';
import { type MouseEvent, memo } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { type RowView, viewRow } from '../../shared/children/child-row-view.ts';
import { type RowBadge, type RowWords, rowWords } from '../../shared/children/child-row-words.ts';
import { Result } from '../../shared/children/result.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import type { RowAlert } from '../../shared/screenings/record-state.ts';
import { markDrawing } from '../../shared/screenings/screening-mark.tsx';
import { TapeLink } from '../../shared/screenings/tape-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

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
  isWide,
  hasMother,
  isTabStop,
  onPress,
}: {
  row: ChildRow;
  entries?: ScreeningsHere;
  alert?: RowAlert | undefined;
  today: IsoDate;
  stakeDB: string;
  /** Whether the row is one of a table, with all words; otherwise the words are short. */
  isWide: boolean;
  /** Whether a phone names the mother: during a search, and where two children have one name. */
  hasMother: boolean;
  /** Of a list's rows one is reached by Tab, the others from it by the arrow keys. */
  isTabStop: boolean;
  /**
   * From `usePressedLink`: the row is rendered at each key stroke, and a `Link` takes half as long to
   * render as the rest of the row.
   */
  onPress: (event: MouseEvent<HTMLAnchorElement>) => void;
}) {
  const translator = useMessages();
  const view = viewRow(row, today, entries);
  const words = rowWords(translator, row, view, { today, alert, isWide });
  return (
    <>
      <a
        className="child"
        href={childPath(row.id, stakeDB)}
        tabIndex={isTabStop ? 0 : -1}
        data-key-row=""
        onClick={onPress}
      >
        {/* Not an `aria-label`: that must hold each word as it is shown, and they are shortened. */}
        <span className="vh">{words.spoken}</span>
        <StatusMark {...markDrawing(view.mark)} />
        <span className="n" aria-hidden="true">{`${row.firstName} ${row.lastName}`}</span>
        <span className="w" aria-hidden="true">
          {row.pending ? (
            <span title={translator.t('children.only-on-device')}>
              <Icon name="device" small />
            </span>
          ) : null}
          {words.last}
        </span>
        {isWide ? (
          <span className="f" aria-hidden="true">
            <Result tone={view.mark.colour} sign={words.sign} status={words.status} />
            <span className="a">{words.ageAndSex}</span>
            <span className="x">{words.family}</span>
            {words.badges.length === 0 ? null : (
              <span className="b">{words.badges.map((badge) => drawBadge(badge, true))}</span>
            )}
          </span>
        ) : (
          <PhoneLines view={view} words={words} mother={hasMother ? row.mother : undefined} />
        )}
      </a>
      <TapeLink
        child={row}
        isArmEnough={!view.isReferred && view.mark.sign !== 'measure-again'}
        months={view.ageMonths}
        stakeDB={stakeDB}
        from="list"
        isTabStop={isTabStop}
        onPress={onPress}
      />
    </>
  );
});

/**
 * A phone's lines under the name, each with its place: what leads and the age; what stands beside it,
 * if anything does; and the mother.
 */
function PhoneLines({
  view,
  words: { sign, status, ageAndSex, badges },
  mother,
}: {
  view: RowView;
  words: RowWords;
  mother: string | undefined;
}) {
  return (
    <span className="f" aria-hidden="true">
      <Result tone={view.mark.colour} sign={null} status={sign ?? status} />
      {` · ${ageAndSex}`}
      {sign === null && badges.length === 0 ? null : (
        <span className="b">
          {sign === null ? null : status}
          {badges.map((badge) => drawBadge(badge, false))}
        </span>
      )}
      {mother === undefined ? null : <span className="x">{mother}</span>}
    </span>
  );
}

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
