import { can } from '@crece/domain';
import { type ChildRow, isCountable } from '@crece/storage';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { useUnitSnapshot } from '../../data/live.ts';
import { useCovered } from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { newCardState } from '../children/card-number.ts';
import { childPath, newChildPath } from '../navigation/paths.ts';
import { findAway } from './find-away.ts';
import { findScanned, type UnopenedScan } from './find-scanned.ts';
import { ScanView } from './scan-view.tsx';

export interface ScanPlace {
  unit: OpenUnit;
  /** Where a child leads from this page; absent: to the child's page. */
  pathOf?: (childId: string) => string;
}

/**
 * The camera, and a field for the number: whatever is read opens its child. Nothing is opened where two
 * children have the number, or none.
 */
export function ScanSheet({
  unit,
  pathOf = (childId) => childPath(childId, unit.stakeDB),
  onClose,
}: ScanPlace & { onClose: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const isCovered = useCovered();
  const mayAsk = can(useSession(), 'sync', unit.place);
  const snapshot = useUnitSnapshot(unit.local);
  const [text, setText] = useState<string | null>(null);
  const [found, setFound] = useState<UnopenedScan | null>(null);
  const { state, children: rows } = snapshot;
  const look = useEffectEvent(async (asked: string, signal: AbortSignal) => {
    const here = findScanned(asked, { stakeDB: unit.stakeDB, rows });
    const isFound = here.kind === 'child' || here.kind === 'several';
    // One that moved away is in no list here, but whoever has its slip is to be led to it.
    const away = isFound ? null : await findAway(asked, unit, { mayAsk, signal });
    if (signal.aborted) return undefined;
    const scanned = away === null || away === 'not-asked' ? here : away;
    if (scanned.kind !== 'child') {
      const isUnasked = away === 'not-asked' && scanned.kind !== 'several';
      return setFound(isUnasked ? { ...scanned, mayHaveMoved: true } : scanned);
    }
    const { id, answer } = scanned;
    onClose();
    return navigate(answer === undefined ? pathOf(id) : answerPath(id, unit, answer));
  });
  // The first screen may stand before all children of the unit are read.
  useEffect(() => {
    const end = new AbortController();
    if (text !== null && state === 'ready') void look(text, end.signal);
    return () => end.abort();
  }, [text, state]);
  const again = () => {
    setText(null);
    setFound(null);
  };
  // Beside the page: a form around the button would take the number for its own.
  return createPortal(
    <Sheet title={t('scan.title')} middle onClose={onClose}>
      {found !== null ? (
        <Found found={found} unit={unit} rows={rows} onAgain={again} onClose={onClose} />
      ) : text !== null ? (
        <Waiting text={t(state === 'ready' ? 'scan.looking' : 'scan.reading-rest')} />
      ) : (
        <>
          <ScanView t={t} hint={t('scan.hint')} isActive={!isCovered} onText={setText} />
          <TypedNumber onText={setText} />
        </>
      )}
    </Sheet>,
    document.body,
  );
}

/** A clinic's answer is looked at on the child's page. */
function answerPath(childId: string, unit: OpenUnit, answer: string): string {
  const path = childPath(childId, unit.stakeDB);
  return `${path}${path.includes('?') ? '&' : '?'}answer=${encodeURIComponent(answer)}`;
}

/** The number, where the camera cannot read it. */
function TypedNumber({ onText }: { onText: (text: string) => void }) {
  const { t } = useMessages();
  const [typed, setTyped] = useState('');
  const send = () => {
    if (typed.trim() !== '') onText(typed);
  };
  return (
    <div className="scan-typed">
      <TextField
        label={t('scan.number')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoCapitalize="characters"
        enterKeyHint="go"
        onKeyDown={(event) => {
          if (event.key === 'Enter') send();
        }}
        spellCheck={false}
      />
      <Button kind="primary" wide onClick={send}>
        {t('scan.find')}
      </Button>
    </div>
  );
}

/** What is said of a code of which no child here is known; `isKnown`: the list is complete. */
function foreignWords(
  { mayArrive, mayHaveMoved }: Extract<UnopenedScan, { kind: 'foreign' }>,
  isKnown: boolean,
) {
  if (mayArrive && !isKnown) {
    return { title: 'scan.slip-arriving', text: 'scan.unknown-arriving' } as const;
  }
  return mayHaveMoved
    ? ({ title: 'scan.slip-nobody', text: 'scan.may-have-moved' } as const)
    : ({ title: 'scan.foreign-title', text: 'scan.foreign' } as const);
}

/** Why no child was opened, and what can be done. */
function Found({
  found,
  unit,
  rows,
  onAgain,
  onClose,
}: {
  found: UnopenedScan;
  unit: OpenUnit;
  rows: readonly ChildRow[];
  onAgain: () => void;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const add = (cardNumber: string) => {
    onClose();
    void navigate(newChildPath(unit.stakeDB), { state: newCardState(cardNumber) });
  };
  const isKnown = isCountable({ sync: unit.sync, children: rows });
  return (
    <div className="scan-found" role="status">
      {found.kind === 'foreign' ? (
        <>
          <p className="h2">{t(foreignWords(found, isKnown).title)}</p>
          <p>{t(foreignWords(found, isKnown).text)}</p>
        </>
      ) : found.kind === 'unknown' ? (
        <>
          <p className="h2">{t('scan.unknown-title', { number: found.number })}</p>
          <p>{t(isKnown ? 'scan.unknown' : 'scan.unknown-arriving')}</p>
          {found.mayBeAnswer ? <p>{t('scan.may-be-answer')}</p> : null}
          {found.mayHaveMoved && isKnown ? <p>{t('scan.may-have-moved')}</p> : null}
        </>
      ) : (
        <SameNumber found={found} unit={unit} />
      )}
      <Button kind="primary" wide onClick={onAgain}>
        {t('scan.again')}
      </Button>
      {found.kind !== 'unknown' || unit.retired ? null : (
        <Button kind="second" icon="add" wide onClick={() => add(found.number)}>
          {t('scan.add')}
        </Button>
      )}
    </div>
  );
}

/** The children with one number, each with its mother. */
function SameNumber({
  found: { number, rows },
  unit,
}: {
  found: Extract<UnopenedScan, { kind: 'several' }>;
  unit: OpenUnit;
}) {
  const { t } = useMessages();
  return (
    <>
      <p className="h2">{t('scan.several-title', { count: rows.length, number })}</p>
      <p>{t('scan.several')}</p>
      <ul className="scan-rows">
        {rows.map(({ id, firstName, lastName, mother }) => (
          <li key={id}>
            <Link to={childPath(id, unit.stakeDB)}>
              <b>{`${firstName} ${lastName}`}</b>
              <span className="small muted">
                {mother === undefined ? t('scan.no-mother') : t('scan.mother', { mother })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
