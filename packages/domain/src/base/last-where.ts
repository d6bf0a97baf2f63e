/** The last item that a test accepts. `Array.findLast`, which the oldest supported browser lacks. */
export function lastWhere<T>(items: readonly T[], accepts: (item: T) => boolean): T | undefined {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at] as T;
    if (accepts(item)) return item;
  }
  return undefined;
}
