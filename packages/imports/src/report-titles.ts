import { LANGUAGES } from '@crece/messages';
import { reportColumns, reportTitles } from '@crece/reports';

/** The titles of our own `all` report in every language, each with its column name. */
export function allReportTitles(): (readonly [title: string, column: string])[] {
  const columns = reportColumns('all');
  return LANGUAGES.flatMap((language) =>
    reportTitles('all', language).map(
      (title, place) => [title, columns[place]?.name ?? ''] as const,
    ),
  );
}
