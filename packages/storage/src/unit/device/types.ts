import type {
  Account,
  Country,
  FamilyText,
  IsoDate,
  IsoInstant,
  MessageDetails,
  MessageWay,
} from '@crece/domain';
import type { FileMark } from '../../base/file-mark.ts';

/** Settings of this device, by key. */
export interface DeviceSettings {
  /** The name that stands as interviewer when nobody is signed in. */
  screenerName: string;
  /** How the age of the last new child was entered, and its membership: proposed for the next one. */
  lastNewChild: { ageBy: 'date' | 'months'; memberStatus: string };
  /** When the person last refused to install the application. */
  installRefusedAt: IsoInstant;
  /** The practice unit that this device fills with invented children. */
  practiceUnit: string;
  /** Filter of the children list, by the letter in its address. */
  colorFilter: string;
  /** Order of the children list: what it is sorted by, with `-` in front when it is reversed. */
  listSort: string;
  /** Ward chosen in each unit's list. */
  wardByUnit: Readonly<Record<string, string>>;
  /** The unit worked with last. */
  lastUnit: {
    stakeDB: string;
    stakeName: string;
    countryName?: string;
    countryCode?: string;
  };
  /** The country or unit whose overview was opened last. */
  lastDesk: { country: string; stakeDB?: string };
  /** Of each unit opened here, its country with this unit alone, as the catalogue had it last. */
  placeByUnit: Readonly<Record<string, Country>>;
  /** The measures that were chosen for new screenings, and the day on which. */
  measuresOfDay: { day: IsoDate; measures: 'muac' | 'all' };
  /** Of each unit, what fills the messages to families: day, time, place, what to bring. */
  messageDetails: Readonly<Record<string, Partial<Record<FamilyText, MessageDetails>>>>;
  /** How the last message to a family was opened. */
  messageWay: MessageWay;
  /** Of each unit, the day that was closed here: nobody else is awaited on it. */
  closedDays: Readonly<Record<string, IsoDate>>;
  /** Children whom somebody here asked to move, until the server has moved them. */
  moves: readonly WaitingMove[];
  /** Server clock minus device clock in milliseconds, by the last answer of the catalogue. */
  clockDifference: number;
  theme: 'light' | 'dark' | 'system';
  /** Whether a unit is synchronised by itself for those who may; on unless switched off. */
  backgroundSync: 'on' | 'off';
  /** The person allowed synchronisation by itself on a connection that costs by the byte. */
  syncOnMetered: boolean;
  /** Whether this phone tells administrators how it is; on unless switched off. */
  phoneReports: 'on' | 'off';
  /** The last backup file that was saved on this device. */
  lastBackup: { at: IsoInstant; records: number };
  /** Of each unit, the last file that was handed over to another device. */
  handedOver: Readonly<Record<string, HandedOver>>;
  /** Minutes without a touch after which the application locks, when there is a PIN. */
  lockMinutes: number;
  /** Columns of uploaded files chosen by hand, for each set of headings, the last used first. */
  importColumnSets: readonly KeptColumns[];
}

/** A child that is to move to another unit as soon as the server can be asked. */
export interface WaitingMove {
  /** The child, and the unit in which it lives. */
  childId: string;
  from: string;
  /** The unit to which it moves, and its name. */
  to: string;
  toName: string;
  askedAt: IsoInstant;
  /** Whoever asked may not move it: somebody of the other unit decides. */
  propose?: true;
  /** The server was asked, and may have answered: only it knows whether the child has moved. */
  asked?: true;
  /** The server has the proposal, and nobody has decided yet. */
  proposed?: true;
  /** Why the server does not move it, in one of its codes; absent: it may do so. */
  refused?: string;
}

/** The columns chosen by hand for files with these headings. */
export interface KeptColumns {
  headings: string;
  /** Heading, or place (`#1`), to field; the empty text for a column that is not read. */
  columns: Readonly<Record<string, string>>;
}

/** A file with a unit's unsent records that was handed over to another device. */
export interface HandedOver {
  at: IsoInstant;
  mark: FileMark;
}

/** A person who can open this device's lock with a PIN. */
export interface KnownPerson {
  /** As the server told it last; rights without a connection come from it. */
  account: Account;
  /** Wrong PINs in a row. */
  failures: number;
  /** No try counts before this moment. */
  blockedUntil: IsoInstant | null;
  /** When the person was last let in by this device. */
  lastIn: IsoInstant;
}

/** What came of a typed PIN; `waitSeconds` is how long the next try must wait. */
export type PinAnswer =
  | { ok: true; person: KnownPerson }
  | { ok: false; code: 'pin-wrong'; waitSeconds: number }
  | { ok: false; code: 'pin-wait'; waitSeconds: number }
  | { ok: false; code: 'person-unknown' };

