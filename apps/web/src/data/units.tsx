import {
  type ActionPlace,
  actionPlaceOf,
  can,
  isTestStake,
  type Place,
  timeZoneOfStake,
  todayIn,
} from '@crece/domain';
import {
  type Device,
  type LocalStake,
  openStake,
  StorageError,
  type SyncState,
} from '@crece/storage';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { findPlace } from './catalogue.ts';
import { useConfig } from './config.tsx';
import { useDevice } from './device.tsx';
import { useStakeSnapshot } from './live.ts';
import { useSession } from './session.tsx';
import { setKeeping } from './sync.ts';

/** A unit that is open on this device, with everything a page or an address needs of it. */
export interface OpenUnit {
  stakeDb: string;
  stakeName: string;
  countryName: string;
  countryCode: string;
  /** Where a right in this unit is asked about. */
  place: ActionPlace;
  /** Wards of the catalogue. */
  wards: readonly string[];
  /** Its database on this device. */
  local: LocalStake;
  /** Records that exist only on this device. */
  pending: number;
  /** What is known of its synchronisation. */
  sync: SyncState;
  /** Demonstration data, no real people. */
  demo: boolean;
  timeZone: string;
}

interface Opened {
  place: Place;
  stake: LocalStake;
  demo: boolean;
}

export type UnitState =
  | { state: 'opening' }
  | { state: 'unknown' }
  | { state: 'forbidden' }
  | { state: 'failed'; fault: StorageError }
  | { state: 'open'; opened: Opened };

/** Opens a unit's database; a test hands in its own. */
export type StakeOpener = (stakeDb: string, device: Device) => Promise<LocalStake>;

const openOnDevice: StakeOpener = (stakeDb, device) =>
  openStake(stakeDb, { device, timeZone: timeZoneOfStake(stakeDb) });

/**
 * Keeps the unit that is worked with open from page to page, one at a time: reopening at each step
 * would read its list again.
 */
class UnitKeeper {
  private readonly device: Device;
  private readonly opener: StakeOpener;
  private current: { stakeDb: string; opening: Promise<LocalStake> } | null = null;

  constructor(device: Device, opener: StakeOpener) {
    this.device = device;
    this.opener = opener;
  }

  open(stakeDb: string): Promise<LocalStake> {
    if (this.current?.stakeDb === stakeDb) return this.current.opening;
    const before = this.current;
    const opening = this.opener(stakeDb, this.device);
    this.current = { stakeDb, opening };
    opening.catch(() => {
      // A unit that did not open may be tried again.
      if (this.current?.opening === opening) this.current = null;
    });
    setKeeping();
    opening
      .then((stake) => this.keep(stake, opening))
      // Without its code the unit is synchronised by hand only, and what did not open is told.
      .catch(() => undefined);
    if (before !== null) {
      before.opening
        .then((stake) => stake.close())
        .catch((cause: unknown) => {
          console.warn('The unit before could not be closed.', cause);
        });
    }
    return opening;
  }

  /** Synchronises it by itself, for whoever may. */
  private async keep(stake: LocalStake, opening: Promise<LocalStake>): Promise<void> {
    const { keepUnit } = await import('./keep-unit.ts');
    if (this.current?.opening === opening) keepUnit(stake, this.device);
  }

  /** Opens a unit besides the current one for a look; the caller closes it. */
  readonly peek = (stakeDb: string): Promise<LocalStake> => this.opener(stakeDb, this.device);

  /** Closes a unit whose copy was removed: whoever opens it next begins anew. */
  readonly forget = (stakeDb: string): void => {
    const before = this.current;
    if (before?.stakeDb !== stakeDb) return;
    this.current = null;
    setKeeping();
    before.opening
      .then((stake) => stake.close())
      .catch((cause: unknown) => {
        console.warn('The removed unit could not be closed.', cause);
      });
  };
}

const KeeperContext = createContext<UnitKeeper | null>(null);

export function UnitsProvider({
  opener = openOnDevice,
  children,
}: {
  opener?: StakeOpener;
  children: ReactNode;
}) {
  const device = useDevice();
  const keeper = useMemo(() => new UnitKeeper(device, opener), [device, opener]);
  return <KeeperContext value={keeper}>{children}</KeeperContext>;
}

function useKeeper(): UnitKeeper {
  const keeper = use(KeeperContext);
  if (keeper === null) throw new Error('units outside of UnitsProvider');
  return keeper;
}

