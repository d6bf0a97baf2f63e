import { openPhoneLog, PHONES_DATABASE } from '../phones/phone-log.ts';
import { phoneNeeds } from '../phones/phone-needs.ts';
import { type DoctorCheck, warning } from './finding.ts';

/** Records that are only on a phone are lost with it. */
export const waitingPhones: DoctorCheck = {
  name: 'phones',
  async look({ stores, clock }) {
    if (stores === null || !(await stores.has(PHONES_DATABASE))) return [];
    const log = await openPhoneLog({ stores, clock });
    const served = await log.served();
    let [phones, records] = [0, 0];
    for await (const note of log.all()) {
      if (!phoneNeeds(note, clock(), served).includes('unsent')) continue;
      phones += 1;
      records += note.report.unsent;
    }
    if (phones === 0) return [];
    return [
      warning(
        `${phones} phones hold ${records} records that were not sent for 14 days or more; a lost phone takes them with it.`,
        'People › Phones in the application says whose; ask them to synchronise',
      ),
    ];
  },
};
