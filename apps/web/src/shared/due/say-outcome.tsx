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
import { IconButton } from '../../ui/controls.tsx';
import { NOTICE_DELAYS, useNotices } from '../../ui/notices.tsx';
import { useOutcome } from '../referrals/use-outcome.ts';

/**
 * What became of a child, said in the due list itself: of a referral its result, of any child that it
 * died or moved away. The last two are asked once more; all can be undone by the notice.
 */
export function SayOutcome({
  child: { id, firstName, lastName, gender },
  isReferred,
  unit,
  today,
}: {
  child: ChildRow;
  /** A referral is open, so that its result can be said. */
  isReferred: boolean;
  unit: OpenUnit;
  today: IsoDate;
}) {
  const { t } = useMessages();
  const { choose, confirm } = useAsk();
  const { notify } = useNotices();
  const { record } = useOutcome(unit);
  const name = `${firstName} ${lastName}`;

  const say = async () => {
    const outcomes: readonly ReferralOutcome[] = isReferred
      ? [...REFERRAL_ANSWERS, ...DEPARTURES]
      : DEPARTURES;
    const chosen = await choose<ReferralOutcome | 'cancel'>({
      title: t('due.say-title', { name }),
      column: true,
      options: [
        ...outcomes.map((value) => ({
          value,
          label: t(`due.outcome.${value}`),
          kind: 'second' as const,
        })),
        { value: 'cancel', label: t('common.cancel'), kind: 'quiet' },
      ],
    });
    if (chosen === null || chosen === 'cancel') return;
    if (isDeparture(chosen)) {
      const who = { name: firstName, sex: gender };
      const isSure = await confirm({
        title: t(`due.departure.question.${chosen}`, who),
        body: t('due.departure.question-text', who),
        yes: t(`due.departure.yes.${chosen}`, who),
        no: t('due.departure.no'),
        danger: true,
      });
      if (!isSure) return;
    }
    const takeBack = await record(id, chosen, today);
    if (takeBack === null) return;
    notify(
      {
        text: t('due.said', { name: firstName, outcome: t(`due.outcome.${chosen}`) }),
        act: { label: t('common.undo'), press: () => void takeBack() },
      },
      NOTICE_DELAYS.completion,
    );
  };
  return <IconButton icon="more" label={t('due.say', { name })} onClick={() => void say()} />;
}