/** Opens a unit besides the current one for a look; the caller closes it. */
export const usePeek = () => useKeeper().peek;

/** Closes a unit whose copy on this device was removed. */
export const useForgetUnit = () => useKeeper().forget;

async function fillForDemonstration(stake: LocalStake): Promise<void> {
  const { children, mothers } = stake.snapshot();
  if (children.length > 0 || mothers.length > 0) return;
  const { demoRecords } = await import('@crece/domain/demo');
  const today = todayIn(timeZoneOfStake(stake.stakeDb), new Date());
  const demo = demoRecords({ stakeDb: stake.stakeDb, today });
  await stake.fill([...demo.children, ...demo.screenings, ...demo.mothers]);
}

function asFault(cause: unknown): StorageError {
  return cause instanceof StorageError ? cause : new StorageError('failed', { cause });
}

/** Opens a unit after checking that the catalogue knows exactly this database. */
export function useUnitState(stakeDb: string): UnitState {
  const device = useDevice();
  const keeper = useKeeper();
  const session = useSession();
  const { asked } = useConfig();
  const [result, setResult] = useState<{ stakeDb: string; state: UnitState } | null>(null);

  useEffect(() => {
    let current = true;
    async function open(): Promise<UnitState> {
      const place = await findPlace(device, stakeDb, new Date());
      if (place === null) return { state: 'unknown' };
      if (!can(session, 'see-places', actionPlaceOf(place))) return { state: 'forbidden' };
      const stake = await keeper.open(stakeDb);
      await stake.ready();
      const demo = isTestStake(stakeDb) && (await asked).demo;
      if (demo) await fillForDemonstration(stake);
      return { state: 'open', opened: { place, stake, demo } };
    }
    open().then(
      (state) => current && setResult({ stakeDb, state }),
      (cause: unknown) => {
        console.error('The unit could not be opened.', cause);
        if (current) setResult({ stakeDb, state: { state: 'failed', fault: asFault(cause) } });
      },
    );
    return () => {
      current = false;
    };
  }, [device, keeper, session, asked, stakeDb]);

  return result?.stakeDb === stakeDb ? result.state : { state: 'opening' };
}

/** What pages get of an open unit; follows the count of records that exist only here. */
export function useOpenUnit({ place, stake, demo }: Opened): OpenUnit {
  const { pending, sync } = useStakeSnapshot(stake);
  return useMemo(
    () => ({
      stakeDb: stake.stakeDb,
      stakeName: place.stake.stakeName,
      countryName: place.country.name,
      countryCode: place.country.code,
      place: actionPlaceOf(place),
      wards: (place.stake.wards ?? []).map((ward) => ward.wardName),
      local: stake,
      pending,
      sync,
      demo,
      timeZone: timeZoneOfStake(stake.stakeDb),
    }),
    [place, stake, pending, sync, demo],
  );
}

async function holds(stake: LocalStake, recordId: string): Promise<boolean> {
  await stake.ready();
  const { children, mothers } = stake.snapshot();
  return (
    children.some(({ id }) => id === recordId) ||
    mothers.some(({ id }) => id === recordId) ||
    (await stake.readChildFile(recordId)) !== null
  );
}

/** Looks for a record in the units opened on this device, latest first; `null` when none has it. */
export function useUnitOfRecord(recordId: string | null): string | null | undefined {
  const device = useDevice();
  const keeper = useKeeper();
  const [found, setFound] = useState<{ recordId: string; stakeDb: string | null } | null>(null);

  useEffect(() => {
    if (recordId === null) return;
    let current = true;
    async function look(id: string): Promise<string | null> {
      for (const { stakeDb } of device.unitsOpened()) {
        const stake = await keeper.peek(stakeDb);
        try {
          if (await holds(stake, id)) return stakeDb;
        } finally {
          await stake.close();
        }
      }
      return null;
    }
    look(recordId).then(
      (stakeDb) => current && setFound({ recordId, stakeDb }),
      (cause: unknown) => {
        console.error('The record could not be looked for.', cause);
        if (current) setFound({ recordId, stakeDb: null });
      },
    );
    return () => {
      current = false;
    };
  }, [device, keeper, recordId]);

  if (recordId === null) return null;
  return found?.recordId === recordId ? found.stakeDb : undefined;
}
