// Calendar arithmetic of the table in `standing-by-table.ts`, written a second time by way of the
// language's own `Date`, and independent of `dates/`.

const DAY = 86_400_000;

function utc(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function text(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export function plusDays(date: string, days: number): string {
  return text(utc(date) + days * DAY);
}

export function daysFrom(from: string, to: string): number {
  return (utc(to) - utc(from)) / DAY;
}

/** The same day some months later, lowered to the month's last day where that month is shorter. */
export function plusMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return text(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

/** The largest number of months whose anniversary of `from` is not after `to`. */
export function wholeMonths(from: string, to: string): number {
  let months = Math.round(daysFrom(from, to) / 30.4) + 1;
  while (plusMonths(from, months) > to) months -= 1;
  return months;
}

/** Age in months with two decimals; null before birth. An estimated birth date has typed months. */
export function ageInMonths(birth: string, day: string, isEstimated: boolean): number | null {
  if (day < birth) return null;
  const months = wholeMonths(birth, day);
  if (isEstimated && plusMonths(day, -months) === birth) return months;
  const since = daysFrom(plusMonths(birth, months), day);
  const all = daysFrom(plusMonths(birth, months), plusMonths(birth, months + 1));
  return months + Math.floor((since / all) * 100 + 0.5 + 1e-9) / 100;
}

/** Of several lines the first of the earliest day. */
export function soonest<Line extends { date: string }>(lines: readonly Line[]): Line {
  return lines.reduce((earliest, each) => (each.date < earliest.date ? each : earliest));
}
