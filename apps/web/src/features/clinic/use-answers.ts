import { useCallback, useEffect, useRef, useState } from 'react';
import { type KeptAnswer, keepAnswers, readAnswers } from './kept-answers.ts';
import { sendAnswer, toSend } from './send-answers.ts';

/** How often what waits is tried while the page is open. */
const TRY_EVERY_MS = 10_000;

interface Answers {
  /** The newest first. */
  answers: readonly KeptAnswer[];
  /** False: this browser keeps nothing, so only the letters say the answer. */
  isKept: boolean;
  add: (answer: KeptAnswer) => void;
  /** Takes an answer back that has not left yet. */
  remove: (answer: KeptAnswer) => void;
}

const isSame = (one: KeptAnswer, other: KeptAnswer) =>
  one.at === other.at && one.code === other.code;

/** The answers of this phone; what waits is sent as soon as there is a connection. */
export function useAnswers(): Answers {
  const [answers, setAnswers] = useState(() => readAnswers(Date.now()));
  const [isKept, setKept] = useState(true);
  const isSending = useRef(false);

  // Read again each time: another window may have answered meanwhile.
  const change = useCallback((how: (before: readonly KeptAnswer[]) => readonly KeptAnswer[]) => {
    const after = how(readAnswers(Date.now()));
    setKept(keepAnswers(after));
    setAnswers(after);
  }, []);
  const send = useCallback(async () => {
    if (isSending.current || !navigator.onLine) return;
    isSending.current = true;
    for (const answer of toSend(readAnswers(Date.now()), Date.now())) {
      const after = await sendAnswer(answer);
      if (after === answer) continue;
      change((before) => before.map((each) => (isSame(each, answer) ? after : each)));
    }
    isSending.current = false;
  }, [change]);

  useEffect(() => {
    const again = () => void send();
    const timer = setInterval(again, TRY_EVERY_MS);
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    again();
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [send]);

  return {
    answers,
    isKept,
    add: (answer) =>
      change((before) => [answer, ...before.filter((each) => each.code !== answer.code)]),
    remove: (answer) => change((before) => before.filter((each) => !isSame(each, answer))),
  };
}
