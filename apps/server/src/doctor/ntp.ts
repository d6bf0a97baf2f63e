import { createSocket } from 'node:dgram';

const PORT = 123;
const ANSWER_MS = 3_000;
const PACKET_BYTES = 48;
/** Version 4, as a client (RFC 4330). */
const CLIENT = 0x23;
/** Where the answer says when it left the server: seconds since 1900, then their fraction. */
const SENT_AT = 40;
const FROM_1900_TO_1970 = 2_208_988_800;
const FRACTION = 2 ** 32;

/** How many seconds this clock is ahead of a time server's, `host` or `host:port`. */
export async function secondsOff(server: string, clock: () => Date): Promise<number> {
  const [host = '', port = String(PORT)] = server.split(':');
  const socket = createSocket('udp4');
  try {
    return await new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer')), ANSWER_MS);
      socket.once('error', reject);
      let asked = 0;
      socket.once('message', (answer) => {
        clearTimeout(timer);
        if (answer.length < PACKET_BYTES) return reject(new Error('no time in the answer'));
        const theirs =
          answer.readUInt32BE(SENT_AT) -
          FROM_1900_TO_1970 +
          answer.readUInt32BE(SENT_AT + 4) / FRACTION;
        // It took as long there as back, as far as anybody knows.
        const ours = (asked + clock().getTime()) / 2 / 1_000;
        resolve(ours - theirs);
      });
      const question = Buffer.alloc(PACKET_BYTES);
      question[0] = CLIENT;
      asked = clock().getTime();
      socket.send(question, Number(port), host, (error) => {
        if (error !== null) reject(error);
      });
    });
  } finally {
    socket.close();
  }
}
