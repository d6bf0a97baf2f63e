/**
 * A small ICU message formatter: arguments, `number`, `plural` (with `=n` and `#`), `select` and
 * apostrophe quoting. The full library is 14 KB gzip, too much for a cheap phone; the subset that
 * our sentences use takes 1 KB. `icu.test.ts` compares it with the full library on every sentence.
 */

export type MessageParams = Readonly<Record<string, string | number>>;

type Branches = ReadonlyMap<string, readonly Part[]>;

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'argument'; name: string }
  | { kind: 'number'; name: string }
  | { kind: 'count' }
  | { kind: 'plural'; name: string; branches: Branches }
  | { kind: 'select'; name: string; branches: Branches };

export type Message = readonly Part[];

interface NumberSpeech {
  number(value: number): string;
  plural(value: number): string;
}

class Reader {
  private at = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** Parses parts up to the closing brace of the enclosing branch, or to the end. */
  message(insidePlural: boolean, nested: boolean): Part[] {
    const parts: Part[] = [];
    let text = '';
    const flush = () => {
      if (text !== '') parts.push({ kind: 'text', text });
      text = '';
    };
    while (this.at < this.source.length) {
      const character = this.source.charAt(this.at);
      if (character === '}' && nested) break;
      if (character === '}') throw this.fault('a closing brace without an opening one');
      if (character === "'") {
        text += this.quoted(insidePlural);
      } else if (character === '{') {
        flush();
        parts.push(this.placeholder(insidePlural));
      } else if (character === '#' && insidePlural) {
        flush();
        this.at += 1;
        parts.push({ kind: 'count' });
      } else {
        text += character;
        this.at += 1;
      }
    }
    flush();
    return parts;
  }

  /** `''` is one apostrophe; `'{…'` is literal up to the next single apostrophe. */
  private quoted(insidePlural: boolean): string {
    const next = this.source.charAt(this.at + 1);
    if (next === "'") {
      this.at += 2;
      return "'";
    }
    if (next !== '{' && next !== '}' && !(next === '#' && insidePlural)) {
      this.at += 1;
      return "'";
    }
    let text = '';
    this.at += 1;
    while (this.at < this.source.length) {
      const character = this.source.charAt(this.at);
      if (character === "'" && this.source.charAt(this.at + 1) === "'") {
        text += "'";
        this.at += 2;
      } else if (character === "'") {
        this.at += 1;
        break;
      } else {
        text += character;
        this.at += 1;
      }
    }
    return text;
  }

  private placeholder(insidePlural: boolean): Part {
    this.at += 1;
    const name = this.word();
    this.space();
    if (this.take('}')) return { kind: 'argument', name };
    this.expect(',');
    const type = this.word();
    this.space();
    if (type === 'number') {
      this.expect('}');
      return { kind: 'number', name };
    }
    if (type !== 'plural' && type !== 'select') throw this.fault(`the type ${type}`);
    this.expect(',');
    const branches = this.branches(type === 'plural' || insidePlural);
    this.expect('}');
    if (!branches.has('other')) throw this.fault(`${type} of ${name} without other`);
    return { kind: type, name, branches };
  }

  private branches(insidePlural: boolean): Map<string, Part[]> {
    const branches = new Map<string, Part[]>();
    for (;;) {
      this.space();
      if (this.source.charAt(this.at) === '}') return branches;
      const selector = this.word();
      this.space();
      this.expect('{');
      branches.set(selector, this.message(insidePlural, true));
      this.expect('}');
    }
  }

  private word(): string {
    this.space();
    const start = this.at;
    while (/[\w=-]/.test(this.source.charAt(this.at))) this.at += 1;
    if (this.at === start) throw this.fault('a missing name');
    return this.source.slice(start, this.at);
  }

  private space(): void {
    while (/\s/.test(this.source.charAt(this.at))) this.at += 1;
  }

  private take(character: string): boolean {
    if (this.source.charAt(this.at) !== character) return false;
    this.at += 1;
    return true;
  }

  private expect(character: string): void {
    if (!this.take(character)) throw this.fault(`no ${character}`);
  }

  private fault(what: string): SyntaxError {
    return new SyntaxError(`${what} at ${this.at} in the message: ${this.source}`);
  }
}

/**
 * Parses an ICU sentence; throws `SyntaxError` for malformed text or syntax outside the supported
 * subset.
 */
export function parseMessage(source: string): Message {
  return new Reader(source).message(false, false);
}

/** Sorted names of the arguments of a sentence: `{n, plural, …} of {unit}` → `['n', 'unit']`. */
export function argumentsOf(message: Message): string[] {
  const names = new Set<string>();
  const visit = (parts: Message) => {
    for (const part of parts) {
      if ('name' in part) names.add(part.name);
      if ('branches' in part) for (const branch of part.branches.values()) visit(branch);
    }
  };
  visit(message);
  return [...names].sort();
}

/** Formats a parsed sentence; throws for a missing argument, so that nobody reads "undefined". */
export function formatMessage(
  message: Message,
  params: MessageParams,
  speech: NumberSpeech,
  count?: number,
): string {
  let text = '';
  for (const part of message) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind === 'count') text += count === undefined ? '#' : speech.number(count);
    else {
      const value = params[part.name];
      if (value === undefined) throw new Error(`The sentence needs the argument ${part.name}.`);
      if (part.kind === 'argument') {
        text += typeof value === 'number' ? speech.number(value) : value;
      } else if (part.kind === 'number') {
        text += speech.number(Number(value));
      } else if (part.kind === 'select') {
        const branch = part.branches.get(String(value)) ?? part.branches.get('other') ?? [];
        text += formatMessage(branch, params, speech, count);
      } else {
        const number = Number(value);
        const branch =
          part.branches.get(`=${number}`) ??
          part.branches.get(speech.plural(number)) ??
          part.branches.get('other') ??
          [];
        text += formatMessage(branch, params, speech, number);
      }
    }
  }
  return text;
}
