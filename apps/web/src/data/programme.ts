import {
  type NextVisitRules,
  nextVisitRules,
  type ProgrammeSettings,
  readProgrammeSettings,
} from '@crece/domain';
import { useConfig } from './config.tsx';

interface Read {
  programme: unknown;
  settings: ProgrammeSettings;
  rules: NextVisitRules;
}

let read: Read | null = null;

/** Read once for the same answer of the server, so that every caller gets the same objects. */
function readOnce(programme: unknown): Read {
  if (read === null || read.programme !== programme) {
    const settings = readProgrammeSettings(programme);
    read = { programme, settings, rules: nextVisitRules(settings) };
  }
  return read;
}

/** The rules of next visits in the programme's settings; the same object for the same settings. */
export const nextVisitRulesOf = (programme: unknown): NextVisitRules => readOnce(programme).rules;

/** Settings of the programme: the copy on this device until the server has sent newer ones. */
export function useProgramme(): ProgrammeSettings {
  return readOnce(useConfig().programme).settings;
}

/** The rules of next visits in these settings. */
export function useNextVisitRules(): NextVisitRules {
  return nextVisitRulesOf(useConfig().programme);
}