/**
 * The people known to this device and their PINs. A PIN keeps honest people apart: nothing is
 * encrypted with it.
 */
export interface People {
  /** Who was let in last stands first. */
  list(): Promise<readonly KnownPerson[]>;
  /** Keeps or replaces the PIN, which the caller has checked by domain's `checkPin`. */
  setPin(account: Account, pin: string): Promise<void>;
  /** Counts the try before it is looked at, so that tabs at once and reloads save nobody a delay. */
  tryPin(accountId: string, pin: string): Promise<PinAnswer>;
  /** Takes over names, roles and scope of somebody who is known; nothing for others. */
  renew(account: Account): Promise<void>;
  /** The person and the PIN leave this device. */
  forget(accountId: string): Promise<void>;
}

/** Where people are kept: each change is one durable transaction, and other tabs are told. */
export interface PeopleStore {
  all(): Promise<readonly unknown[]>;
  update<T>(accountId: string, change: (stored: unknown) => T): Promise<T>;
}

/**
 * What was typed into forms and not yet saved, kept over reload, crash and update. The key names
 * form and record; before it stands whose it is, `<account id>:`, nothing for the device's guest.
 */
export interface Drafts {
  /** The value kept last, or null; the caller checks its shape (an older version may have written it). */
  load(key: string): Promise<unknown>;
  /**
   * Keeps the value at once. May be called at every key stroke: while one write runs only the newest
   * value waits. Resolves when this value or a later one is kept.
   */
  save(key: string, value: unknown): Promise<void>;
  /** Forgets the draft, also one that is just being written. */
  discard(key: string): Promise<void>;
  /** The keys of everybody's drafts. */
  list(): Promise<readonly string[]>;
  /** Drafts whose keys begin so become the guest's, unless the guest has one of that form. */
  handOver(from: string): Promise<void>;
  /** Resolves when everything handed over so far is kept. */
  flush(): Promise<void>;
  /**
   * Calls `lost` when the browser may have removed what is kept, as when site data is cleared; returns
   * the way to stop.
   */
  subscribeToLoss(lost: () => void): () => void;
}

/** The local copy of the country list. */
export interface LocalCatalogue {
  /** What is kept, or null when there is none (or none that is readable). */
  load(): Promise<{ countries: unknown; fetchedAt?: IsoInstant } | null>;
  save(countries: readonly object[], fetchedAt: Date): Promise<void>;
}

export interface UnitOpened {
  stakeDB: string;
  openedAt: IsoInstant;
}

export interface StorageState {
  /** The browser promised not to evict our data. */
  persisted: boolean;
  /** Bytes; null when the browser does not say. */
  usage: number | null;
  /** Bytes; null when the browser does not say, as Chrome from 138 on. */
  quota: number | null;
  /** Less than a tenth, or less than 50 MB, is left, as far as the browser says. */
  low: boolean;
}

/** The local database was found empty or replaced although it had been in use. */
export interface VanishedData {
  /** When the records were last seen. */
  seenAt: IsoInstant;
  /** How many children and mothers there were then; 0: not known. */
  records: number;
  /** Records that existed only on this device then. */
  pending: number;
  /** When the unit had last been synchronised to the end; null: never. */
  syncedAt: IsoInstant | null;
}

/** A unit whose records are gone from this device, as long as nobody has read it. */
export interface MissedUnit {
  stakeDB: string;
  /** Records that existed only on this device. */
  pending: number;
}

/** What belongs to the device and not to a unit. */
export interface Device {
  /** Random id of this installation, kept as long as its data. */
  readonly id: string;
  /** Changes of settings, here and in other tabs. */
  subscribe(listener: () => void): () => void;
  getSetting<K extends keyof DeviceSettings>(key: K): DeviceSettings[K] | undefined;
  /** Takes effect at once in this tab; resolves when kept. */
  setSetting<K extends keyof DeviceSettings>(key: K, value: DeviceSettings[K]): Promise<void>;
  /** Counters, such as screenings of the country page. */
  getCounter(name: string): number;
  setCounter(name: string, value: number): Promise<void>;
  /** Units opened on this device, latest first. */
  unitsOpened(): readonly UnitOpened[];
  /** Units whose records vanished from this device, opened since or not. */
  unitsMissed(): Promise<readonly MissedUnit[]>;
  readonly drafts: Drafts;
  readonly catalogue: LocalCatalogue;
  /** People and PINs; their code is loaded when it is first asked for. Changes are told too. */
  people(): Promise<People>;
  storageState(): Promise<StorageState>;
  /** Asks the browser to keep our data; false when it refuses or cannot. */
  requestPersistence(): Promise<boolean>;
  close(): Promise<void>;
}
