import { PAGES as OF_SYNC } from '../features/sync/pages.ts';
import { SyncDesk } from './sync-desk.tsx';

/** The pages of synchronisation, with the coordinator's part on the page of a unit. */
export const PAGES = {
  ...OF_SYNC,
  sync: async () => {
    const SyncPage = await OF_SYNC.sync();
    return () => <SyncPage desk={SyncDesk} />;
  },
};
