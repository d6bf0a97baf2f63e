import type { FieldTable } from './field.ts';

/** Every field of a mother except her id, her revision and her provenance. */
export const MOTHER_TABLE = {
  firstName: { kind: 'name', by: 'person', always: true },
  lastName: { kind: 'name', by: 'person', always: true },
  memberStatus: { kind: 'membership', by: 'person', always: true, olderPlace: ['lds'] },
  address: { kind: 'text', by: 'person' },
  city: { kind: 'text', by: 'person' },
  ward: { kind: 'text', by: 'person' },
  phone: { kind: 'text', by: 'person' },
  comments: { kind: 'text', by: 'person' },
  /** Exactly one of the two dates is set; it tells whether she is pregnant or nursing. */
  deliveryDate: { kind: 'date', by: 'person', question: 'motherDate' },
  childsBirthDate: { kind: 'date', by: 'person', question: 'motherDate' },
  interviewer: { kind: 'text', by: 'record' },
} as const satisfies FieldTable;
