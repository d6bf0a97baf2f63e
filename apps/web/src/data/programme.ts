import {
  type ProgrammeRules,
  type ProgrammeSettings,
  programmeRules,
  readProgrammeSettings,
} from '@crece/domain';
import { forLast } from '../api/for-last.ts';
import { useConfig } from './config.tsx';

/** Read once for the same answer of the server, so that every caller gets the same objects. */
const readOnce = forLast((programme: unknown) => {
  const settings = readProgrammeSettings(programme);
  return { settings, rules: programmeRules(settings) };
});

/** The rules of next visits in the programme's settings; the same object for the same settings. */
export const programmeRulesOf = (programme: unknown): ProgrammeRules => readOnce(programme).rules;

/** Settings of the programme: the copy on this device until the server has sent newer ones. */
export function useProgramme(): ProgrammeSettings {
  return readOnce(useConfig().programme).settings;
}

/** The rules of next visits in these settings. */
export function useProgrammeRules(): ProgrammeRules {
  return programmeRulesOf(useConfig().programme);
}
