import type { DeskList } from '@crece/domain';
import {
  countIn,
  type ListCounts,
  MONTHS_AHEAD,
  NEED_TIMES,
  NEEDS,
  type NeedTime,
} from '@crece/reports/desk';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { deskPath } from '../../shared/navigation/desk-paths.ts';
import { reportPath } from '../../shared/navigation/report-paths.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ButtonLink } from '../../ui/controls.tsx';
import { useDesk, useList, usePartPlace } from './desk-context.ts';
import { CountLink, DeskSection } from './desk-section.tsx';
import { monthText, needWord, shortMonth, shortNeed } from './desk-words.ts';
import { useDeskWords } from './use-desk-words.ts';

const IN_ORDER = [...NEEDS].reverse();

function together(lists: ListCounts, time: NeedTime): number {
  return countIn(lists, `need-any-${time}`);
}

/** How much of each supplement to order for the next months, in total and unit by unit. */
export function OrderCard() {
  const messages = useDeskWords();
  const { t } = messages;
  const { answer, place } = useDesk();
  const of = useList();
  const { lists, needDays } = answer.figures;
  const [next = ''] = needDays.slice(1);
  const headline = t('desk.order.headline', {
    count: together(lists, 1),
    month: monthText(messages, next),
  });
  const column = (time: NeedTime) =>
    time === 0 ? t('desk.order.today') : shortMonth(messages, needDays[time] ?? '');
  return (
    <DeskSection title={t('desk.order.title')} headline={headline} className="desk-order">
      <table className="desk-table desk-numbers">
        <caption className="vh">{t('desk.order.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('desk.order.kind')}</th>
            {NEED_TIMES.map((time) => (
              <th key={time} scope="col">
                {column(time)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {IN_ORDER.map((need) => (
            <tr key={need}>
              <th scope="row">{needWord(messages, need)}</th>
              {NEED_TIMES.map((time) => (
                <td key={time}>
                  <CountLink
                    {...of(`need-${need}-${time}`)}
                    of={`${needWord(messages, need)}, ${column(time)}`}
                  />
                </td>
              ))}
            </tr>
          ))}
          <tr className="sum">
            <th scope="row">{t('desk.order.total')}</th>
            {NEED_TIMES.map((time) => (
              <td key={time}>
                <CountLink
                  {...of(`need-any-${time}`)}
                  of={`${t('desk.order.total')}, ${column(time)}`}
                />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className="desk-rule">{t('desk.order.rule')}</p>
      <HandedOut />
      {place.stakeDB === undefined ? <OrderByUnit /> : <SupplementLists />}
    </DeskSection>
  );
}

/** From the order of today to the lists to hand out: whom each has besides the other. */
const HANDED = [
  'hand-out-at-risk',
  'hand-out-ever-low',
  'hand-out-lapsed',
  'supplement-under-6',
  'ordered-only',
] as const satisfies readonly DeskList[];

/** Why more or fewer children stand on the lists to hand out than in the order of today. */
function HandedOut() {
  const { t } = useMessages();
  const of = useList();
  const differences = HANDED.filter((list) => of(list).count > 0);
  if (differences.length === 0) return null;
  return (
    <table className="desk-table desk-numbers">
      <caption className="h3">{t('desk.order.handed-title')}</caption>
      <tbody>
        {differences.map((list) => (
          <tr key={list}>
            <th scope="row">{t(`desk.order.${list}`)}</th>
            <td>
              <CountLink {...of(list)} of={t(`desk.order.${list}`)} />
            </td>
          </tr>
        ))}
        <tr className="sum">
          <th scope="row">{t('desk.list.hand-out')}</th>
          <td>
            <CountLink {...of('hand-out')} of={t('desk.list.hand-out')} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Link to the report with tick columns: from what to order to what is handed out. */
function SupplementLists() {
  const { t, language } = useMessages();
  const [only] = useDesk().answer.figures.units;
  if (only === undefined) return null;
  const { stakeDB, stakeName, countryCode } = only.unit;
  return (
    <ButtonLink
      to={reportPath({ stakeDB, stakeName, countryCode }, { language })}
      icon="table"
      small
    >
      {t('desk.order.lists')}
    </ButtonLink>
  );
}

function OrderByUnit() {
  const partPlace = usePartPlace();
  const messages = useDeskWords();
  const { t } = messages;
  const { units, needDays } = useDesk().answer.figures;
  const [time, setTime] = useState<NeedTime>(1);
  const needing = units.filter(({ lists }) => together(lists, time) > 0);
  const month = monthText(messages, needDays[time] ?? '');
  return (
    <>
      <ChoiceField
        label={t('desk.order.month')}
        of={MONTHS_AHEAD}
        value={time}
        textOf={(ahead) => monthText(messages, needDays[ahead] ?? '')}
        onValue={setTime}
      />
      <table className="desk-table desk-numbers">
        <caption className="h3">{t('desk.order.by-unit', { month })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('desk.order.unit')}</th>
            {IN_ORDER.map((need) => (
              <th key={need} scope="col">
                {shortNeed(messages, need)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {needing.map(({ unit, lists }) => (
            <tr key={unit.stakeDB}>
              <th scope="row">{unit.stakeName}</th>
              {IN_ORDER.map((need) => (
                <td key={need}>
                  <CountLink
                    count={countIn(lists, `need-${need}-${time}`)}
                    to={deskPath(partPlace(unit), { list: `need-${need}-${time}` })}
                    of={`${needWord(messages, need)}, ${unit.stakeName}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
