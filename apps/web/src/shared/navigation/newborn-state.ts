/** Fields of a child that are known from the record of its mother. */
const FIELDS = [
  'lastName',
  'mother',
  'birthDate',
  'memberStatus',
  'ward',
  'phone',
  'address',
  'city',
] as const;

/** What a mother's page passes to the form of a new child through the browser's history. */
export interface Newborn {
  /** Names the draft: what was typed about one newborn must not come back at another one. */
  readonly motherId: string;
  readonly known: Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;
}

export const newbornState = (newborn: Newborn) => ({ newborn });

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The newborn in a history state; null when there is none. Other fields are left out. */
export function newbornFromState(state: unknown): Newborn | null {
  const newborn: unknown = isObject(state) ? Reflect.get(state, 'newborn') : null;
  if (!isObject(newborn)) return null;
  const motherId: unknown = Reflect.get(newborn, 'motherId');
  const given: unknown = Reflect.get(newborn, 'known');
  if (typeof motherId !== 'string' || !isObject(given)) return null;
  const known = FIELDS.flatMap((field) => {
    const text: unknown = Reflect.get(given, field);
    return typeof text === 'string' ? [[field, text] as const] : [];
  });
  return { motherId, known: Object.fromEntries(known) };
}
