import type { Unit } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { useAsk } from '../../ui/ask.tsx';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { retireUnit } from './catalogue-edit.ts';
import { type Places, useSavePlaces } from './use-save-places.ts';

/** Ends a unit after a question that says what stays, or opens it again. */
export function RetireUnit({ places, unit }: { places: Places; unit: Unit }) {
  const { t } = useMessages();
  const { confirm } = useAsk();
  const { notify } = useNotices();
  const { save } = useSavePlaces(places);
  const name = { unit: unit.stakeName };
  const isEnded = unit.retired === true;
  const change = async () => {
    const isSure =
      isEnded ||
      (await confirm({
        title: t('admin.retire-question', name),
        body: t('admin.retire-what'),
        yes: t('admin.retire'),
        danger: true,
      }));
    if (!isSure || !(await save(retireUnit(unit.stakeDB, !isEnded)))) return;
    notify({ text: t(isEnded ? 'admin.unit-opened' : 'admin.unit-retired', name) });
  };
  return (
    <Card className="stack">
      <h2 className="label">{t(isEnded ? 'admin.unit-has-ended' : 'admin.retire-title')}</h2>
      <p>{t(isEnded ? 'admin.unit-ended-text' : 'admin.retire-text')}</p>
      <p>
        <Button kind={isEnded ? 'second' : 'danger'} onClick={() => void change()}>
          {t(isEnded ? 'admin.open-unit' : 'admin.retire')}
        </Button>
      </p>
    </Card>
  );
}
