import {
  anyBelow,
  isRefer,
  LIMITS,
  type ScreeningPreview,
  screeningMark,
  Z_LINES,
} from '@crece/domain';
import type { ScreeningsHere } from '@crece/storage';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { zText } from '../../shared/screenings/verdict-words.ts';
import { Icon } from '../../ui/icon.tsx';

/** A sentence of the form that blocks nothing. */
export function Note({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="form-note" role="status">
      <Icon name="info" />
      <p>
        <b>{title}</b>
        {children}
      </p>
    </div>
  );
}

function Notice({ notice }: { notice: ScreeningPreview['notices'][number] }) {
  const translator = useMessages();
  const { t } = translator;
  switch (notice.code) {
    case 'over-qualifying-age':
      return (
        <Note title={t('children.not-qualify-title')}>
          {t('children.not-qualify-text')}
          <span className="small">{t('screenings.not-qualify-note')}</span>
        </Note>
      );
    case 'under-6-months':
      return <Note title={t('screenings.under6-title')}>{t('screenings.under6-text')}</Note>;
    case 'weight-for-height-implausible':
      return (
        <Note title={t('screenings.measure-again')}>
          {t('screenings.whz-implausible', {
            value: zText(translator, Number(notice.params?.['z'] ?? 0)),
          })}
        </Note>
      );
    case 'age-override':
    // The chip below the comments shows the override; questions beside the fields show
    // contradictions.
    case 'height-fell':
    case 'weight-fell':
    case 'weight-rose':
    case 'muac-changed':
    case 'screened-same-day':
      return null;
  }
}

/**
 * Whether the typed figures send a baby somewhere sooner than at 6 months: to a clinic, or to a health
 * worker this week.
 */
function isCalledSooner({ reading, assessment, outside }: ScreeningPreview): boolean {
  if (outside.weight !== undefined && outside.weight < LIMITS.weight.min) return true;
  if (reading === null || assessment === null) return false;
  return isRefer(screeningMark(reading)) || anyBelow(assessment.zScore, Z_LINES.moderate);
}

/** Useful information during the form; none of it blocks saving. */
export function FormNotices({
  preview,
  isContested,
  entries,
}: {
  preview: ScreeningPreview;
  /** A value of the child or of a screening waits for a choice. */
  isContested: boolean;
  /** Which of the child's other screenings have arrived. */
  entries: ScreeningsHere;
}) {
  const { t } = useMessages();
  // It is unknown whether this is the first screening.
  const told = preview.notices.filter(({ code }) => {
    if (code === 'under-6-months') return !isCalledSooner(preview);
    return entries === 'all' || code !== 'over-qualifying-age';
  });
  return (
    <>
      {isContested ? <Note title={t('screenings.contested')} /> : null}
      {entries === 'all' ? null : (
        <Note title={t('arrival.form-title')}>{t('arrival.form-text')}</Note>
      )}
      {told.map((notice) => (
        <Notice key={notice.code} notice={notice} />
      ))}
    </>
  );
}
