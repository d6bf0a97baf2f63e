import { type ProgrammeSettings, readProgrammeSettings } from '@crece/domain';
import { useMemo } from 'react';
import { useConfig } from './config.tsx';

/** Settings of the programme: the copy on this device until the server has sent newer ones. */
export function useProgramme(): ProgrammeSettings {
  const { programme } = useConfig();
  return useMemo(() => readProgrammeSettings(programme), [programme]);
}
