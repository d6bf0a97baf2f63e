import { firstOfSlip } from '@crece/domain';
import { answerWords, stateWords } from './answer-words.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { useVoice } from './voice.tsx';

/** What was answered on this phone, each with whether it has left. */
export function AnswerList({
  answers,
  onShow,
}: {
  answers: readonly KeptAnswer[];
  onShow: (answer: KeptAnswer) => void;
}) {
  const voice = useVoice();
  const { t } = voice;
  if (answers.length === 0) return null;
  return (
    <section className="clinic-part" aria-labelledby="clinic-answers">
      <h2 className="h2" id="clinic-answers">
        {t('clinic.answers')}
      </h2>
      <ul className="clinic-list">
        {answers.map((answer) => (
          <li key={`${answer.at}${answer.code}`}>
            <button type="button" onClick={() => onShow(answer)}>
              <b>{`${firstOfSlip(answer.slip)}…`}</b> <span>{answerWords(voice, answer)}</span>
              <span className="small muted">{stateWords(voice, answer)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
