import type { ProgrammeSettings } from '@crece/domain';
import { useState } from 'react';
import { fetchLastProgrammeChange, putProgrammeBack } from '../../api/admin.ts';
import { HttpError } from '../../api/http.ts';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { momentText } from '../../shared/words/moment.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import './last-change.css';
import { personText } from './erasure-words.ts';
import { useSettingWords } from './setting-words.ts';
import { useSayRefusal } from './use-refusal.ts';
import { useServerData } from './use-server-data.ts';

/**
 * The change that made the settings of now, with each value before and after, and the button that
 * puts it back. Nothing while the server has not answered, and before the first change.
 */
export function LastChange({
  settings,
  onSettings,
}: {
  settings: ProgrammeSettings;
  onSettings: (settings: ProgrammeSettings) => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const { label, shown } = useSettingWords();
  const { notify } = useNotices();
  const { confirm } = useAsk();
  const { keepProgramme } = useConfig();
  const sayRefusal = useSayRefusal();
  const [busy, setBusy] = useState(false);
  const { data, online, reload } = useServerData(
    `last ${JSON.stringify(settings)}`,
    fetchLastProgrammeChange,
  );
  if (data === null || data.last === null) return null;
  const { number, who, whoName, at, changes } = data.last;

  const putBack = async () => {
    const isSure = await confirm({
      title: t('admin.programme-back-title'),
      body: t('admin.programme-back-text'),
      yes: t('admin.programme-back'),
    });
    if (!isSure) return;
    setBusy(true);
    try {
      const saved = await putProgrammeBack(number);
      keepProgramme({ ...saved.settings, number: saved.number });
      notify({ text: t('admin.programme-put-back') });
      onSettings(saved.settings);
    } catch (cause) {
      sayRefusal(cause, t('admin.programme-failed'));
      if (cause instanceof HttpError && cause.code === 'conflict') reload();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Card title={t('admin.programme-last-title')} className="stack">
      <p className="hint">
        {t('admin.programme-last', {
          number,
          who: personText(messages, who, whoName),
          when: momentText(messages, at, new Date()),
        })}
      </p>
      <dl className="last-change">
        {changes.map(({ name, before, after }) => (
          <div key={name}>
            <dt>{label(name)}</dt>
            <dd>
              <span className="muted">{t('admin.programme-before')}</span> {shown(name, before)}
            </dd>
            <dd>
              <span className="muted">{t('admin.programme-after')}</span> {shown(name, after)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="row-wrap">
        <Button kind="second" small disabled={busy || !online} onClick={() => void putBack()}>
          {t('admin.programme-back')}
        </Button>
      </div>
    </Card>
  );
}
