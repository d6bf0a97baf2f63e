import type { Limits } from '../base/limits.ts';
import type {
  ActionCode,
  ClinicAnswer,
  Consent,
  Home,
  IsoDate,
  MemberStatus,
  Messaged,
  OutsideLimits,
  SameAs,
  Sex,
  StoredZScores,
  ToldAssessment,
} from '../base/words.ts';

/** The type of a stored value for each kind; `word` is a word of the field's own list. */
interface KindValues {
  /** Text that is absent when empty. */
  text: string;
  /** Text that is empty when missing: a record has at least one of its names. */
  name: string;
  date: IsoDate;
  sex: Sex;
  membership: MemberStatus;
  /** Yes or no; absent when not asked. */
  answer: boolean;
  /** True or absent. */
  mark: true;
  number: number;
  /** A measurement by scale or tape, above 0; absent when not measured. */
  measure: number;
  /**
   * An age in months used instead of the calendar age; false when the person was asked and
   * declined.
   */
  override: number | false;
  /** Measures outside the form's limits, kept apart from the measures that rules use. */
  outside: OutsideLimits;
  zScores: StoredZScores;
  actions: ActionCode[];
  told: ToldAssessment;
  /** Decisions about other records, sorted by their ids. */
  sameAs: readonly SameAs[];
  consent: Consent;
  /** Where the record was before, the first home first. */
  homes: readonly Home[];
  /** The codes of printed slips, sorted. */
  slips: readonly string[];
  /** Sorted by day and outcome. */
  clinicAnswers: readonly ClinicAnswer[];
  messaged: Messaged;
}

export type FieldKind = keyof KindValues | 'word';

/** Why the gate refuses a record because of one field. */
export type FieldRefusal =
  | 'gender-invalid'
  | 'birth-date-invalid'
  | 'owner-missing'
  | 'survey-date-invalid'
  | 'height-invalid'
  | 'weight-invalid'
  | 'muac-invalid';

/**
 * The complete definition of one field of a record. A record's table lists its fields in the order
 * in which the conflict page asks about them.
 */
export interface Field {
  readonly kind: FieldKind;
  /**
   * Who sets the value: a `person` types or answers it in the record's form, a person adds it later
   * in a form of its own (`follow-up`), `rules` calculate it, or it belongs to the `record` from its
   * creation and no form changes it.
   */
  readonly by: 'person' | 'follow-up' | 'rules' | 'record';
  /**
   * Every record has it: without a value the gate refuses the record, or stores the kind's empty
   * value.
   */
  readonly always?: true;
  /**
   * Why the gate refuses a record with an unreadable value. Without a refusal the value is dropped.
   */
  readonly refusal?: FieldRefusal;
  /** The allowed words of a `word`. */
  readonly words?: readonly string[];
  /** A stored number outside these limits is dropped. */
  readonly limits?: Limits;
  /** The unit of a `measure`. */
  readonly unit?: 'cm' | 'kg';
  /** Limits for typing a `measure`, by the completed months. */
  readonly typedLimits?: (completedMonths: number) => Limits;
  /** The assessment uses it: while it is in conflict, the most severe outcome is shown. */
  readonly decides?: true;
  /** Path of the field in older systems. */
  readonly olderPlace?: readonly [string] | readonly [string, string];
  /** A `sex` that is read from the child when the record does not repeat it. */
  readonly ofChild?: true;
  /**
   * What a merge of two phones' edits does when both changed the field differently. Absent: a
   * person is asked. `winner`: the winner's value stays. `figures`: no question; the field is
   * decided with the measures that a person is asked about, and without any the winner's value
   * stays. `union`: what either side says stays, put together. `refused`: of two changes the refusal
   * counts. `latest`: of two changes the one of the later day counts. What the last three put together
   * says `joinField` of packages/replication.
   */
  readonly merge?: 'winner' | 'figures' | 'union' | 'refused' | 'latest';
  /**
   * Name of the question about it; absent: the field's own name. Fields with the same question are
   * asked about once and come from one side; the first in the table leads. `other`: the general
   * question without a sentence of its own.
   */
  readonly question?: string;
  /** The part of the screening form that asks for it. */
  readonly part?: 'family-health-plan' | 'more-measures' | 'swelling';
}

/** A record's fields by their stored names. */
export type FieldTable = Readonly<Record<string, Field>>;

/** The type of a field's stored value. */
export type FieldValue<F extends Field> = F extends {
  readonly kind: 'word';
  readonly words: readonly (infer Word)[];
}
  ? Word
  : F extends { readonly kind: infer Kind extends keyof KindValues }
    ? KindValues[Kind]
    : never;

/** The names of a table's fields that have these properties. */
export type NamesOf<Table extends FieldTable, Properties = unknown> = {
  [Name in keyof Table & string]: Table[Name] extends Properties ? Name : never;
}[keyof Table & string];

/** The stored shape of the fields that have this `by`. */
export type FieldsBy<Table extends FieldTable, By extends Field['by']> = {
  -readonly [Name in keyof Table as Table[Name] extends { by: By; always: true }
    ? Name
    : never]: FieldValue<Table[Name]>;
} & {
  -readonly [Name in keyof Table as Table[Name] extends { by: By }
    ? Table[Name] extends { always: true }
      ? never
      : Name
    : never]?: FieldValue<Table[Name]>;
};

/**
 * The names of a table's fields that pass a test, in the table's order. `Object.entries` widens
 * names to string, hence the assertion.
 */
export function namesWhere<Table extends FieldTable, Properties>(
  table: Table,
  properties: Properties & Partial<Field>,
): readonly NamesOf<Table, Properties>[] {
  const asked = Object.entries(properties);
  const names = Object.entries(table).flatMap(([name, field]) =>
    asked.every(([property, value]) => Reflect.get(field, property) === value) ? [name] : [],
  );
  return names as NamesOf<Table, Properties>[];
}

/** An object with a value for each name. `Object.fromEntries` loses the names, hence the assertion. */
export function fieldsOf<Name extends string, Value>(
  names: readonly Name[],
  give: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, give(name)])) as Record<Name, Value>;
}
