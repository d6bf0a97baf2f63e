import { useEffect, useState, useSyncExternalStore } from 'react';
import { AnswerQueue, type QueueState } from './answer-queue.ts';
import { type KeptAnswer, TAKE_BACK_MS } from './kept-answers.ts';

/** How often what waits is looked at while the page is open. */
const LOOK_EVERY_MS = 10_000;

interface Answers extends QueueState {
  add: (answer: KeptAnswer) => void;
  /** Takes an answer back that has not left yet. */
  remove: (answer: KeptAnswer) => void;
}

/** The answers of this phone; what waits is sent as soon as there is a connection. */
export function useAnswers(): Answers {
  const [queue] = useState(() => new AnswerQueue());
  const state = useSyncExternalStore(queue.subscribe, queue.snapshot);
  useEffect(() => {
    const look = () => void queue.send();
    const connected = () => void queue.connected();
    const timer = setInterval(look, LOOK_EVERY_MS);
    addEventListener('online', connected);
    addEventListener('storage', queue.readAgain);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearInterval(timer);
      removeEventListener('online', connected);
      removeEventListener('storage', queue.readAgain);
      document.removeEventListener('visibilitychange', look);
    };
  }, [queue]);
  return {
    ...state,
    add: (answer) => {
      queue.add(answer);
      setTimeout(() => void queue.send(), TAKE_BACK_MS);
    },
    remove: (answer) => queue.remove(answer),
  };
}
