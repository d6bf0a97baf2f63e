import { storedSettings } from '../settings/programme-store.ts';
import { misspeltVariables } from '../start/misspelt-variables.ts';
import { type DoctorCheck, type DoctorFinding, fault, warning } from './finding.ts';

/** A variable that has no effect. */
export const misspelt: DoctorCheck = {
  name: 'names of settings',
  async look({ environment }) {
    return misspeltVariables(environment).map((sentence) =>
      warning(sentence, 'correct the name in .env or in the service'),
    );
  },
};

/** Settings with which no server starts: what they say comes before every other check. */
export function settingsFindings(problems: readonly string[]): readonly DoctorFinding[] {
  return problems.map((problem) =>
    fault(
      `${problem}.`.replace(/\.\.$/, '.'),
      'correct it in .env or in the service (.env.example has every setting)',
    ),
  );
}

/** A variable that the settings of the programme, which an administrator sets on a page, override. */
export const overridden: DoctorCheck = {
  name: 'retention',
  async look({ environment, config, stores }) {
    const given = environment['CRECE_AUDIT_DAYS'] ?? '';
    if (stores === null || given === '') return [];
    const { auditDays } = await storedSettings(stores);
    if (auditDays === null || auditDays === config.auditDays) return [];
    return [
      warning(
        `The settings of the programme keep the audit log for ${auditDays} days: CRECE_AUDIT_DAYS=${given} has no effect.`,
        'take CRECE_AUDIT_DAYS away, or empty the field on the page of the settings',
      ),
    ];
  },
};
