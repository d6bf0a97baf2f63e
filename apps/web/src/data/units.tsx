import {
  type ActionPlace,
  actionPlaceOf,
  can,
  isTestUnit,
  type Place,
  timeZoneOfUnit,
} from '@crece/domain';
import { type Device, type LocalUnit, StorageError, type SyncState } from '@crece/storage';
import { createContext, type ReactNode, useEffect, useMemo, useState } from 'react';
import { type KnownConfig, storedConfig } from '../api/stored-config.ts';
import { useConfig } from './config.tsx';
import { useDevice } from './device.tsx';
import { keepPlace, keptPlace } from './kept-place.ts';
import { useUnitSnapshot } from './live.ts';
import { openOnDevice, type UnitOpener } from './open-ahead.ts';
import { useRequired } from './required-context.ts';
import { useSession } from './session.tsx';
import { setKeeping } from './sync.ts';
import { unitsInTurn } from './units-in-turn.ts';
import { whenIdle } from './when-idle.ts';

/** A unit that is open on this device, with everything that a page or an address needs of it. */
export interface OpenUnit {
  stakeDB: string;
  stakeName: string;
  countryName: string;
  countryCode: string;
  /** Place for questions about rights in this unit. */
  place: ActionPlace;
  /** The unit has ended: nothing new is entered in it. */
  retired: boolean;
  /** Names of the wards in the catalogue. */
  wards: readonly string[];
  /** The number of the clinic to which the unit refers, from the catalogue. */
  clinicPhone?: string | undefined;
  /** Its database on this device. */
  local: LocalUnit;
  /** Records that exist only on this device. */
  pending: number;
  /** State of its synchronisation. */
  sync: SyncState;
  /** Whether it has demonstration data, no real people. */
  demo: boolean;
  timeZone: string;
}

interface Opened {
  place: Place;
  unit: LocalUnit;
  demo: boolean;
}

export type UnitState =
  | { state: 'opening' }
  | { state: 'unknown' }
  | { state: 'forbidden' }
  | { state: 'failed'; fault: StorageError }
  | { state: 'open'; opened: Opened };

/**
 * Keeps the current unit open from page to page, one unit at a time: to reopen it on every page
 * would read its whole list again.
 */
class UnitKeeper {
  private readonly device: Device;
  private readonly opener: UnitOpener;
  private current: {
    stakeDB: string;
    opening: Promise<LocalUnit>;
    /** What its last page was drawn with. */
    shown?: Opened;
  } | null = null;

  constructor(device: Device, opener: UnitOpener) {
    this.device = device;
    this.opener = opener;
  }

  open(stakeDB: string): Promise<LocalUnit> {
    if (this.current?.stakeDB === stakeDB) return this.current.opening;
    const before = this.current;
    const opening = this.opener(stakeDB, this.device);
    this.current = { stakeDB, opening };
    opening.catch(() => {
      // After a failure, the next call tries again.
      if (this.current?.opening === opening) this.current = null;
    });
    setKeeping();
    opening
      .then((unit) => this.keep(unit, opening))
      // Without the code chunk the unit is synchronised by hand only. The caller of `open` reports
      // a unit that did not open.
      .catch(() => undefined);
    if (before !== null) closeOpened(before);
    return opening;
  }

  /**
   * Starts the automatic synchronisation of the unit; it runs only for a person who may
   * synchronise.
   */
  private async keep(unit: LocalUnit, opening: Promise<LocalUnit>): Promise<void> {
    const { keepUnit } = await import('./keep-unit.ts');
    if (this.current?.opening === opening) keepUnit(unit, this.device);
  }

  /** Remembers, for the next page of the current unit, what this one is drawn with. */
  note(stakeDB: string, shown: Opened | undefined): void {
    if (this.current?.stakeDB === stakeDB) Object.assign(this.current, { shown });
  }

  /**
   * The current unit as its last page was drawn with it, so that the next one need not begin with
   * "opening"; null while not the whole list is read, and for a person who may not see the unit.
   */
  known(stakeDB: string, person: ReturnType<typeof useSession>): Opened | null {
    const shown = this.current?.stakeDB === stakeDB ? this.current.shown : undefined;
    if (shown?.unit.snapshot().state !== 'ready') return null;
    return can(person, 'see-places', actionPlaceOf(shown.place)) ? shown : null;
  }

  /** Opens a unit in addition to the current one, to read from it; the caller closes it. */
  readonly peek = (stakeDB: string): Promise<LocalUnit> => this.opener(stakeDB, this.device);

