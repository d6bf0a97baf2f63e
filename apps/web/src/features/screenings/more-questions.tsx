import { namesWhere, SCREENING_TABLE, type ScreeningPreview } from '@crece/domain';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { SegmentedControl, YesNoField } from '../../ui/choices.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Fold } from '../../ui/surfaces.tsx';
import { AgeChip, AgeQuestion, askedAge } from './age-question.tsx';
import type { ScreeningFormState, ScreeningValues } from './form-values.ts';

const HEALTH_PLAN = namesWhere(SCREENING_TABLE, {
  kind: 'answer',
  part: 'family-health-plan',
} as const);

/** Optional questions, folded: health plan, how the height was taken, comments. */
export function MoreQuestions({
  form,
  values,
  preview,
}: {
  form: ScreeningFormState;
  values: ScreeningValues;
  preview: ScreeningPreview;
}) {
  const { t } = useMessages();
  const answered = HEALTH_PLAN.filter((name) => values[name] !== '').length;
  const total = HEALTH_PLAN.length;
  const isAgeAsked = askedAge(preview) !== null;
  const { error, ...comments } = form.field('comments');
  // Before the first attempt to save, show only the question: nothing is wrong yet.
  const commentsError = isAgeAsked && form.problems.length === 0 ? undefined : error;
  const isWritten = values.comments.trim() !== '';
  const mustShowComments = error !== undefined || isAgeAsked;
  // Once open it stays open: a field must not fold away while it is in use.
  const [isOpened, setIsOpened] = useState(mustShowComments);
  if (mustShowComments && !isOpened) setIsOpened(true);
  return (
    <div className="stack-2">
      <Fold
        icon="heart"
        title={t('screenings.family-health-plan')}
        note={
          answered === 0
            ? t('screenings.family-health-plan-hint', { total })
            : t('screenings.family-health-plan-answered', { count: answered, total })
        }
      >
        <div className="stack">
          {HEALTH_PLAN.map((name) => (
            <YesNoField key={name} label={t(`screenings.answer.${name}`)} {...form.field(name)} />
          ))}
        </div>
      </Fold>
      <Fold
        icon="ruler"
        title={t('screenings.more-measures')}
        note={t(values.measured !== '' ? 'screenings.written' : 'common.optional')}
      >
        <SegmentedControl
          label={t('screenings.measured')}
          options={[
            { value: 'lying', label: t('screenings.lying') },
            { value: 'standing', label: t('screenings.standing') },
            { value: '', label: t('common.not-asked') },
          ]}
          {...form.field('measured')}
        />
      </Fold>
      <Fold
        icon="note"
        title={t('children.comments')}
        note={t(isWritten ? 'screenings.written' : 'common.optional')}
        open={isOpened}
      >
        <TextArea
          label={t('children.comments')}
          hint={t('screenings.comments-hint')}
          error={commentsError}
          {...comments}
        />
        <AgeQuestion form={form} preview={preview} />
      </Fold>
      <AgeChip form={form} preview={preview} />
    </div>
  );
}
