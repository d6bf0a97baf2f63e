import type { DeskAnswer, DeskListPage, LinesAsked } from '@crece/reports/desk';
import type { StoresAddress } from '../store/document-store.ts';
import type { DeskAsked } from './desk-work.ts';

// Messages between the server and the thread of the desk.

/** The data with which the thread is started. */
export interface DeskThreadData {
  stores: StoresAddress;
  /** Limit of all children's lines that it keeps, in characters. */
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
  | { number: number; ok: true; answer: DeskAnswer | DeskListPage }
  | { number: number; ok: false; error: string };
