/** What the list can be sorted by; `first` (first name) is the order in which rows are kept. */
export const SORTS = ['first', 'family', 'worst', 'last', 'ward', 'age'] as const;
export type SortBy = (typeof SORTS)[number];

export interface ListSort {
  readonly by: SortBy;
  readonly reversed: boolean;
}

const REVERSED = '-';

/** Reads the order stored on this device; by first name when there is none, or an unknown one. */
export function sortOfSetting(stored = ''): ListSort {
  const reversed = stored.startsWith(REVERSED);
  const by = SORTS.find((each) => each === stored.slice(reversed ? REVERSED.length : 0));
  return by === undefined ? { by: 'first', reversed: false } : { by, reversed };
}

/** The order as it is stored: `age`, or `-age` for the reversed one. */
export const settingOfSort = ({ by, reversed }: ListSort) => (reversed ? REVERSED : '') + by;

/** Whether rows are in this order already. */
export const isKeptOrder = ({ by, reversed }: ListSort) => by === 'first' && !reversed;
