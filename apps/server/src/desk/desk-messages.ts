import type { DeskAnswer, DeskPage, LinesAsked } from '@crece/reports/desk';
import type { StoresAddress } from '../store/document-store.ts';
import type { DeskAsked } from './desk-work.ts';

// What the server and the thread of the desk say to each other.

/** What the thread is begun with. */
export interface DeskThreadData {
  stores: StoresAddress;
  /** Of all children's lines that it keeps, in characters. */
  mostCharacters: number;
}

export type DeskQuestion =
  | { say: 'figures'; asked: DeskAsked; timeoutMs: number }
  | { say: 'page'; asked: DeskAsked; lines: LinesAsked; from: number; size: number };

export interface NumberedQuestion {
  number: number;
  question: DeskQuestion;
}

/** `error` is for the server's log. */
export type NumberedAnswer =
  | { number: number; ok: true; answer: DeskAnswer | DeskPage }
  | { number: number; ok: false; error: string };
