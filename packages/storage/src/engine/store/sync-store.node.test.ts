import { onTestFinished } from 'vitest';
import { openPhone } from '../../testing/phone.ts';
import { describeSyncStore } from '../../testing/sync-store-suite.ts';

describeSyncStore(async () => {
  const phone = await openPhone({ stakeDB: 'test_stake_gtm' });
  onTestFinished(() => phone.close());
  return phone.engine.store;
});
