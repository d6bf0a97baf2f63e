import type { ClinicAnswer, Screening } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { clinicWords } from '../../shared/referrals/clinic-words.ts';
import { useClinicWrites } from '../../shared/referrals/use-clinic-writes.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import './clinic-answer-list.css';

/** One answer of a clinic, which can be struck for good. */
function Answer({
  answer,
  screening,
  unit,
}: {
  answer: ClinicAnswer;
  screening: Screening;
  unit: OpenUnit;
}) {
  const translator = useMessages();
  const { t } = translator;
  const { confirm } = useAsk();
  const { strike } = useClinicWrites(unit);
  const words = clinicWords(translator, answer);
  const ask = async () => {
    const isSure = await confirm({
      title: t('clinic-answer.strike-title'),
      body: t('clinic-answer.strike-text', { answer: words }),
      yes: t('clinic-answer.strike-yes'),
      danger: true,
    });
    if (isSure) await strike(screening, answer);
  };
  return (
    <li className="clinic-answer">
      <Icon name="doctor" small />
      {answer.struck === true ? (
        <span className="grow">
          <s>{words}</s> <span className="muted small">{t('clinic-answer.struck')}</span>
        </span>
      ) : (
        <>
          <span className="grow">
            {words}
            {answer.day < screening.surveyDate ? (
              <span className="muted small"> {t('clinic-answer.before-visit')}</span>
            ) : null}
          </span>
          <Button kind="quiet" small onClick={() => void ask()}>
            {t('clinic-answer.strike')}{' '}
            <VisuallyHidden>{t('clinic-answer.strike-of', { answer: words })}</VisuallyHidden>
          </Button>
        </>
      )}
    </li>
  );
}

/** What clinics answered to a screening's slip, by day; beside it stands what the programme recorded. */
export function ClinicAnswerList({ screening, unit }: { screening: Screening; unit: OpenUnit }) {
  const { t } = useMessages();
  const { clinicAnswers = [] } = screening;
  if (clinicAnswers.length === 0) return null;
  return (
    <ul className="clinic-answers" aria-label={t('clinic-answer.known')}>
      {clinicAnswers.map((answer) => (
        <Answer
          key={`${answer.day} ${answer.outcome}`}
          answer={answer}
          screening={screening}
          unit={unit}
        />
      ))}
    </ul>
  );
}
