import {
  compareScreenings,
  MEASURE_NAMES,
  newestScreening,
  type Screening,
  sameContent,
} from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Question } from './questions.ts';
import { readFields, type SideFields } from './read-side.ts';
import type { TaskStep } from './task-step.ts';
import { whoOf } from './task-words.ts';
import { inline, valueWords } from './value-words.ts';

type Measure = (typeof MEASURE_NAMES)[number];

/** The measure that is assessed together with another one. */
const PARTNER = { height: 'weight', weight: 'height', muac: null } as const;

const measureOf = ({ name }: Question): Measure | null =>
  MEASURE_NAMES.find((measure) => measure === name) ?? null;

/** The newest earlier screening with the same measure. */
function measuredBefore({ task, file, context }: TaskStep, measure: Measure): Screening | null {
  const record = readFields(task.first.document, context);
  if (record.kind !== 'screening' || file === null) return null;
  const earlier = file.screenings.filter(
    (each) => each[measure] !== undefined && compareScreenings(each, record.screening) < 0,
  );
  return newestScreening(earlier);
}

interface Values {
  first: SideFields;
  second: SideFields;
}

/**
 * Shown for a measure: the last screening's value, and whether the partner measure is the same in
 * both versions.
 */
function MeasureReference({
  step,
  measure,
  fields,
}: {
  step: TaskStep;
  measure: Measure;
  fields: Values;
}) {
  const translator = useMessages();
  const { t, shortDate } = translator;
  const before = measuredBefore(step, measure);
  const partner = PARTNER[measure];
  const written = (name: Measure, record: SideFields) =>
    inline(valueWords(translator, { name, fields: [name] }, record));
  const isSame =
    partner !== null &&
    fields.first[partner] !== undefined &&
    sameContent(fields.first[partner], fields.second[partner]);
  return (
    <p className="choice-reference">
      <Icon name="chart" />
      <span>
        <b>
          {before === null
            ? t('waiting.last-visit-none')
            : t('waiting.last-visit', {
                date: shortDate(before.surveyDate, step.context.today),
                value: written(measure, { ...before }),
              })}
        </b>
        {isSame ? (
          <>
            {' '}
            <span className="choice-same">
              {t(`waiting.same.${partner}`, { value: written(partner, fields.first) })}
            </span>
          </>
        ) : null}
      </span>
    </p>
  );
}

/** Help for the choice: the last screening's value, and what to do in case of doubt. */
export function Reference({
  step,
  question,
  fields,
}: {
  step: TaskStep;
  question: Question;
  fields: Values;
}) {
  const translator = useMessages();
  const { t } = translator;
  const { task } = step;
  const measure = measureOf(question);
  const name = whoOf(translator, task.title);
  return (
    <>
      {measure === null ? null : <MeasureReference step={step} measure={measure} fields={fields} />}
      <p className="small muted">
        {t('waiting.both-kept')}{' '}
        {t(measure === null ? 'waiting.unsure.other' : `waiting.unsure.${measure}`, { name })}
      </p>
      {task.more > 0 ? (
        <p className="small muted choice-more">{t('waiting.more', { count: task.more })}</p>
      ) : null}
    </>
  );
}
