import type { Config } from '../start/config.ts';
import type { RunningNote } from '../start/running-note.ts';
import type { Stores } from '../store/document-store.ts';
import type { Disk } from '../watch/readiness.ts';

/** What a check has found amiss. */
export interface DoctorFinding {
  /** `fault`: somebody loses something, now or soon; `warning`: an operator should see to it. */
  readonly level: 'fault' | 'warning';
  /** In a sentence. */
  readonly says: string;
  /** The command, or the setting, that mends it. */
  readonly mend: string;
}

/** What the checks look at. */
export interface DoctorParts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  /** The databases; `null`: they could not be opened, which is a finding by itself. */
  readonly stores: Stores | null;
  /** The server that runs on the data folder; `null`: none does. */
  readonly server: RunningNote | null;
  readonly clock: () => Date;
  /** The user as whom this runs; `null`: the system has no such numbers. */
  readonly uid: number | null;
  readonly disk: (folder: string) => Promise<Disk>;
  /** A time server to compare the clock with, `host` or `host:port`; `null`: none is asked. */
  readonly ntp: string | null;
}

export interface DoctorCheck {
  /** In two or three words. */
  readonly name: string;
  /** Empty: all is well. */
  readonly look: (parts: DoctorParts) => Promise<readonly DoctorFinding[]>;
}

export const fault = (says: string, mend: string): DoctorFinding => ({
  level: 'fault',
  says,
  mend,
});
export const warning = (says: string, mend: string): DoctorFinding => ({
  level: 'warning',
  says,
  mend,
});
