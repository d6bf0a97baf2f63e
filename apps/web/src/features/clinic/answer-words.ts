import type { Translator } from '@crece/messages';
import { KEPT_DAYS, type KeptAnswer } from './kept-answers.ts';

const GROUP = 4;

/** Letters as a person copies them: `ABCD-EFGH-JKMN`. */
export const codeInGroups = (code: string): string =>
  code.replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');

/** What was answered, with its day: *seen* with a place is *sent on*. */
export function answerWords({ t, date }: Translator, answer: KeptAnswer): string {
  const { outcome, day, place } = answer;
  const said = place === undefined ? outcome : 'sent-on';
  const words = t(`clinic.outcome.${said}`);
  return [words, ...(place === undefined ? [] : [place]), date(day)].join(' · ');
}

/** Whether an answer has left this phone. */
export const stateWords = ({ t }: Translator, { state }: KeptAnswer): string =>
  t(`clinic.state.${state}`, { days: KEPT_DAYS });
