import { once } from 'node:events';
import { runCli } from './run-cli.ts';
import { outputFaultSentence } from './system-fault.ts';

// A closed reader (`crece zscores … | head`) ends the run silently.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  say(outputFaultSentence(error));
  process.exit(1);
});

// What nobody reads any more (`crece rollback … 2>&1 | head`) does not end work that is under way.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

async function write(piece: string | Uint8Array): Promise<void> {
  if (piece.length > 0 && !process.stdout.write(piece)) await once(process.stdout, 'drain');
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

async function* input(): AsyncGenerator<Uint8Array> {
  // A person who typed a command without "< in.csv" must learn that it waits for input.
  if (process.stdin.isTTY) say('Reading from the keyboard; end with Ctrl-D.');
  for await (const bytes of process.stdin) yield bytes as Uint8Array;
}

process.exitCode = await runCli(process.argv.slice(2), { input: input(), write, say });
