import type { IsoDate } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { particulars } from '../../shared/children/particulars.ts';
import { samePath } from '../../shared/navigation/same-paths.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';

/** More names than this would push the buttons off a phone's screen. */
const MOST_SHOWN = 5;

/** The person's choice: the existing child, the new one, or null to go back to the form. */
export type DuplicateChoice = { existing: ChildRow } | 'new' | null;

interface Asked {
  matches: readonly ChildRow[];
  answer: (choice: DuplicateChoice) => void;
}

/**
 * The choice dialog of the specification. `ask(matches)` waits for the choice (`new` at once
 * without a match); `dialog` must be rendered on the page.
 */
export function useDuplicateQuestion(
  today: IsoDate,
  unit: OpenUnit,
): {
  ask: (matches: readonly ChildRow[]) => Promise<DuplicateChoice>;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback(
    (matches: readonly ChildRow[]) =>
      matches.length === 0
        ? Promise.resolve<DuplicateChoice>('new')
        : new Promise<DuplicateChoice>((resolve) => {
            const answer = (choice: DuplicateChoice) => {
              setAsked(null);
              resolve(choice);
            };
            setAsked({ matches, answer });
          }),
    [],
  );
  const when = { today, unit };
  return { ask, dialog: asked === null ? null : <DuplicatesDialog {...asked} {...when} /> };
}

function DuplicatesDialog({
  matches,
  answer,
  today,
  unit,
}: Asked & { today: IsoDate; unit: OpenUnit }) {
  const translator = useMessages();
  const { t } = translator;
  const mayMerge = useCan('remove-child', unit.place);
  const [first, second] = matches;
  const hidden = matches.length - MOST_SHOWN;
  const title =
    matches.length === 1 && first !== undefined
      ? t('children.duplicate-title', { name: `${first.firstName} ${first.lastName}` })
      : t('children.duplicates-title', { count: matches.length });
  return (
    <Dialog
      title={title}
      onClose={() => answer(null)}
      actions={
        <>
          <Button kind="quiet" onClick={() => answer(null)}>
            {t('errors.go-back')}
          </Button>
          <Button onClick={() => answer('new')}>{t('children.duplicate-add')}</Button>
        </>
      }
    >
      <p>
        <b>{t('children.duplicate-text')}.</b> {t('children.duplicate-use-hint')}
      </p>
      <ul className="duplicates">
        {matches.slice(0, MOST_SHOWN).map((row) => (
          <li key={row.id} className="duplicate-row">
            <button type="button" className="lrow" onClick={() => answer({ existing: row })}>
              <span className="grow">
                <span className="t">
                  {t('children.duplicate-screen', { name: `${row.firstName} ${row.lastName}` })}
                </span>{' '}
                <span className="d">{particulars(translator, row, today, unit.sync)}</span>
              </span>
              <Icon name="next" className="chev" />
            </button>
          </li>
        ))}
      </ul>
      {mayMerge && first !== undefined && second !== undefined ? (
        <Link to={samePath(unit, first.id)}>{t('children.same')}</Link>
      ) : null}
      {hidden > 0 ? (
        <p className="small">{t('children.duplicate-more', { count: hidden })}</p>
      ) : null}
    </Dialog>
  );
}
