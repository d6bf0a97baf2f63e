import type { ClinicOutcome, ReferralOutcome, ScreeningFields } from '@crece/domain';

interface Who {
  who: number;
  pick: number;
}

export interface VisitAct extends Who {
  fields: Measured;
  ago: number;
}

/** An act on a child of a phone. */
export type ChildAct =
  | ({ what: 'screen' } & VisitAct)
  | ({ what: 'edit' } & VisitAct)
  | ({ what: 'outcome'; word: ReferralOutcome; after: number } & Who)
  | ({ what: 'depart'; word: 'died' | 'moved-away' } & Who)
  | ({ what: 'rebirth'; months: number } & Who)
  | ({ what: 'move' } & Who)
  | ({ what: 'remove' } & Who)
  | ({ what: 'drop' } & Who)
  | ({ what: 'strike' } & Who)
  | ({ what: 'unmerge' } & Who);

/** What a person does on a phone, or on the server; it names nothing that may not be there. */
export type InSightAct =
  | ChildAct
  | { what: 'register'; who: number; months: number }
  | ({ what: 'upload' } & VisitAct)
  | { what: 'clash'; pick: number; fields: Measured; other: Measured }
  | ({ what: 'answer'; word: ClinicOutcome; after: number; by: 'slip' | 'code' } & Who)
  | ({ what: 'putBack' } & Who)
  | ({ what: 'merge'; takes: boolean } & VisitAct)
  | { what: 'travel'; pick: number }
  | { what: 'erase'; pick: number }
  | ({ what: 'sync' } & Who)
  | ({ what: 'meet' } & Who)
  | ({ what: 'settle'; parity: boolean } & Who)
  | { what: 'wait'; days: number };

/** The measures of a visit, as far as somebody took them. */
export type Measured = Pick<
  ScreeningFields,
  'height' | 'weight' | 'muac' | 'oedema' | 'outsideLimits'
>;
