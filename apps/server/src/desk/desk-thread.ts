/**
 * The thread of the desk: reads units, caches their counts and answers, so that sync never waits.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openStoresAt } from '../store/open-stores-at.ts';
import type {
  DeskQuestion,
  DeskThreadData,
  NumberedAnswer,
  NumberedQuestion,
} from './desk-messages.ts';
import { answerDesk, answerPage } from './desk-work.ts';
import { UnitCountsCache } from './unit-counts-cache.ts';

async function serve(data: DeskThreadData, port: MessagePort): Promise<void> {
  const stores = await openStoresAt(data.stores);
  const counts = new UnitCountsCache(stores, data.mostCharacters);
  const answerTo = (question: DeskQuestion) =>
    question.say === 'figures'
      ? answerDesk(counts, question.asked, question.timeoutMs)
      : answerPage(counts, question.asked, question.lines, question);
  const tell = (answer: NumberedAnswer): void => port.postMessage(answer);
  port.on('message', ({ number, question }: NumberedQuestion) => {
    answerTo(question).then(
      (answer) => tell({ number, ok: true, answer }),
      (error: unknown) =>
        tell({ number, ok: false, error: String(error instanceof Error ? error.stack : error) }),
    );
  });
}

if (parentPort !== null) await serve(workerData as DeskThreadData, parentPort);
