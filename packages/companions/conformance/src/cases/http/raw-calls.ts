import type { OtcServer } from '../../subject/otc-server.ts';
import { envelope } from '../calls.ts';

/** The headers that every call has. */
export const callLines = ['Content-Type: application/json'];

/** The bytes of a call that answers with its input, with perhaps one more header. */
export function callOf(server: OtcServer, value: unknown, line?: string, version = 'HTTP/1.1'): Uint8Array {
  return post(server, envelope({ tool_id: 'Conf.Any@1.0.0', input: { value } }), line, version);
}

/** The bytes of a request to `/tools/call`. */
export function post(server: OtcServer, body: string, line?: string, version = 'HTTP/1.1'): Uint8Array {
  const headers = line === undefined ? callLines : [...callLines, line];
  return server.bytes({ method: 'POST', path: '/tools/call', headers, body, version });
}
