import { type ProgrammeSettings, readProgrammeSettings } from '@crece/domain';
import { useMemo } from 'react';
import { useConfig } from './config.tsx';

/** The settings of the programme: as kept on this device until the server has told newer ones. */
export function useProgramme(): ProgrammeSettings {
  const { programme } = useConfig();
  return useMemo(() => readProgrammeSettings(programme), [programme]);
}
