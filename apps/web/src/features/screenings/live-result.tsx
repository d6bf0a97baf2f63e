import {
  isRefer,
  LIMITS,
  type ReferSign,
  type ScreeningPreview,
  screeningMark,
} from '@crece/domain';
import type { Translator } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';
import { markDrawing } from '../../shared/screenings/screening-mark.tsx';
import { statusWord } from '../../shared/screenings/status-words.ts';
import { measureText, zText } from '../../shared/screenings/verdict-words.ts';
import { Badge } from '../../ui/controls.tsx';
import { StatusMark, type Tone } from '../../ui/status-mark.tsx';
import { keptFigures } from './kept-words.ts';
import { useRested } from './use-rested.ts';

interface LiveWords {
  tone: Tone;
  glyph?: 'tape' | 'swelling';
  title: string;
  line?: string;
  badge?: { tone: Tone; text: string };
}

function needsBoth({ missing, reading }: ScreeningPreview): boolean {
  const isHalf = missing.some(
    ({ code }) => code === 'height-required-with-weight' || code === 'weight-required-with-height',
  );
  return isHalf && reading?.evidence.from !== 'muac';
}

function deciding(translator: Translator, preview: ScreeningPreview): string | undefined {
  const { t } = translator;
  const { reading, assessment } = preview;
  const fact = reading?.reason.facts[0];
  if (reading === null || fact === undefined || assessment === null) {
    return undefined;
  }
  if (fact.index === 'muac') {
    return t(`screenings.live-muac.${reading.muacBand ?? 'green'}`, {
      muac: measureText(translator, fact.value),
    });
  }
  return t('screenings.live-index', {
    index: t(`assessment.index.${fact.index}`),
    value: zText(translator, fact.value),
  });
}

/** The result of a half-typed screening, in a few words for the bar above "save". */
export function liveWords(
  translator: Translator,
  preview: ScreeningPreview,
  muac: number | null,
): LiveWords | null {
  const { t } = translator;
  const { reading, age, outside } = preview;
  const figures = keptFigures(translator, outside);
  const kept = figures === null ? null : t('screenings.live-kept', { figures });
  const isLight = outside.weight !== undefined && outside.weight < LIMITS.weight.min;
  const mark = reading === null ? null : screeningMark(reading);
  if (kept !== null && isLight && (mark === null || !isRefer(mark))) {
    return { tone: 'red', title: t('screenings.live-health-worker'), line: kept };
  }
  if (reading === null || mark === null) {
    return kept === null
      ? null
      : { tone: 'grey', title: t('assessment.word.not-assessed'), line: kept };
  }
  const drawing = markDrawing(mark);
  if (mark.sign === 'swelling') {
    return { ...drawing, title: t('assessment.banner.oedema') };
  }
  if (needsBoth(preview)) {
    return {
      tone: 'grey',
      title: t('assessment.word.not-assessed'),
      line: t('screenings.live-needs-both'),
    };
  }
  const { muacBand, reason } = reading;
  if (reason.rule === 'not-assessed') {
    const isUnder6 = age !== null && reason.cause === 'muac-under-6-months';
    return {
      tone: 'grey',
      title: t('assessment.word.not-assessed'),
      line: t(isUnder6 ? 'screenings.live-not-assessed-under6' : 'screenings.live-not-assessed'),
    };
  }
  const word = statusWord(translator, mark, reading);
  if (muacBand !== undefined && (mark.sign === 'muac-red' || mark.sign === 'muac-yellow')) {
    const figure = t(`screenings.live-muac.${muacBand}`, {
      muac: measureText(translator, muac ?? 0),
    });
    return {
      ...drawing,
      title: t(`assessment.banner.muac.${mark.sign === 'muac-red' ? 'red' : 'yellow'}`),
      line: `${figure} · ${word}`,
    };
  }
  const parts = [deciding(translator, preview), kept].filter((part) => part != null);
  const line = parts.length === 0 ? undefined : parts.join(' · ');
  const isMuacBeside = reading.evidence.from === 'whz';
  return {
    ...drawing,
    title: word,
    ...(line === undefined ? {} : { line }),
    ...(isMuacBeside && muacBand === 'red'
      ? { badge: { tone: 'red' as const, text: t('screenings.live-muac-refer') } }
      : {}),
    ...(isMuacBeside && muacBand === 'yellow'
      ? { badge: { tone: 'amber' as const, text: t('screenings.live-muac-moderate') } }
      : {}),
  };
}

/**
 * The words of a result beside an open referral that this screening does not measure again: red,
 * and nothing that was measured is called normal.
 */
function besideReferral(
  { t, list }: Translator,
  words: LiveWords | null,
  { reading }: ScreeningPreview,
  muac: string | null,
  openSigns: readonly ReferSign[],
): LiveWords | null {
  if (words === null || words.tone === 'red' || openSigns.length === 0) return words;
  const isGood = words.tone === 'green' && reading?.evidence.from === 'muac';
  const index = t('assessment.index.muac');
  const figure = muac === null ? words.title : t('screenings.live-index', { index, value: muac });
  return {
    tone: 'red',
    title: t('screenings.live-open', {
      signs: list(openSigns.map((sign) => t(`screenings.open-sign.${sign}`))),
    }),
    line: isGood ? figure : (words.line ?? words.title),
  };
}

/**
 * The live result: a polite live region that changes after a pause in typing. `openSigns` are the
 * signs of an open referral that the typed screening does not measure again.
 */
export function LiveResult({
  preview,
  muac,
  openSigns,
}: {
  preview: ScreeningPreview;
  muac: number | null;
  openSigns: readonly ReferSign[];
}) {
  const translator = useMessages();
  const { t } = translator;
  const figure = muac === null ? null : measureText(translator, muac);
  const now = liveWords(translator, preview, muac);
  const words = useRested(besideReferral(translator, now, preview, figure, openSigns));
  return (
    <div className={`live st-${words?.tone ?? 'grey'}`} role="status" aria-live="polite">
      {words === null ? (
        <p className="live-empty">{t('screenings.live-empty')}</p>
      ) : (
        <>
          <StatusMark
            tone={words.tone}
            {...(words.glyph === undefined ? {} : { glyph: words.glyph })}
          />
          <p>
            <b>{words.title}</b>
            {words.line === undefined ? null : <span className="num-wrap">{words.line}</span>}
          </p>
          {words.badge === undefined ? null : (
            <Badge look="status" tone={words.badge.tone} icon="tape">
              {words.badge.text}
            </Badge>
          )}
        </>
      )}
    </div>
  );
}
