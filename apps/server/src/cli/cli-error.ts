/** A command that cannot do its work; the message is a sentence for the person who typed it. */
export class CliError extends Error {
  /** 1: the input is unusable; 2: the command was mistyped. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** A command line that nobody can follow: the sentence is said with the usage of its command. */
export class Mistyped extends CliError {
  constructor(sentence: string) {
    super(sentence, 2);
    this.name = 'Mistyped';
  }
}