  /**
   * Closes a unit whose copy on this device was removed: the next call of `open` opens it again.
   */
  readonly forget = (stakeDB: string): void => {
    const before = this.current;
    if (before?.stakeDB !== stakeDB) return;
    this.current = null;
    setKeeping();
    closeOpened(before);
  };
}

/** Closes a unit that is no longer the current one. */
function closeOpened({ opening }: { opening: Promise<LocalUnit> }): void {
  opening
    .then((unit) => unit.close())
    .catch((cause: unknown) => {
      console.warn('A unit could not be closed.', cause);
    });
}

const KeeperContext = createContext<UnitKeeper | null>(null);

export function UnitsProvider({
  opener = openOnDevice,
  children,
}: {
  opener?: UnitOpener;
  children: ReactNode;
}) {
  const device = useDevice();
  const keeper = useMemo(() => new UnitKeeper(device, opener), [device, opener]);
  return <KeeperContext value={keeper}>{children}</KeeperContext>;
}

function useKeeper(): UnitKeeper {
  return useRequired(KeeperContext, 'UnitsProvider');
}

/** Opens a unit in addition to the current one, to read from it; the caller closes it. */
export const usePeek = () => useKeeper().peek;

/** Closes a unit whose copy on this device was removed. */
export const useForgetUnit = () => useKeeper().forget;

function asFault(cause: unknown): StorageError {
  return cause instanceof StorageError ? cause : new StorageError('failed', { cause });
}

/** Whether a unit shows invented records: a practice unit, in a demonstration or by a person's wish. */
const isInvented = (stakeDB: string, device: Device, config: KnownConfig | null): boolean =>
  isTestUnit(stakeDB) && (config?.demo === true || device.getSetting('practiceUnit') === stakeDB);

/** Invents the records of such a unit while it has none. */
async function invent(unit: LocalUnit): Promise<void> {
  const { children, mothers } = unit.snapshot();
  if (children.length + mothers.length > 0) return;
  await (await import('./demonstration.ts')).fillForDemonstration(unit);
}

/**
 * The place of a unit by the catalogue, which a unit that was open here before is shown without;
 * while the code that asks is not here, the place that was kept.
 */
async function placeNow(device: Device, stakeDB: string, kept: Place | null) {
  try {
    const { findPlace } = await import('./catalogue.ts');
    return await findPlace(device, stakeDB, new Date());
  } catch (cause) {
    if (kept === null) throw cause;
    console.warn('The place of the unit could not be looked up.', cause);
    return kept;
  }
}

function isSame(a: UnitState, b: UnitState): boolean {
  if (a.state !== 'open' || b.state !== 'open') return a.state === b.state && a.state !== 'failed';
  const { place, unit, demo } = a.opened;
  return place === b.opened.place && unit === b.opened.unit && demo === b.opened.demo;
}

/** After this time a page counts as drawn: a hidden page never is. */
const DRAWN_AFTER_MS = 300;

/** Resolves when what was just set has been drawn. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, DRAWN_AFTER_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}

/**
 * Opens a unit after checking that the catalogue has exactly this database name and that the person
 * may see it. A unit that was open here before is shown with the stored place and checked
 * afterwards: its list waits neither for the catalogue nor for the server. `fromFirstRows`: the page
 * can show `UnitSnapshot.first`; any other page waits for the whole.
 */
