import type { HttpRequest } from '@toolwire/core/wire';

/** Says what is wrong with how a body is sent: hosts undo chunks, and a body that is packed as well stays packed (RFC 9112, section 6.1). */
export function transferProblem(request: HttpRequest): string | undefined {
  const coding = request.header('transfer-encoding');
  return coding === undefined || coding.trim().toLowerCase() === 'chunked'
    ? undefined
    : 'Send the body with no Transfer-Encoding but chunked';
}
