import { actionPlaceOf, can, dateFromInstant, daysBetween, REMOVAL_RIGHTS } from '@crece/domain';
import type { MovedRecord } from '@crece/storage';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { isMoveOf, keepMove, useMoves } from '../../data/moves.ts';
import { useSession } from '../../data/session.tsx';
import { takeMoveBack } from '../../data/take-back-move.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { useFault } from '../words/fault.ts';
import { momentText } from '../words/moment.ts';

/** So many days a move can be taken back from the old unit; from the new one at any time. */
const DAYS = 30;

type Moved = MovedRecord & {
  readonly unitName: string;
  /** Whether this person may move it back. */
  readonly mayReturn: boolean;
};

function useMovedAway(unit: OpenUnit): readonly Moved[] {
  const device = useDevice();
  const account = useSession();
  const { children } = useUnitSnapshot(unit.local);
  const today = useToday(unit.timeZone);
  const { local, place, timeZone } = unit;
  const loaded = useLoaded(
    async () => {
      const mayHere = can(account, REMOVAL_RIGHTS.chld, place) && can(account, 'sync', place);
      const found: Moved[] = [];
      for (const moved of await local.movedRecords('chld')) {
        const { movedAt, home } = moved;
        const day = movedAt === null ? null : dateFromInstant(movedAt, timeZone);
        if (day !== null && daysBetween(day, today) >= DAYS) continue;
        const there = await findPlace(device, home.stakeDB, new Date());
        const mayThere =
          there !== null &&
          can(account, REMOVAL_RIGHTS.chld, actionPlaceOf(there)) &&
          can(account, 'sync', actionPlaceOf(there));
        const unitName = there?.unit.stakeName ?? home.stakeDB;
        // Whose time cannot be read is listed all the same: nobody else tells of the child.
        const at = day === null ? null : movedAt;
        found.push({ ...moved, movedAt: at, unitName, mayReturn: mayHere && mayThere });
      }
      return found.sort((a, b) => ((a.movedAt ?? '') > (b.movedAt ?? '') ? -1 : 1));
    },
    [local, place, timeZone, device, account, today],
    {
      again: [children],
      fail: (cause) => {
        console.warn('Who moved away could not be read.', cause);
        return [];
      },
    },
  );
  return loaded ?? [];
}

/** The children of a unit that moved to other units lately, each with the way back. */
export function MovedAwayChildren({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const moved = useMovedAway(unit);
  if (moved.length === 0) return null;
  return (
    <section aria-label={t('moving.away-title')}>
      <h2 className="h2 removed-note">{t('moving.away-title')}</h2>
      <ul className="removed-rows">
        {moved.map((each) => (
          <MovedRow key={each.id} moved={each} unit={unit} />
        ))}
      </ul>
    </section>
  );
}

function MovedRow({ moved, unit }: { moved: Moved; unit: OpenUnit }) {
  const translator = useMessages();
  const { t } = translator;
  const device = useDevice();
  const { notify } = useNotices();
  const sayFault = useFault();
  const { home, name, movedAt, unitName, mayReturn } = moved;
  const named = { childId: home.id, from: home.stakeDB };
  const isAsked = useMoves().some(isMoveOf(named));

  const undo = async () => {
    await takeMoveBack(device, named);
  };
  const moveBack = async () => {
    const askedAt = new Date().toISOString();
    const to = { to: unit.stakeDB, toName: unit.stakeName };
    try {
      await keepMove(device, { ...named, ...to, askedAt });
    } catch (cause) {
      sayFault(cause);
      return;
    }
    const acts = [{ label: t('common.undo'), press: () => void undo() }];
    notify({ text: t('moving.back-asked', { name }), acts }, NOTICE_DELAYS.completion);
  };

  return (
    <li className="removed-row">
      <Icon name="exit" />
      <span className="who-words">
        <b>{name}</b>{' '}
        <span className="who-line">
          {movedAt === null
            ? t('moving.away-line-undated', { unit: unitName })
            : t('moving.away-line', {
                unit: unitName,
                when: momentText(translator, movedAt, new Date()),
              })}
        </span>
      </span>
      {mayReturn ? (
        <Button kind="soft" small disabled={isAsked} onClick={() => void moveBack()}>
          <span aria-hidden="true">{t(isAsked ? 'moving.back-waits' : 'moving.back')}</span>
          <span className="vh">{t('moving.back-whom', { name })}</span>
        </Button>
      ) : null}
    </li>
  );
}
