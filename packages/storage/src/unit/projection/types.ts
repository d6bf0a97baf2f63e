import type {
  FamilyFacts,
  IsoDate,
  LeadingSign,
  MarkColour,
  MemberStatus,
  MuacBand,
  Screening,
  Sex,
  StandingFacts,
  StatusColor,
  StoredZScores,
  SupplementType,
  ZscoreStatus,
} from '@crece/domain';
import type { StorageError } from '../../base/storage-error.ts';
import type { SyncState } from '../known/types.ts';
import type { UnreadableDocument } from '../records/unreadable-document.ts';

/** What a list needs of a child's newest screening, as reading shows it. */
export interface NewestOfRow {
  id: string;
  surveyDate: IsoDate;
  /** The worst sign and the colour that it is drawn in. */
  sign: LeadingSign;
  colour: MarkColour;
  monthAge?: number;
  /** False: asked about and declined. */
  ageOverride?: number | false;
  muac?: number;
  /** A figure cannot be right and is to be measured again. */
  isImplausible?: true;
  muacBand?: MuacBand;
  oedema?: boolean;
  zScore: StoredZScores;
  zScoreConfirmed?: true;
  zscoreStatus?: ZscoreStatus;
  statusColor?: StatusColor;
  /** By the age at that screening; today's need is `supplementOn` of the domain. */
  supType: SupplementType;
  bmi?: number;
  obese?: boolean;
  /** It reads otherwise than it was told at the screening, or by figures whose measures are missing. */
  isWorkedOutAnew?: true;
  /** A measure, the birth date or the sex waits for a choice: this is the severest outcome. */
  isContested?: true;
  /** While it is contested: the first day on which food may be named. */
  foodFrom?: IsoDate;
}

/** By what a child is found beside its own names: those in another record of it. */
export type OtherNamesOfRow = Pick<
  ChildRow,
  | 'firstName'
  | 'lastName'
  | 'birthDate'
  | 'mother'
  | 'searchKey'
  | 'motherKey'
  | 'moreKey'
  | 'cardNumber'
>;

/** A referral slip's number, and the day of the screening that carries it. */
export type SlipOfRow = readonly [slip: string, surveyDate: IsoDate];

/** One child as lists, search and filters see it. Identity is stable until the child changes. */
export interface ChildRow {
  id: string;
  firstName: string;
  lastName: string;
  gender: Sex;
  birthDate: IsoDate;
  birthDateEstimated?: true;
  ward?: string;
  mother?: string;
  phone?: string;
  idGroup?: string;
  memberStatus: MemberStatus;
  /** First and last name folded (no case, no accents), separated by one blank. */
  searchKey: string;
  /** The mother's name folded in the same way; absent without a mother. */
  motherKey?: string;
  /** The programme's own number on the child's card, as it was typed. */
  cardNumber?: string;
  /** Where the family is found, or what it is called there. */
  landmark?: string;
  /** Card number and landmark folded in the same way; absent without both. */
  moreKey?: string;
  /** The slips of the child's screenings; absent for one that was never referred. */
  slips?: readonly SlipOfRow[];
  /** Names in the other records of the same child; absent for one that was registered once. */
  others?: readonly OtherNamesOfRow[];
  screeningCount: number;
  newest?: NewestOfRow;
  /** Whether and how its family is written to; absent where the record says nothing of it. */
  family?: FamilyFacts;
  /** What all screenings say together: `standingOn` of the domain tells how the child stands today. */
  standing: StandingFacts;
  /** A screening is dated after tomorrow: "date to be checked"; it never counts as the newest. */
  dateToCheck?: true;
  /** The child or one of its screenings exists only on this device. */
  pending: boolean;
}

export interface MotherRow {
  id: string;
  firstName: string;
  lastName: string;
  memberStatus: MemberStatus;
  deliveryDate?: IsoDate;
  childsBirthDate?: IsoDate;
  ward?: string;
  phone?: string;
  searchKey: string;
  pending: boolean;
}

/** The beginning of the list of children, shown before all rows are read. */
export interface FirstRows {
  /** The first children in the order of `UnitSnapshot.children`, as they are now. */
  rows: readonly ChildRow[];
  /** Number of all children that have not graduated; absent when it must be counted again. */
  total?: number;
  /** Unreadable documents and screenings whose child is not here. */
  unreadable: readonly { id: string; childId?: string }[];
}

/** What was decided about pairs of children's records. */
export interface DecidedPairs {
  /** For each of several records of one child, the id under which the child is listed. */
  leads: ReadonlyMap<string, string>;
  /** For a record, those that are of another child. */
  apart: ReadonlyMap<string, readonly string[]>;
}

/** Everything lists need of a unit. The object is the same until something changes. */
export interface UnitSnapshot {
  /** `failed`: the records could not be read; `fault` says why. */
  state: 'loading' | 'ready' | 'failed';
  fault?: StorageError;
  /**
   * Only while the rest is loading: the list's beginning. `pending`, `sync` and `wards` are those of
   * the whole unit then; the other lists are still empty.
   */
  first?: FirstRows;
  /** Sorted by folded first name, last name, id. */
  children: readonly ChildRow[];
  mothers: readonly MotherRow[];
  /** Wards found in the data, trimmed, sorted, each once. */
  wards: readonly string[];
  unreadable: readonly UnreadableDocument[];
  /** Screenings whose child is not here. */
  orphans: readonly Screening[];
  /** Records (removed ones too) that exist only on this device. */
  pending: number;
  sync: SyncState;
  /** Absent when nothing was decided about any record. */
  pairs?: DecidedPairs;
}
