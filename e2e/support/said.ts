// It makes the names of the screens' sentences known.
import type {} from '../../apps/web/src/app/message-keys.ts';
import {
  createTranslator,
  LANGUAGES,
  type MessageKey,
  type MessageParams,
} from '../../packages/messages/src/index.ts';
import { catalogue } from './catalogue.ts';

const translators = LANGUAGES.map((language) => createTranslator(language, catalogue(language)));

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
