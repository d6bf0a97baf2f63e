/** The number of the programme's settings in what a server sent or a database holds. */
export function settingsNumberOf(raw: unknown): number {
  if (typeof raw !== 'object' || raw === null || !('number' in raw)) return 0;
  const { number } = raw;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : 0;
}
