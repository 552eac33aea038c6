import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { plainAnswer } from './plain-answer.ts';

const statusOfError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers bytes that node could not read as a request: the same JSON shape as everything else, and the connection ends. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statusOfError[error.code ?? ''] ?? 400;
  const reason = STATUS_CODES[status] ?? 'Bad Request';
  const { headers, body } = plainAnswer(status, reason);
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) });
  const head = [`HTTP/1.1 ${status} ${reason}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
