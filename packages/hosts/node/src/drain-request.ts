import type { IncomingRequest } from './http-messages.ts';

const maxLingerMs = 1000;
const maxLingerBytes = 16 * 1024 * 1024;

/**
 * Reads the rest of a refused request for a moment. If the connection closed immediately, the caller would see a reset and not
 * the response.
 */
export function drainRequest(request: IncomingRequest): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const finish = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', finish).off('close', finish);
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxLingerBytes) finish();
    };
    const timer = setTimeout(finish, maxLingerMs);
    request.on('data', onData).on('end', finish).on('close', finish).resume();
  });
}
