import type { Screening } from '@crece/domain';
import type { UnreadableDocument } from '@crece/storage';
import { useState } from 'react';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { gateWords } from '../../shared/words/refusal-words.ts';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** Screenings whose child was removed or has not arrived: they are kept, with their measures. */
export function OrphansCard({ orphans }: { orphans: readonly Screening[] }) {
  const { t } = useMessages();
  return (
    <WaitingCard
      icon="child"
      title={t('waiting.orphans-title', { count: orphans.length })}
      text={t('waiting.orphans-text')}
      items={orphans}
      keyOf={({ _id }) => _id}
    >
      {(screening) => <Orphan screening={screening} />}
    </WaitingCard>
  );
}

/** Records that no repair makes readable: listed with the reasons and their text, never dropped. */
export function UnreadableCard({ records }: { records: readonly UnreadableDocument[] }) {
  const { t } = useMessages();
  const { supportContact } = useConfig();
  return (
    <WaitingCard
      icon="info"
      title={t('waiting.unreadable-title', { count: records.length })}
      text={t('waiting.unreadable-text', {
        contact: supportContact ?? t('errors.your-administrator'),
      })}
      items={records}
      keyOf={({ id }) => id}
    >
      {(record) => <Unreadable record={record} />}
    </WaitingCard>
  );
}

function Unreadable({ record }: { record: UnreadableDocument }) {
  const translator = useMessages();
  return (
    <div className="waiting-record">
      <p className="t">{record.codes.map((code) => gateWords(translator, code)).join(' ')}</p>
      <RawText id={record.id} raw={record.raw} />
    </div>
  );
}

function Orphan({ screening }: { screening: Screening }) {
  const { t, date, number, list } = useMessages();
  const { height, weight, muac } = screening;
  const measures = [
    ...(height === undefined ? [] : [`${number(height)} ${t('common.cm')}`]),
    ...(weight === undefined ? [] : [`${number(weight)} ${t('common.kg')}`]),
    ...(muac === undefined
      ? []
      : [`${t('assessment.index.muac')} ${number(muac)} ${t('common.cm')}`]),
  ];
  return (
    <div className="waiting-record">
      <p className="t">
        {t('waiting.measures-of-day', {
          date: date(screening.surveyDate),
          measures: measures.length === 0 ? t('waiting.no-measures') : list(measures),
        })}
      </p>
      <RawText id={screening._id} raw={screening} />
    </div>
  );
}

/** The record as it is stored, for a person who can help. */
function RawText({ id, raw }: { id: string; raw: unknown }) {
  const { t } = useMessages();
  const { notify, complain } = useNotices();
  const [copied, setCopied] = useState(false);
  const text = JSON.stringify(raw, null, 2) ?? String(raw);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      notify({ text: t('waiting.copied') });
    } catch {
      complain({ text: t('waiting.copy-failed') });
    }
  };
  return (
    <>
      <p className="small muted waiting-id">{id}</p>
      <details className="waiting-raw">
        <summary className="small">{t('waiting.raw')}</summary>
        <pre>{text}</pre>
      </details>
      <p className="waiting-acts">
        <Button small icon={copied ? 'check' : 'note'} onClick={() => void copy()}>
          {t('waiting.copy')}
        </Button>
      </p>
    </>
  );
}
