import {
  DEPARTURES,
  type IsoDate,
  isDeparture,
  REFERRAL_ANSWERS,
  type ReferralOutcome,
} from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useAsk } from '../../ui/ask.tsx';
import { Button } from '../../ui/controls.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { useOutcome } from '../referrals/use-outcome.ts';

/**
 * The result of a referral, said in the due list itself by one more tap: what the clinic did, or that
 * the child died or moved away. The last two are asked once more; all can be undone by the notice.
 */
export function SayOutcome({
  child: { id, firstName, lastName, gender },
  unit,
  today,
}: {
  child: ChildRow;
  unit: OpenUnit;
  today: IsoDate;
}) {
  const { t } = useMessages();
  const { choose, confirm } = useAsk();
  const { notify } = useNotices();
  const { record } = useOutcome(unit);
  const name = `${firstName} ${lastName}`;

  const say = async () => {
    const chosen = await choose<ReferralOutcome | 'cancel'>({
      title: t('due.say-title', { name }),
      column: true,
      options: [
        ...[...REFERRAL_ANSWERS, ...DEPARTURES].map((value) => ({
          value,
          label: t(`referral.outcome.${value}`),
          kind: 'second' as const,
        })),
        { value: 'cancel', label: t('common.cancel'), kind: 'quiet' },
      ],
    });
    if (chosen === null || chosen === 'cancel') return;
    if (isDeparture(chosen)) {
      const who = { name: firstName, sex: gender };
      const isSure = await confirm({
        title: t(`referral.departure.question.${chosen}`, who),
        body: t('referral.departure.question-text', who),
        yes: t(`referral.departure.yes.${chosen}`, who),
        no: t('referral.departure.no'),
        danger: true,
      });
      if (!isSure) return;
    }
    const takeBack = await record(id, chosen, today);
    if (takeBack === null) return;
    notify(
      {
        text: t('due.said', { name: firstName, outcome: t(`referral.outcome.${chosen}`) }),
        act: { label: t('common.undo'), press: () => void takeBack() },
      },
      NOTICE_DELAYS.completion,
    );
  };
  return (
    <Button kind="soft" small className="due-act" onClick={() => void say()}>
      <span>
        {t('due.record')} <VisuallyHidden>{t('due.record-of', { name })}</VisuallyHidden>
      </span>
    </Button>
  );
}
