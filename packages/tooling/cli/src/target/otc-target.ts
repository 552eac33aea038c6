import { createClient, type Fetch } from '@toolwire/client';
import { AuthenticationRequired, connectionError } from '../cli-error.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { otcAuth } from './credentials.ts';
import type { ProbeResult } from './target.ts';

export async function tryOtc(
  address: string,
  settings: ConnectionSettings,
  send: Fetch = settings.fetch,
): Promise<ProbeResult> {
  const { timeoutMs, signal, isInsecureAllowed: allowInsecure, note } = settings;
  const url = address.replace(/\/tools\/?$/, '').replace(/\/+$/, '');
  const client = createClient({
    url,
    fetch: send,
    timeoutMs,
    allowInsecure,
    auth: otcAuth(settings),
    onRetry: ({ afterMs, message }) => note(`retrying in ${Math.ceil(afterMs)} ms: ${safeLine(message)}\n`),
  });
  const listing = await client.list({ signal, retry: false, deadlineMs: timeoutMs });
  if (listing.kind === 'refused') {
    const { code, message } = listing;
    if (code === 'unreachable' || code === 'timeout') throw connectionError(`${address}: ${message}`, listing.cause);
    if (code === 'unauthenticated') {
      throw new AuthenticationRequired(`${address}: ${message} Pass --api-key, --token or --jwt-secret.`);
    }
    return { isTarget: false, reason: message };
  }
  const { tools, warnings } = listing;
  return {
    isTarget: true,
    target: {
      wire: 'otc',
      address: url,
      tools,
      warnings,
      call: ({ tool, input, attempts, context, callId, signal: callSignal }) =>
        client.call(tool.toolId, input, {
          signal: callSignal === undefined ? signal : AbortSignal.any([signal, callSignal]),
          context,
          callId,
          deadlineMs: timeoutMs * attempts,
          retry: attempts > 1 && { maxAttempts: attempts },
        }),
      close: () => Promise.resolve(),
    },
  };
}
