import { readScreening } from '@crece/domain';
import type { TaskSide } from '@crece/storage';
import { Icon } from '../../components/icon.tsx';
import { useMessages } from '../../data/messages.tsx';
import type { Outcome } from './outcome.ts';
import { OutcomeLine } from './outcome-line.tsx';
import { readSide } from './read-side.ts';
import type { Step } from './step.ts';
import { changedWords, whoOf, writerWords } from './task-words.ts';

/** The result that a version of a screening carries, as it was computed where it was written. */
function storedOutcome(side: TaskSide, { context }: Step): Outcome | null {
  const record = readSide(side, context);
  if (record.kind !== 'screening') return null;
  return { screening: record.screening, reading: readScreening(record.screening) };
}

/** Nothing is to be chosen, only computed anew: both phones had a result of their own. */
export function DerivedStep({ step }: { step: Step }) {
  const translator = useMessages();
  const { t } = translator;
  const { task, context } = step;
  return (
    <>
      <h2 className="h1" tabIndex={-1}>
        {t('waiting.derived-question', { name: whoOf(translator, task.title) })}
      </h2>
      <p className="muted choice-lead">
        {changedWords(translator, task, context.today)} {t('waiting.derived')}
      </p>
      <ul className="choices">
        {[task.first, task.second].map((side) => {
          const outcome = storedOutcome(side, step);
          return (
            <li key={side.rev} className="choice choice-plain">
              <span className="choice-by">
                <Icon name={side.isHere ? 'device' : 'cloud'} small />
                <span>{writerWords(translator, side)}</span>
              </span>
              {outcome === null ? null : <OutcomeLine outcome={outcome} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}
