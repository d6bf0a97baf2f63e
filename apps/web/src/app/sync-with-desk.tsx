import { PAGES as OF_SYNC } from '../features/sync/pages.ts';
import { sameAhead } from './same-ahead.ts';
import { SyncDesk } from './sync-desk.tsx';

/**
 * The pages of synchronisation, with what other features give to the page of a unit: the
 * coordinator's part, and the search for children that may be one.
 */
export const PAGES = {
  ...OF_SYNC,
  sync: async () => {
    const SyncPage = await OF_SYNC.sync();
    return () => <SyncPage desk={SyncDesk} sameAhead={sameAhead} />;
  },
};
