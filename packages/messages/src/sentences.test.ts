import { IMPORTS, JOBS, MAIL, REPORT_WORDS } from './apart.ts';
import { LANGUAGES } from './language.ts';
import { describeArea } from './testing/describe-area.ts';

const AREAS = { imports: IMPORTS, jobs: JOBS, mail: MAIL, 'report-words': REPORT_WORDS };

for (const [area, texts] of Object.entries(AREAS)) {
  for (const language of LANGUAGES.filter((each) => each !== 'en')) {
    describeArea({ area, language, english: texts.en, translated: texts[language] });
  }
}
