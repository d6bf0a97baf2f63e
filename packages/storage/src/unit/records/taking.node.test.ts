import { onTestFinished } from 'vitest';
import { openPhone } from '../../testing/phone.ts';
import { describeRecords } from '../../testing/records-suite.ts';

describeRecords(async () => {
  const phone = await openPhone({ stakeDB: 'test_stake_gtm' });
  onTestFinished(() => phone.close());
  return phone.engine.store;
});
