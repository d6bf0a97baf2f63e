import type { Screening } from '@crece/domain';
import type { StakeSnapshot, UnreadableDocument } from '@crece/storage';
import { useState } from 'react';
import { Button } from '../../components/controls.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { useNotices } from '../../components/notices.tsx';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { reasonKey } from './unreadable-reasons.ts';

type Shown = 'unreadable' | 'orphans';

/**
 * Quiet lines above the list for what it cannot show: records that cannot be read and screenings
 * without a child. They lead to the records themselves, nothing is hidden or dropped.
 */
export function RecordProblems({ snapshot }: { snapshot: StakeSnapshot }) {
  const { t } = useMessages();
  const { supportContact } = useConfig();
  const [shown, setShown] = useState<Shown | null>(null);
  const counts: Readonly<Record<Shown, number>> = {
    unreadable: snapshot.unreadable.length,
    orphans: snapshot.orphans.length,
  };
  const contact = supportContact ?? t('errors.your-administrator');
  const lines = (['unreadable', 'orphans'] as const).filter((kind) => counts[kind] > 0);
  if (lines.length === 0) return null;
  return (
    <div className="problems">
      {lines.map((kind) => (
        <button key={kind} type="button" className="problem-line" onClick={() => setShown(kind)}>
          <Icon name="info" small />
          <span className="grow">{t(`children.${kind}-line`, { count: counts[kind] })}</span>
          <Icon name="next" small />
        </button>
      ))}
      {shown === null ? null : (
        <Dialog
          title={t(`children.${shown}-line`, { count: counts[shown] })}
          onClose={() => setShown(null)}
          actions={
            <Button kind="primary" onClick={() => setShown(null)}>
              {t('common.close')}
            </Button>
          }
        >
          <p>{t(`children.${shown}-text`, { contact })}</p>
          <ul className="problem-list">
            {shown === 'unreadable'
              ? snapshot.unreadable.map((record) => (
                  <UnreadableItem key={record.id} record={record} />
                ))
              : snapshot.orphans.map((screening) => (
                  <OrphanItem key={screening._id} screening={screening} />
                ))}
          </ul>
        </Dialog>
      )}
    </div>
  );
}

function UnreadableItem({ record }: { record: UnreadableDocument }) {
  const { t } = useMessages();
  const reasons = record.codes.map((code) => {
    const sentence = reasonKey(code);
    return sentence === null ? code : t(sentence);
  });
  return (
    <li>
      <b>{reasons.join(' ')}</b>
      <RawText id={record.id} raw={record.raw} />
    </li>
  );
}

function OrphanItem({ screening }: { screening: Screening }) {
  const { t, date, number, list } = useMessages();
  const measures = [
    ...(screening.height === undefined ? [] : [`${number(screening.height)} ${t('common.cm')}`]),
    ...(screening.weight === undefined ? [] : [`${number(screening.weight)} ${t('common.kg')}`]),
    ...(screening.muac === undefined
      ? []
      : [`${t('assessment.index.muac')} ${number(screening.muac)} ${t('common.cm')}`]),
  ];
  return (
    <li>
      <b>
        {t('children.orphan-row', {
          date: date(screening.surveyDate),
          measures: measures.length === 0 ? t('children.orphan-no-measures') : list(measures),
        })}
      </b>
      <RawText id={screening._id} raw={screening} />
    </li>
  );
}

function RawText({ id, raw }: { id: string; raw: unknown }) {
  const { t } = useMessages();
  const { notify, complain } = useNotices();
  const [copied, setCopied] = useState(false);
  const text = JSON.stringify(raw, null, 2) ?? String(raw);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      notify({ text: t('children.copied') });
    } catch {
      complain({ text: t('children.copy-failed') });
    }
  };
  return (
    <>
      <p className="small muted raw-id">{id}</p>
      <details>
        <summary className="small">{t('children.raw')}</summary>
        <pre>{text}</pre>
      </details>
      <Button small icon={copied ? 'check' : 'note'} onClick={() => void copy()}>
        {t('children.copy')}
      </Button>
    </>
  );
}
