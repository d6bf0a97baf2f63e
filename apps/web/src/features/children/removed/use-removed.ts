import type { RemovedRecord } from '@crece/storage';
import { useEffect, useState } from 'react';
import { fetchRemoved } from '../../../api/sync.ts';
import { useUnitSnapshot } from '../../../data/live.ts';
import { useOnline } from '../../../data/online.ts';
import { useCan, useSignIn } from '../../../data/session.tsx';
import type { OpenUnit } from '../../../data/units.tsx';

/** The removed records of a unit. */
export interface RemovedList {
  /** Null while they are read; `failed`: this device could not read them. */
  records: readonly RemovedRecord[] | 'failed' | null;
  /** Whether the server's list is among them; otherwise they are those that this device knows. */
  isFromServer: boolean;
}

/** The documents of the server's list; `undefined` while it is asked, null when it cannot be. */
function useServerList(unit: OpenUnit): readonly unknown[] | null | undefined {
  const { isServerSession } = useSignIn();
  const maySync = useCan('sync', unit.place) && isServerSession && unit.demo !== true;
  const mayAsk = useOnline() && maySync;
  const [list, setList] = useState<readonly unknown[] | null | undefined>(undefined);
  const { stakeDB } = unit;
  useEffect(() => {
    if (!mayAsk) return;
    const controller = new AbortController();
    fetchRemoved(stakeDB, controller.signal).then(setList, () => {
      if (!controller.signal.aborted) setList(null);
    });
    return () => controller.abort();
  }, [stakeDB, mayAsk]);
  return mayAsk ? list : (list ?? null);
}

/**
 * The records removed lately: the server's list with what is not sent yet when it can be asked, else
 * those that were removed while this device had the unit.
 */
export function useRemoved(unit: OpenUnit): RemovedList {
  const fromServer = useServerList(unit);
  const { local } = unit;
  const { children, mothers, sync } = useUnitSnapshot(local);
  const [shown, setShown] = useState<RemovedList>({ records: null, isFromServer: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change may remove or put back
  useEffect(() => {
    if (fromServer === undefined) return;
    let isCurrent = true;
    const show = (records: RemovedList['records'], isFromServer: boolean) => {
      if (isCurrent) setShown({ records, isFromServer });
    };
    local
      .removedRecords(fromServer)
      .then((records) => show(records, fromServer !== null))
      // What the server answered could not be used: what is here is shown all the same.
      .catch(async () => show(await local.removedRecords(null), false))
      .catch(() => show('failed', false));
    return () => {
      isCurrent = false;
    };
  }, [local, fromServer, children, mothers, sync]);
  return shown;
}
