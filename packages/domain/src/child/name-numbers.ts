import { foldText } from '../base/fold-text.ts';
import { remembering } from '../base/remembering.ts';
import { daysBetween } from '../dates/calendar.ts';
import { isLongEnough, type NamedChild } from './duplicates.ts';
import { foldedWords, isParticle, soundKey } from './sound-key.ts';
import { foldedNameOf } from './whole-names.ts';
import { Spellings } from './word-pairs.ts';

/** What stands between two blanks of a folded name. */
interface Token {
  readonly number: number;
  /** The word that it is, and how it sounds; -1 for a particle, and where signs join or split words. */
  readonly word: number;
  readonly sound: number;
}

/** A first or last name. */
interface Part {
  readonly folded: string;
  readonly tokens: readonly Token[];
}

const NOT_ONE_WORD = -1;

/** Words of a plain name: which of them are given away is noted in the bits of a number. */
const MOST_WORDS = 30;

/** Any day: only distances from it are compared. */
const DAY_ZERO = '2000-01-01';

/** Lists of numbers, all in one array: comparing reads them without an object for each name. */
export class NumberLists {
  readonly all: number[] = [];
  readonly #starts: number[] = [0];

  /** Ends the list to which `all` was extended; another begins. */
  end(): void {
    this.#starts.push(this.all.length);
  }

  /** Takes back what was added since the last list ended. */
  undo(): void {
    this.all.length = this.#starts.at(-1) ?? 0;
  }

  /** Where the list of a place begins in `all`; that of the next place begins where it ends. */
  start(place: number): number {
    return this.#starts[place] ?? 0;
  }

  lengthOf(place: number): number {
    return this.start(place + 1) - this.start(place);
  }
}

/** How the words of a name sound, as it is typed and as a whole. */
export interface OddName {
  readonly typed: readonly number[];
  readonly whole: readonly number[];
}

/** Letters of which none is lost by folding; other characters are looked at closely. */
const isUsualLetter = (code: number): boolean =>
  (code > 0x40 && code < 0x7f) || (code > 0xbf && code < 0x2_50);

const beginsUsually = (name: string): boolean =>
  isUsualLetter(name.charCodeAt(0)) && isUsualLetter(name.charCodeAt(1));

/**
 * Names of children in numbers, each child at its place in the order in which they were added. Most
 * names are plain: their words are the same whether first and last name are read apart or as a
 * whole, and folding does not change whether they are long enough. The others (a particle ends the
 * first name; a first name of one sign) are in `odd`, and have no words in the lists.
 */
export class NameNumbers {
  /** Folded first and last names. */
  readonly firsts: string[] = [];
  readonly lasts: string[] = [];
  readonly tokens = new Spellings();
  readonly tokensOf = new NumberLists();
  /** How many of the tokens are of the first name. */
  readonly firstTokens: number[] = [];
  readonly sounds = new Spellings();
  /** The words of plain names, and how each sounds. */
  readonly wordsOf = new NumberLists();
  readonly soundsOf = new NumberLists();
  readonly firstWords: number[] = [];
  readonly odd = new Map<number, OddName>();
  /** Those of which some token is not a word: particles, signs; and all odd ones. */
  readonly mixed = new Set<number>();
  /** Plain names that are too short for the rules of resemblance. */
  readonly short = new Set<number>();
  /** Birth dates in days. */
  readonly births: number[] = [];

  readonly #soundOfWord: number[] = [];
  readonly #wordOf = remembering((word: string) => {
    this.#soundOfWord.push(this.sounds.numberOf(soundKey(word)));
    return this.#soundOfWord.length - 1;
  });
  readonly #tokenOf = remembering((text: string): Token => {
    const words = foldedWords(text);
    const isOneWord = words.length === 1 && words[0] === text && !isParticle(text);
    const word = isOneWord ? this.#wordOf(text) : NOT_ONE_WORD;
    const sound = this.#soundOfWord[word] ?? NOT_ONE_WORD;
    return { number: this.tokens.numberOf(text), word, sound };
  });
  readonly #partOf = remembering((name: string): Part => {
    const folded = foldText(name);
    return { folded, tokens: folded.split(' ').map(this.#tokenOf) };
  });

  get size(): number {
    return this.firsts.length;
  }

  add(child: NamedChild): void {
    const { firstName, lastName, birthDate } = child;
    const whole = foldedNameOf(child);
    const last = this.#partOf(lastName);
    // Most first names with all their words are of few children: they are not remembered, and not
    // folded once more.
    const end = whole.length - last.folded.length - 1;
    const isRest = end > 0 && whole[end] === ' ' && whole.endsWith(last.folded);
    const first = isRest ? whole.slice(0, end) : foldText(firstName);
    this.firsts.push(first);
    this.lasts.push(last.folded);
    this.births.push(daysBetween(DAY_ZERO, birthDate));
    let isSimple = true;
    let ofFirst = 0;
    for (let from = 0; from <= first.length; ofFirst += 1) {
      const blank = first.indexOf(' ', from);
      const to = blank === -1 ? first.length : blank;
      if (!this.#addToken(this.#tokenOf(first.slice(from, to)))) isSimple = false;
      from = to + 1;
    }
    for (const token of last.tokens) if (!this.#addToken(token)) isSimple = false;
    this.firstTokens.push(ofFirst);
    this.firstWords.push(ofFirst);
    const isManyWords = ofFirst + last.tokens.length > MOST_WORDS;
    if (!isSimple || isManyWords || !beginsUsually(firstName) || !beginsUsually(lastName)) {
      this.#readWords(child, first, last.folded, whole);
    }
    this.tokensOf.end();
    this.wordsOf.end();
    this.soundsOf.end();
  }

  #addToken({ number, word, sound }: Token): boolean {
    this.tokens.count(number);
    this.tokensOf.all.push(number);
    this.#addWord(word, sound);
    return word !== NOT_ONE_WORD;
  }

  #addWord(word: number, sound: number): void {
    this.wordsOf.all.push(word);
    this.soundsOf.all.push(sound);
    if (sound !== NOT_ONE_WORD) this.sounds.count(sound);
  }

  /** The words of a name of which some token may not be a word, or which may be short. */
  #readWords({ firstName, lastName }: NamedChild, first: string, last: string, wholeName: string) {
    this.wordsOf.undo();
    this.soundsOf.undo();
    const place = this.size - 1;
    const firstWords = foldedWords(first).map(this.#wordOf);
    const typed = [...firstWords, ...foldedWords(last).map(this.#wordOf)];
    const whole = foldedWords(wholeName).map(this.#wordOf);
    const soundOf = (word: number): number => this.#soundOfWord[word] ?? 0;
    const isLong = isLongEnough(firstName) && isLongEnough(lastName);
    this.mixed.add(place);
    if (!isLong) this.short.add(place);
    if (
      typed.length <= MOST_WORDS &&
      isLong === (isLongEnough(first) && isLongEnough(last)) &&
      typed.length === whole.length &&
      typed.every((word, at) => word === whole[at])
    ) {
      for (const word of typed) this.#addWord(word, soundOf(word));
      this.firstWords[place] = firstWords.length;
    } else this.odd.set(place, { typed: typed.map(soundOf), whole: whole.map(soundOf) });
  }
}
