import { type Call, type Logger, noContextValues } from '@toolwire/core';
import type { HostRequest, HttpResponse } from '@toolwire/core/wire';
import type { ToolServer } from '../src/index.ts';

/** A decoded call. */
export function callOf(toolId: string, input: unknown = {}, changes: Partial<Call> = {}): Call {
  return {
    wire: 'test',
    toolId,
    callId: 'call-1',
    traceId: undefined,
    input,
    context: { authorization: [], secrets: [] },
    lifetime: { signal: new AbortController().signal },
    values: noContextValues,
    ...changes,
  };
}

/** A request as a host would hand it in. */
export function hostRequest(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): HostRequest {
  const [cut = '', query = ''] = path.split('?');
  return {
    method,
    path: cut,
    query,
    header: (name) => ({ 'content-type': 'application/json', ...headers })[name],
    body: () => ({ kind: 'bytes', bytes: new TextEncoder().encode(JSON.stringify(body ?? {})) }),
    signal: new AbortController().signal,
    values: noContextValues,
  };
}

/** Sends a request to a server, and reads the answer as JSON. */
export async function send(
  server: ToolServer,
  request: HostRequest,
): Promise<(HttpResponse & { readonly json: Record<string, unknown> }) | undefined> {
  const response = await server.handle(request);
  if (response === undefined) return undefined;
  const { body } = response;
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : ((body as string | undefined) ?? '{}');
  return { ...response, json: JSON.parse(text) as Record<string, unknown> };
}

/** A logger that remembers. */
export function recordingLogger(): Logger & { readonly records: { level: string; fields: object; message: string }[] } {
  const records: { level: string; fields: object; message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) => void records.push({ level, fields, message });
  return { records, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
