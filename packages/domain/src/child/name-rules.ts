import { DUPLICATE_NEAR_DAYS } from '../base/limits.ts';
import { remembering } from '../base/remembering.ts';
import type { IsoDate } from '../fields/entities.ts';
import { containsTyped, type NamedChild, resemblesTyped } from './duplicates.ts';
import type { NameNumbers } from './name-numbers.ts';
import { LEAST_WORDS, mayBeOneName, wordsOf } from './whole-names.ts';

/** The rules of the duplicate question for two children of a unit: those of plain names in numbers. */
export class NameRules {
  readonly #names: NameNumbers;
  readonly #children: readonly NamedChild[];
  readonly #today: IsoDate;
  readonly #matchers = new Map<number, (child: NamedChild) => boolean>();
  readonly #motherOf = remembering(wordsOf);

  /** `children`: each at its place in `names`. */
  constructor(names: NameNumbers, children: readonly NamedChild[], today: IsoDate) {
    this.#names = names;
    this.#children = children;
    this.#today = today;
  }

  /** Whether one would be asked about if the other were typed, by the question's own functions. */
  ask(one: number, other: number): boolean {
    return this.#asks(one, other) || this.#asks(other, one);
  }

  #asks(typed: number, about: number): boolean {
    const [draft, child] = [this.#children[typed], this.#children[about]];
    if (draft === undefined || child === undefined) return false;
    let isMatch = this.#matchers.get(typed);
    if (isMatch === undefined) {
      const isSpecified = containsTyped(draft, this.#today);
      const isResembling = resemblesTyped(draft);
      isMatch = (each) => isSpecified(each) || isResembling(each);
      this.#matchers.set(typed, isMatch);
    }
    return isMatch(child);
  }

  /** `resemblesTyped` for two plain names, whichever of them is typed. */
  resemble(one: number, other: number): boolean {
    const { firstWords, short, wordsOf: words } = this.#names;
    if (words.lengthOf(one) > words.lengthOf(other)) return this.resemble(other, one);
    if (words.lengthOf(one) < LEAST_WORDS) return false;
    const isShort = short.has(one);
    const isOtherShort = short.has(other);
    if (isShort && isOtherShort) return false;
    return (
      this.#hasInOrder(other, 0, one, 0) ||
      (!isShort && this.#hasInOrder(other, 0, one, firstWords[one] ?? 0)) ||
      (!isOtherShort && this.#hasInOrder(other, firstWords[other] ?? 0, one, 0)) ||
      ((this.#areBornNear(one, other) || this.#haveOneMother(one, other)) &&
        this.#hasSounds(other, one, 0, 0))
    );
  }

  /** Whether `long` has the words of `short` in order, each read from this word on and round. */
  #hasInOrder(long: number, longFrom: number, short: number, shortFrom: number): boolean {
    const { wordsOf: words } = this.#names;
    const { all } = words;
    const [start, count] = [words.start(long), words.lengthOf(long)];
    const [shortStart, asked] = [words.start(short), words.lengthOf(short)];
    let found = 0;
    let word = all[shortStart + (shortFrom % asked)];
    for (let at = 0; at < count && found < asked; at += 1) {
      const round = longFrom + at < count ? 0 : count;
      if (all[start + longFrom + at - round] !== word) continue;
      found += 1;
      word = all[shortStart + ((shortFrom + found) % asked)];
    }
    return found === asked;
  }

  #areBornNear(one: number, other: number): boolean {
    const { births } = this.#names;
    return Math.abs((births[one] ?? 0) - (births[other] ?? 0)) <= DUPLICATE_NEAR_DAYS;
  }

  #haveOneMother(one: number, other: number): boolean {
    const words = this.#motherOf(this.#children[one]?.mother ?? '');
    const others = this.#motherOf(this.#children[other]?.mother ?? '');
    return words === others ? words.length > 0 : mayBeOneName(words, others);
  }

  /** Whether each word of `short`, from `at` on, can be given a word of `long` that is not taken. */
  #hasSounds(long: number, short: number, at: number, taken: number): boolean {
    const { sounds, soundsOf } = this.#names;
    if (at === soundsOf.lengthOf(short)) return true;
    const alike = sounds.alike(soundsOf.all[soundsOf.start(short) + at] ?? 0);
    const start = soundsOf.start(long);
    for (let place = 0; place < soundsOf.lengthOf(long); place += 1) {
      const bit = 1 << place;
      const isFree = (taken & bit) === 0 && alike.includes(soundsOf.all[start + place] ?? 0);
      if (isFree && this.#hasSounds(long, short, at + 1, taken | bit)) return true;
    }
    return false;
  }
}
