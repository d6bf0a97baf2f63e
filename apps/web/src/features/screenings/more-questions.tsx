import { namesWhere, SCREENING_TABLE, type ScreeningPreview } from '@crece/domain';
import { SegmentedControl, YesNoField } from '../../components/choices.tsx';
import { Badge } from '../../components/controls.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Fold } from '../../components/surfaces.tsx';
import { useMessages } from '../../data/messages.tsx';
import type { ScreeningValues } from './form-values.ts';
import type { ScreeningForm } from './measure-fields.tsx';

const HEALTH_PLAN = namesWhere(SCREENING_TABLE, {
  kind: 'answer',
  part: 'family-health-plan',
} as const);

/** What is optional and folded away: health plan, comments, how it was measured, swelling. */
export function MoreQuestions({
  form,
  values,
  preview,
}: {
  form: ScreeningForm;
  values: ScreeningValues;
  preview: ScreeningPreview;
}) {
  const { t, number } = useMessages();
  const answered = HEALTH_PLAN.filter((name) => values[name] !== '').length;
  const total = HEALTH_PLAN.length;
  const comments = form.field('comments');
  const isWritten = values.comments.trim() !== '';
  const isMeasuredAsked = values.measured !== '' || values.oedema !== '';
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
        icon="swelling"
        title={t('screenings.more-measures')}
        note={t(isMeasuredAsked ? 'screenings.written' : 'common.optional')}
      >
        <div className="stack">
          <YesNoField label={t('screenings.answer.oedema')} {...form.field('oedema')} />
          <SegmentedControl
            label={t('screenings.measured')}
            options={[
              { value: 'lying', label: t('screenings.lying') },
              { value: 'standing', label: t('screenings.standing') },
              { value: '', label: t('common.not-asked') },
            ]}
            {...form.field('measured')}
          />
        </div>
      </Fold>
      <Fold
        icon="note"
        title={t('screenings.comments')}
        note={t(isWritten ? 'screenings.written' : 'common.optional')}
        open={comments.error !== undefined}
      >
        <TextArea
          label={t('screenings.comments')}
          hint={t('screenings.comments-hint')}
          {...comments}
        />
      </Fold>
      {preview.override === null ? null : (
        <p>
          <Badge icon="info">
            {t('screenings.age-override', { months: number(preview.override) })}
          </Badge>
        </p>
      )}
    </div>
  );
}