export function useUnitState(stakeDB: string, fromFirstRows = false): UnitState {
  const device = useDevice();
  const keeper = useKeeper();
  const session = useSession();
  const { asked } = useConfig();
  const [result, setResult] = useState<{ stakeDB: string; state: UnitState } | null>(() => {
    const opened = keeper.known(stakeDB, session);
    return opened && { stakeDB, state: { state: 'open', opened } };
  });

  useEffect(() => {
    let current = true;
    const settle = (state: UnitState) => {
      if (!current) return;
      keeper.note(stakeDB, state.state === 'open' ? state.opened : undefined);
      setResult((before) =>
        before?.stakeDB === stakeDB && isSame(before.state, state) ? before : { stakeDB, state },
      );
    };
    async function openAt(place: Place, fromFirst = false): Promise<LocalUnit | null> {
      if (!can(session, 'see-places', actionPlaceOf(place))) {
        settle({ state: 'forbidden' });
        return null;
      }
      // Only one unit is open: a page that was left would close that of the page after it.
      if (!current) return null;
      const unit = await keeper.open(stakeDB);
      await (fromFirst ? unit.firstRows() : unit.ready());
      return unit;
    }
    async function openKept(place: Place): Promise<void> {
      const unit = await openAt(place, fromFirstRows);
      if (unit === null) return;
      const { first, children, mothers } = unit.snapshot();
      // An empty unit is shown as empty only when it is certain that it stays empty.
      if (first === undefined && children.length === 0 && mothers.length === 0) return;
      const demo = isInvented(stakeDB, device, storedConfig());
      settle({ state: 'open', opened: { place, unit, demo } });
      // Reading the whole keeps the page busy, the longer the larger the unit is.
      if (first !== undefined) await drawn();
    }
    async function open(kept: Place | null): Promise<void> {
      const found = await placeNow(device, stakeDB, kept);
      const place = keepPlace(device, stakeDB, kept, found);
      if (place === null) return settle({ state: 'unknown' });
      const unit = await openAt(place);
      if (unit === null) return;
      const demo = isTestUnit(stakeDB) && isInvented(stakeDB, device, await asked);
      if (demo) await invent(unit);
      settle({ state: 'open', opened: { place, unit, demo } });
    }
    async function openAll(): Promise<void> {
      const known = keeper.known(stakeDB, session);
      const kept = known?.place ?? keptPlace(device, stakeDB);
      if (known !== null) {
        settle({ state: 'open', opened: known });
        // The page is drawn before the catalogue is asked again.
        await whenIdle();
        if (!current) return;
      } else if (kept !== null) await openKept(kept);
      await open(kept);
    }
    openAll().catch((cause: unknown) => {
      console.error('The unit could not be opened.', cause);
      settle({ state: 'failed', fault: asFault(cause) });
    });
    return () => {
      current = false;
    };
  }, [device, keeper, session, asked, stakeDB, fromFirstRows]);

  return result?.stakeDB === stakeDB ? result.state : { state: 'opening' };
}

/** What pages need of an open unit; follows the count of records that exist only on this device. */
export function useOpenUnit({ place, unit, demo }: Opened): OpenUnit {
  const { pending, sync } = useUnitSnapshot(unit);
  return useMemo(
    () => ({
      stakeDB: unit.stakeDB,
      stakeName: place.unit.stakeName,
      countryName: place.country.name,
      countryCode: place.country.code,
      place: actionPlaceOf(place),
      retired: place.unit.retired === true,
      wards: (place.unit.wards ?? []).map((ward) => ward.wardName),
      clinicPhone: place.unit.clinicPhone,
      local: unit,
      pending,
      sync,
      demo,
      timeZone: timeZoneOfUnit(unit.stakeDB),
    }),
    [place, unit, pending, sync, demo],
  );
}

async function holds(unit: LocalUnit, recordId: string): Promise<boolean> {
  await unit.ready();
  const { children, mothers } = unit.snapshot();
  return (
    children.some(({ id }) => id === recordId) ||
    mothers.some(({ id }) => id === recordId) ||
    (await unit.readChildFile(recordId)) !== null
  );
}

/** Whether a record moved from the unit to another one; not known while the code is not here. */
const hasLeft = (unit: LocalUnit, recordId: string): Promise<boolean> =>
  unit.movedTo(recordId).then(
    (home) => home !== null,
    () => false,
  );

/**
 * Searches a record in the units opened on this device, latest first. `null`: no unit has it;
 * `undefined`: still searching.
 */
export function useUnitOfRecord(recordId: string | null): string | null | undefined {
  const device = useDevice();
  const keeper = useKeeper();
  const [found, setFound] = useState<{ recordId: string; stakeDB: string | null } | null>(null);

  useEffect(() => {
    if (recordId === null) return;
    const isHere = { current: true };
    async function look(id: string): Promise<string | null> {
      for (const stakeDB of unitsInTurn(device, isHere)) {
        const unit = await keeper.peek(stakeDB);
        try {
          if ((await holds(unit, id)) || (await hasLeft(unit, id))) return stakeDB;
        } finally {
          await unit.close();
        }
      }
      return null;
    }
    look(recordId).then(
      (stakeDB) => isHere.current && setFound({ recordId, stakeDB }),
      (cause: unknown) => {
        console.error('The record could not be looked for.', cause);
        if (isHere.current) setFound({ recordId, stakeDB: null });
      },
    );
    return () => {
      isHere.current = false;
    };
  }, [device, keeper, recordId]);

  if (recordId === null) return null;
  return found?.recordId === recordId ? found.stakeDB : undefined;
}
