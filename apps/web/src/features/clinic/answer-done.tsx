import { useEffect, useState } from 'react';
import { useOnline } from '../../data/online.ts';
import { QrCode } from '../../shared/paper/qr-code.tsx';
import { Button } from '../../ui/controls.tsx';
import { answerWords, codeInGroups, stateWords } from './answer-words.ts';
import { givenFor, type KeptAnswer, TAKE_BACK_MS } from './kept-answers.ts';
import { useVoice } from './voice.tsx';

/** Whether the answer can still be taken back; draws again when that ends, by time or a connection. */
function useTakeBack(answer: KeptAnswer): boolean {
  const left = answer.state === 'waits' ? TAKE_BACK_MS - givenFor(answer, Date.now()) : 0;
  const isOnline = useOnline();
  const [, again] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => again((count) => count + 1), left);
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0 || (answer.state === 'waits' && !isOnline);
}

/** The answer that was given: its letters to write on the slip's strip, and whether it has left. */
export function AnswerDone({
  answer,
  isKept,
  onNext,
  onTakeBack,
}: {
  answer: KeptAnswer;
  isKept: boolean;
  onNext: () => void;
  onTakeBack: () => void;
}) {
  const voice = useVoice();
  const { t } = voice;
  const canTakeBack = useTakeBack(answer);
  return (
    <section className="clinic-part" aria-label={t('clinic.given')}>
      <p className="h2" role="status">
        {answerWords(voice, answer)}
      </p>
      <div className="clinic-code">
        <p>{t('clinic.write')}</p>
        <p className="clinic-letters">{codeInGroups(answer.code)}</p>
        <QrCode text={answer.code} label={t('clinic.code-picture')} />
        <p className="small muted">{t('clinic.write-why')}</p>
      </div>
      <p className={answer.state === 'waits' || answer.state === 'sent' ? '' : 'clinic-warning'}>
        {isKept || answer.state !== 'waits' ? stateWords(voice, answer) : t('clinic.not-kept')}
      </p>
      <Button kind="primary" wide onClick={onNext}>
        {t('clinic.next')}
      </Button>
      {canTakeBack ? (
        <Button kind="second" wide onClick={onTakeBack}>
          {t('clinic.take-back')}
        </Button>
      ) : null}
    </section>
  );
}
