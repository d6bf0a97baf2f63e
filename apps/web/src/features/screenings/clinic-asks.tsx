import { visitOfAnswer } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useClinicWrites } from '../../shared/referrals/use-clinic-writes.ts';
import { useOutcome } from '../../shared/referrals/use-outcome.ts';
import type { ChildFacts } from '../../shared/screenings/screening-facts.ts';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import './clinic-asks.css';

/** The questions that a clinic's answer can raise. */
const ASKED = { died: 'died', seen: 'seen', admitted: 'admitted' } as const;

/**
 * "The clinic says that Ana died on 22 Nov: right?" Paper is weak proof: what ends a referral is
 * asked of the person, whose word it then is, or struck.
 */
export function ClinicAsks({
  file,
  facts,
  unit,
}: {
  file: ChildFile;
  facts: ChildFacts;
  unit: OpenUnit;
}) {
  const { t, date } = useMessages();
  const { save } = useOutcome(unit);
  const { strike } = useClinicWrites(unit);
  const asked = facts.standing.clinicAsks;
  if (asked === null) return null;
  const { outcome, date: day } = asked;
  const kind = outcome in ASKED ? ASKED[outcome as keyof typeof ASKED] : 'seen';
  const said = file.screenings.flatMap((screening) =>
    (screening.clinicAnswers ?? [])
      .filter((each) => each.struck !== true && each.outcome === outcome && each.day === day)
      .map((answer) => ({ screening, answer })),
  );
  const screening = visitOfAnswer(file.screenings, asked);
  if (screening === undefined) return null;
  const { referralNote } = screening;
  const confirm = () =>
    save(
      { kind: 'screening', screening },
      {
        referralOutcome: outcome,
        referralDate: day,
        ...(referralNote === undefined ? {} : { referralNote }),
      },
    );
  const strikeAll = async () => {
    for (const { screening, answer } of said) if (!(await strike(screening, answer))) return;
  };
  return (
    <div className="note-bar clinic-asks" role="note">
      <Icon name="doctor" small />
      <span className="grow">
        {t(`clinic-answer.asks.${kind}`, { name: facts.child.firstName, date: date(day) })}
      </span>
      <span className="clinic-asks-acts">
        <Button kind="second" small onClick={() => void confirm()}>
          {t('clinic-answer.right')}
        </Button>
        <Button kind="quiet" small onClick={() => void strikeAll()}>
          {t('clinic-answer.wrong')}
        </Button>
      </span>
    </div>
  );
}
