import type { Limits } from '../limits.ts';
import type {
  ActionCode,
  IsoDate,
  MemberStatus,
  Sex,
  StoredZScores,
  ToldAssessment,
} from '../words.ts';

/** What a stored value of each kind is; `word` is one of the field's own list. */
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
  /** A figure of scale or tape, above 0; absent when not measured. */
  measure: number;
  /** An age in months used instead of the calendar age; false: asked about and declined. */
  override: number | false;
  zScores: StoredZScores;
  actions: ActionCode[];
  told: ToldAssessment;
}

export type FieldKind = keyof KindValues | 'word';

/** Why a record is refused for the sake of one field. */
export type FieldRefusal =
  | 'gender-invalid'
  | 'birth-date-invalid'
  | 'owner-missing'
  | 'survey-date-invalid'
  | 'height-invalid'
  | 'weight-invalid'
  | 'muac-invalid';

/**
 * One field of a record, everything about it. A record's table lists its fields in the order in which
 * the choosing page asks about them.
 */
export interface Field {
  readonly kind: FieldKind;
  /**
   * Who gives the value: a `person` types or answers it, `rules` compute it, or it belongs to the
   * `record` from its first day and no form touches it.
   */
  readonly by: 'person' | 'rules' | 'record';
  /** Every record has it: the gate refuses one without it, or puts the kind's empty value there. */
  readonly always?: true;
  /** Why the gate refuses a record whose value cannot be read. Without it the value is left out. */
  readonly refusal?: FieldRefusal;
  /** The words of a `word`. */
  readonly words?: readonly string[];
  /** A stored number outside of these is left out. */
  readonly limits?: Limits;
  /** The unit of a `measure`. */
  readonly unit?: 'cm' | 'kg';
  /** What may be typed as a `measure`, by the completed months. */
  readonly typedLimits?: (completedMonths: number) => Limits;
  /** An assessment is made of it: while it is contested, the severest outcome is shown. */
  readonly decides?: true;
  /** Where older systems kept it: the names that lead there. */
  readonly olderPlace?: readonly [string] | readonly [string, string];
  /** A `sex` that is the child's where the record does not repeat it. */
  readonly ofChild?: true;
  /**
   * What a merge of two phones' edits does where both hold another value. Without it a person is
   * asked. `winner`: the winner's value stays. `figures`: nobody is asked about it; it is decided with
   * the figures that are asked about, and without any the winner's value stays.
   */
  readonly merge?: 'winner' | 'figures';
  /**
   * The question that asks about it; its own name where absent. Fields with one question are asked
   * about once and come from one side, the first in the table leading. `other`: it has no sentence.
   */
  readonly question?: string;
  /** The part of the screening form that asks for it. */
  readonly part?: 'family-health-plan' | 'more-measures' | 'swelling';
}

/** A record's fields by their stored names. */
export type FieldTable = Readonly<Record<string, Field>>;

/** What a stored value of a field is. */
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

/** The stored shape of the fields that somebody gives. */
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
 * The names of a table's fields that pass a test, in the table's order. `Object.entries` widens names
 * to text, hence the assertion.
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
