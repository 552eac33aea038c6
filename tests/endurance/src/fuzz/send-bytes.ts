import { connect } from 'node:net';
import { type FoundAnswers, readAnswers } from '../read-answers.ts';

const quietMs = 20;
const patienceMs = 10_000;

/** Sends bytes that may mean anything, ends our side when nothing more happens, and reads until the server hangs up. */
export function sendBytes(port: number, bytes: Buffer): Promise<FoundAnswers> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setNoDelay();
    const chunks: Buffer[] = [];
    const patience = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The connection was still open ${patienceMs} ms after its bytes were sent.`));
    }, patienceMs);
    const quiet = setTimeout(() => socket.end(), quietMs);
    // A reset is one way to hang up; what came before it counts.
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      quiet.refresh();
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(patience);
      clearTimeout(quiet);
      try {
        resolve(readAnswers(Buffer.concat(chunks)));
      } catch (problem) {
        reject(problem);
      }
    });
    socket.write(bytes);
  });
}
