export { type SurveyPlace, type SurveyPlaces, surveyPlaces } from './child-scores.ts';
export { type Estimate, shareOfCounts } from './estimate.ts';
export { PREVALENCE_FIGURES } from './figures.ts';
export { openSurvey, type PrevalenceRow, prevalence, type Survey } from './prevalence.ts';
export { GROUPINGS, type Grouping, type SurveyRecord } from './survey-record.ts';
