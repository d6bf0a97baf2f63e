import {
  createTranslator,
  LANGUAGES,
  loadSentences,
  type MessageKey,
  type MessageParams,
  TIERS,
} from '../../packages/messages/src/index.ts';

const translators = await Promise.all(
  LANGUAGES.map(async (language) =>
    createTranslator(language, await loadSentences(language, TIERS.at(-1))),
  ),
);

const sentences = (key: MessageKey, params?: MessageParams) =>
  translators.map(({ t }) => t(key, params).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');

/** A sentence of the product in any of its languages, as a whole name or text. */
export const said = (key: MessageKey, params?: MessageParams) =>
  new RegExp(`^(?:${sentences(key, params)})$`);

/** The same where more follows: a range, a figure, a time. */
export const saidFirst = (key: MessageKey, params?: MessageParams) =>
  new RegExp(`^(?:${sentences(key, params)})`);

/** The same where it is only a part. */
export const saidWithin = (key: MessageKey, params?: MessageParams) =>
  new RegExp(sentences(key, params));
