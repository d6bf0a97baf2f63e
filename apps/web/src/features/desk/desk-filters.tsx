import { AGE_CHOICES, type DeskChoice, PERIODS } from '@crece/domain';
import { useNavigate } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { deskPath } from '../../shared/navigation/desk-paths.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Button } from '../../ui/controls.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { choiceInPath, useChoice } from './desk-choice.ts';
import { useDesk, usePartPlace } from './desk-context.ts';
import { FiguresDownload } from './desk-download.tsx';
import { ageGroupText } from './desk-words.ts';

/** Choice of the counted children and the place: each choice is a separate address. */
export function DeskFilters({ title }: { title: string }) {
  const messages = useMessages();
  const { t } = messages;
  const { answer, place } = useDesk();
  const { units, choice: counted } = answer.figures;
  const choice = useChoice();
  const isCounting = choice.ages !== counted.ages || choice.months !== counted.months;
  const partPlace = usePartPlace();
  const navigate = useNavigate();
  const choose = (changed: Partial<DeskChoice>) =>
    void navigate(deskPath({ ...place, ...choiceInPath({ ...choice, ...changed }) }));
  const open = (stakeDB: string) => {
    const one = units.find(({ unit }) => unit.stakeDB === stakeDB);
    if (one !== undefined) void navigate(deskPath(partPlace(one.unit)));
  };
  return (
    <>
      <p className="desk-on-paper">
        {t('desk.filter.months-label')}: {t('desk.filter.months', { count: counted.months })} ·{' '}
        {t('desk.filter.ages-label')}: {ageGroupText(messages, counted.ages)}
      </p>
      <section className="desk-filters" aria-label={t('desk.filter.label')}>
        <ChoiceField
          label={t('desk.filter.months-label')}
          isLabelHidden
          of={PERIODS}
          value={choice.months}
          textOf={(count) => t('desk.filter.months', { count })}
          onValue={(months) => choose({ months })}
        />
        <ChoiceField
          label={t('desk.filter.ages-label')}
          isLabelHidden
          of={AGE_CHOICES}
          value={choice.ages}
          textOf={(ages) => ageGroupText(messages, ages)}
          onValue={(ages) => choose({ ages })}
        />
        {place.stakeDB === undefined && units.length > 1 ? (
          <SelectField
            label={t('desk.filter.unit-label')}
            isLabelHidden
            value=""
            onChange={({ target }) => open(target.value)}
          >
            <option value="">{t('desk.filter.all-units')}</option>
            {units.map(({ unit }) => (
              <option key={unit.stakeDB} value={unit.stakeDB}>
                {unit.stakeName}
              </option>
            ))}
          </SelectField>
        ) : null}
        <div className="desk-acts">
          <Button kind="second" small icon="paper" onClick={() => window.print()}>
            {t('desk.print')}
          </Button>
          <FiguresDownload title={title} />
        </div>
        {isCounting ? (
          <p className="small" role="status">
            {t('desk.counting')}
          </p>
        ) : null}
      </section>
    </>
  );
}
