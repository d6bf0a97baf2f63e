import type { Child } from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useAuthor } from '../../shared/people/author.tsx';
import { useFault } from '../../shared/words/fault.ts';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { nameOf } from './child-words.ts';

/** The records of a child that was registered more than once; each but the first can leave. */
export function RecordsOfChild({ unit, file }: { unit: OpenUnit; file: ChildFile }) {
  const { t } = useMessages();
  const { child, others = [], screenings } = file;
  const visitsOf = ({ _id }: Child) => screenings.filter(({ owner }) => owner === _id).length;
  return (
    <section
      className="card same-records"
      aria-label={t('same.records-title', { name: nameOf(child) })}
    >
      <h2 className="h2">{t('same.records-title', { name: nameOf(child) })}</h2>
      <p>{t('same.records-text')}</p>
      <ul>
        {[child, ...others].map((record) => (
          <li key={record._id} className="same-record">
            <RecordLine record={record} visits={visitsOf(record)} />
            {record === child ? null : <PartButton unit={unit} record={record} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecordLine({ record, visits }: { record: Child; visits: number }) {
  const { t, date } = useMessages();
  const parts = [
    t('same.born', { date: date(record.birthDate) }),
    ...(record.mother === undefined ? [] : [`${t('children.mother')} ${record.mother}`]),
    ...(record.phone === undefined ? [] : [record.phone]),
    t('same.visits', { count: visits }),
  ];
  return (
    <p>
      <b>{nameOf(record)}</b> <span className="same-line">{parts.join(' · ')}</span>
    </p>
  );
}

function PartButton({ unit, record }: { unit: OpenUnit; record: Child }) {
  const { t } = useMessages();
  const { askAuthor } = useAuthor();
  const { notify } = useNotices();
  const sayFault = useFault();
  const [isBusy, setBusy] = useState(false);

  const part = async () => {
    const author = await askAuthor();
    if (author === null) return;
    setBusy(true);
    try {
      await unit.local.unmergeChildren(record._id, author, new Date());
      notify({ text: t('same.parted', { name: nameOf(record) }) });
    } catch (cause) {
      sayFault(cause);
      setBusy(false);
    }
  };

  return (
    <Button kind="soft" small disabled={isBusy} onClick={() => void part()}>
      <span aria-hidden="true">{t('same.part')}</span>
      <span className="vh">{t('same.part-whom', { name: nameOf(record) })}</span>
    </Button>
  );
}
