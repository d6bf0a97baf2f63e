import { type IsoDate, isIsoDate } from '@crece/domain';
import { useSearchParams } from 'react-router';
import { useSetting } from '../../data/device.tsx';

const DAY_PARAM = 'day';

/**
 * The day that the page shows: the one in the address if it is before today, else today. Today is
 * never written into the address, so that at midnight the page goes on with the new day.
 */
export function useChosenDay(today: IsoDate): readonly [IsoDate, (day: IsoDate) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(DAY_PARAM) ?? '';
  const day = isIsoDate(asked) && asked < today ? asked : today;
  const choose = (next: IsoDate) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(DAY_PARAM);
        if (next < today) after.set(DAY_PARAM, next);
        return after;
      },
      { replace: true },
    );
  return [day, choose];
}

/** Whether today was closed on this device: until midnight of the unit, or until it is opened again. */
export function useClosedDay(
  stakeDB: string,
  today: IsoDate,
): { isClosed: boolean; setClosed: (isClosed: boolean) => void } {
  const [closed = {}, setAll] = useSetting('closedDays');
  return {
    isClosed: closed[stakeDB] === today,
    setClosed: (isClosed) => {
      const { [stakeDB]: _before, ...others } = closed;
      setAll(isClosed ? { ...others, [stakeDB]: today } : others);
    },
  };
}
