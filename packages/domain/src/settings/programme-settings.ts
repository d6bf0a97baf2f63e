/** What an organisation may set for its programme. */
export interface ProgrammeSettings {
  /** A baby under 6 months with a MUAC below this is at risk of poor growth; cm, local practice. */
  readonly infantMuacLine: number;
}

export const DEFAULT_PROGRAMME_SETTINGS: ProgrammeSettings = { infantMuacLine: 11 };
