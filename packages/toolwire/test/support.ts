import { type Logger, noContextValues } from '@toolwire/core';
import type { HostRequest } from '@toolwire/core/wire';
import type { ToolServer } from '../src/index.ts';

/** A line of a log. */
export interface LogRecord {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

/** A logger that remembers. */
export function recordingLogger(): { readonly records: readonly LogRecord[]; readonly logger: Logger } {
  const records: LogRecord[] = [];
  const at = (level: string) => (fields: object, message: string) => void records.push({ level, fields, message });
  return { records, logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

/** A request as a host would hand it in. */
export function hostRequest(
  method: string,
  path: string,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
): HostRequest {
  return {
    method,
    path,
    query: '',
    header: (name) => ({ 'content-type': 'application/json', ...headers })[name],
    body: () => ({ kind: 'bytes', bytes: new TextEncoder().encode(JSON.stringify(body)) }),
    signal: new AbortController().signal,
    values: noContextValues,
  };
}

/** Sends a request to a server, and reads the answer as JSON. */
export async function send(
  server: ToolServer,
  request: HostRequest,
): Promise<{ readonly status: number; readonly json: Readonly<Record<string, unknown>> }> {
  const { status = 0, body = '' } = (await server.handle(request)) ?? {};
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array);
  return { status, json: JSON.parse(text) as Record<string, unknown> };
}
