import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@crece/messages';
import { useEffect, useState } from 'react';
import { deviceZone, useToday } from '../../data/today.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { AnswerDone } from './answer-done.tsx';
import { AnswerForm } from './answer-form.tsx';
import { AnswerList } from './answer-list.tsx';
import { KEPT_DAYS, type KeptAnswer } from './kept-answers.ts';
import { type AskedSlip, readSlipText, takeFragment } from './read-slip-text.ts';
import { SlipEntry } from './slip-entry.tsx';
import { useAnswers } from './use-answers.ts';
import { firstLanguage, keepLanguage, translatorOf, useVoice, VoiceContext } from './voice.tsx';

/** What the page shows: the way to a slip, the answers to choose from, or the answer given. */
type Step =
  | { kind: 'entry'; slip?: string }
  | { kind: 'answer'; slip: AskedSlip }
  | { kind: 'done'; at: number; code: string };

/** What an address with a slip in it begins with. */
function stepOf(fragment: string): Step {
  const read = fragment === '' ? null : readSlipText(fragment);
  if (read === null) return { kind: 'entry' };
  return read.day === undefined
    ? { kind: 'entry', slip: read.slip }
    : { kind: 'answer', slip: read };
}

/** /referral: a clinic answers the slips of children who were sent to it. */
export function ClinicPage({ first }: { first: string }) {
  const [language, setLanguage] = useState(firstLanguage);
  const voice = translatorOf(language);
  const { t } = voice;
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = t('clinic.title');
  }, [language, t]);
  const choose = (next: Language) => {
    keepLanguage(next);
    setLanguage(next);
  };
  return (
    <VoiceContext value={voice}>
      <div className="clinic">
        <Header language={language} onLanguage={choose} />
        <main>
          <Steps first={first} />
        </main>
      </div>
    </VoiceContext>
  );
}

function Header({
  language,
  onLanguage,
}: {
  language: Language;
  onLanguage: (language: Language) => void;
}) {
  const { t } = useVoice();
  const other = LANGUAGES[LANGUAGES.indexOf(language) + 1] ?? LANGUAGES[0];
  return (
    <header className="bar">
      <div className="bar-title">
        <h1 className="clinic-brand">
          <BrandMark size={26} />
          {t('clinic.title')}
        </h1>
      </div>
      <button type="button" className="ib" lang={other} onClick={() => onLanguage(other)}>
        <span aria-hidden="true">{other.toUpperCase()}</span>
        <span className="vh">{LANGUAGE_NAMES[other]}</span>
      </button>
    </header>
  );
}

function Steps({ first }: { first: string }) {
  const { t } = useVoice();
  const [step, setStep] = useState<Step>(() => stepOf(first));
  // The page may stay open overnight.
  const today = useToday(deviceZone());
  const { answers, isKept, add, remove } = useAnswers();
  useEffect(() => {
    // A second slip that the phone's own camera opened in this window.
    const read = () => {
      const fragment = takeFragment();
      if (fragment !== '') setStep(stepOf(fragment));
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const next = () => setStep({ kind: 'entry' });
  const given = (answer: KeptAnswer) => {
    add(answer);
    setStep({ kind: 'done', at: answer.at, code: answer.code });
    window.scrollTo(0, 0);
  };
  const done =
    step.kind === 'done'
      ? answers.find(({ at, code }) => at === step.at && code === step.code)
      : undefined;
  return (
    <>
      {step.kind === 'answer' ? (
        <AnswerForm
          key={step.slip.slip}
          slip={step.slip}
          today={today}
          onAnswer={given}
          onOther={next}
        />
      ) : done !== undefined ? (
        <AnswerDone
          answer={done}
          isKept={isKept}
          onNext={next}
          onTakeBack={() => {
            remove(done);
            next();
          }}
        />
      ) : (
        <SlipEntry
          key={'slip' in step ? step.slip : ''}
          slip={'slip' in step && typeof step.slip === 'string' ? step.slip : ''}
          today={today}
          onSlip={(slip) => setStep({ kind: 'answer', slip })}
        />
      )}
      {step.kind === 'answer' ? null : (
        <AnswerList
          answers={answers.filter((each) => each !== done)}
          onShow={({ at, code }) => setStep({ kind: 'done', at, code })}
        />
      )}
      <p className="clinic-note">{t('clinic.privacy', { days: KEPT_DAYS })}</p>
    </>
  );
}
