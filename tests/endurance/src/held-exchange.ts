import { connect, type Socket } from 'node:net';
import { waitUntil } from './wait-until.ts';

/** An exchange that has begun and does not end until its caller leaves. */
export interface HeldExchange {
  /** How many bytes the caller has sent. */
  readonly sentBytes: number;
  /** The response so far, up to 64 kB. */
  received(): string;
  /** How many bytes have come back. */
  receivedBytes(): number;
  /** Reads no more of the answer. */
  stopReading(): void;
  leave(): void;
}

const maxReceivedLength = 64 * 1024;

/** Sends bytes on a separate connection, and resolves after all are sent. */
export function holdExchange(port: number, bytes: Uint8Array | string): Promise<HeldExchange> {
  return new Promise((resolve, reject) => {
    const sent = Buffer.from(bytes);
    let received = '';
    let receivedBytes = 0;
    const socket: Socket = connect(port, '127.0.0.1');
    socket.on('data', (chunk) => {
      receivedBytes += chunk.length;
      if (received.length < maxReceivedLength) received += chunk.toString('latin1');
    });
    // One that the server cuts shows by what it has received.
    socket.on('error', (problem) => {
      socket.destroy();
      reject(problem);
    });
    socket.write(sent, () =>
      resolve({
        sentBytes: sent.length,
        received: () => received,
        receivedBytes: () => receivedBytes,
        stopReading: () => void socket.pause(),
        leave: () => void socket.destroy(),
      }),
    );
  });
}

/** Waits until something like `event: message` has come back on each of these exchanges. */
export async function untilReceived(exchanges: readonly HeldExchange[], text: string): Promise<void> {
  const lacking = (): HeldExchange | undefined => exchanges.find((one) => !one.received().includes(text));
  if (await waitUntil(() => lacking() === undefined, 20_000)) return;
  throw new Error(`A caller has received no '${text}', but: ${lacking()?.received().slice(0, 500)}`);
}
