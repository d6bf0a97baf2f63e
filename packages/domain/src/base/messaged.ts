import { sameContent } from './canonical.ts';
import { MESSAGE_WAYS, type Messaged, type MessageWay, type OpenedMessage } from './words.ts';

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;
const IS_NUMBER = /^\+?\d+$/;

/** The messages before the last that are kept: as many as there are ways to open one. */
const MOST_BEFORE = MESSAGE_WAYS.length;

const isWay = (value: unknown): value is MessageWay => MESSAGE_WAYS.some((way) => way === value);

function readOpened(value: unknown): OpenedMessage | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { day, who, way, toClinic, number } = value as Partial<
    Record<keyof OpenedMessage, unknown>
  >;
  if (typeof day !== 'string' || !IS_DAY.test(day) || !isWay(way)) return undefined;
  return {
    day,
    who: typeof who === 'string' ? who : '',
    way,
    ...(toClinic === true ? { toClinic } : {}),
    ...(typeof number === 'string' && IS_NUMBER.test(number) ? { number } : {}),
  };
}

const withBefore = (opened: OpenedMessage, before: readonly OpenedMessage[]): Messaged =>
  before.length === 0 ? opened : { ...opened, before: before.slice(0, MOST_BEFORE) };

/** The message in a stored field; undefined when it is not one. */
export function readMessaged(value: unknown): Messaged | undefined {
  const opened = readOpened(value);
  if (opened === undefined) return undefined;
  const { before } = value as { readonly before?: unknown };
  const list: readonly unknown[] = Array.isArray(before) ? before : [];
  return withBefore(
    opened,
    list.flatMap((each) => readOpened(each) ?? []),
  );
}

/** A message without those before it. */
export function openedAlone({ before: _, ...opened }: Messaged): OpenedMessage {
  return opened;
}

/** What a record keeps once a message is opened; a second tap on the same way is the same message. */
export function withOpened(known: Messaged | undefined, opened: OpenedMessage): Messaged {
  if (known === undefined) return opened;
  const last = openedAlone(known);
  return sameContent(last, opened) ? known : withBefore(opened, [last, ...(known.before ?? [])]);
}

/** What stood before the last message, which was not sent; undefined when nothing did. */
export function withoutOpened({ before: [last, ...earlier] = [] }: Messaged): Messaged | undefined {
  return last && withBefore(last, earlier);
}

/**
 * Of two phones' messages the later one; of one day the one that asks to go to the clinic, and else
 * every device takes the same. It does not matter which of them comes first.
 */
export function laterMessage(one: unknown, other: unknown): Messaged | undefined {
  const first = readMessaged(one);
  const second = readMessaged(other);
  if (first === undefined || second === undefined) return first ?? second;
  const order = ({ day, way, who, toClinic, number, before }: Messaged) =>
    JSON.stringify([day, toClinic === true, way, who, before ?? [], number ?? '']);
  return order(first) >= order(second) ? first : second;
}
