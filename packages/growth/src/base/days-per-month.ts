/** Mean days of a month, by which an age in months is counted in days: WHO's figure, 365.25 / 12. */
export const DAYS_PER_MONTH = 30.4375;
