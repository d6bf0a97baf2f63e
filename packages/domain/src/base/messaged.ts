import { MESSAGE_WAYS, type Messaged, type MessageWay } from './words.ts';

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

const isWay = (value: unknown): value is MessageWay => MESSAGE_WAYS.some((way) => way === value);

/** The message in a stored field; undefined when it is not one. */
export function readMessaged(value: unknown): Messaged | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { day, who, way, toClinic } = value as Partial<Record<keyof Messaged, unknown>>;
  if (typeof day !== 'string' || !IS_DAY.test(day) || !isWay(way)) return undefined;
  return {
    day,
    who: typeof who === 'string' ? who : '',
    way,
    ...(toClinic === true ? { toClinic } : {}),
  };
}

/**
 * Of two phones' messages the later one; of one day the one that asks to go to the clinic, and else
 * every device takes the same. It does not matter which of them comes first.
 */
export function laterMessage(one: unknown, other: unknown): Messaged | undefined {
  const first = readMessaged(one);
  const second = readMessaged(other);
  if (first === undefined || second === undefined) return first ?? second;
  const order = ({ day, way, who, toClinic = false }: Messaged) =>
    JSON.stringify([day, toClinic, way, who]);
  return order(first) >= order(second) ? first : second;
}
