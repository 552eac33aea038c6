import { randomUUID } from 'node:crypto';
import type { CallResult, Refusal, RefusalCode } from '@toolwire/client';
import {
  type Fields,
  firstText,
  isHttpUrl,
  isObject,
  parseJson,
  readArcadeOutput,
  readRetryAfter,
  recordOf,
  signInFields,
} from '@toolwire/internal';
import { AuthenticationRequired, requestError } from '../cli-error.ts';
import { readArcadeTool } from './arcade-tool.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { checkPrivate, signWorkerToken } from './credentials.ts';
import { type ProbeResult, retryFailures, type TargetCall } from './target.ts';
import { urlBelow } from './target-url.ts';

export async function tryArcade(base: URL, settings: ConnectionSettings): Promise<ProbeResult> {
  const address = base.href.replace(/\/+$/, '');
  const { status, body } = await send(urlBelow(base, '/tools'), undefined, settings);
  if (status === 401 || status === 403) {
    throw new AuthenticationRequired(`${address}: authentication required (${status}). Pass --worker-secret.`);
  }
  const entries = Array.isArray(body) ? body : undefined;
  const tools = entries?.filter(isTool) ?? [];
  // One invalid entry must not hide the other tools.
  const isListing = entries !== undefined && (entries.length === 0 || tools.length > 0);
  if (status !== 200 || !isListing) {
    return { isTarget: false, reason: `the response has the status ${status} and is not a list of tools` };
  }
  return {
    isTarget: true,
    target: {
      wire: 'arcade',
      address,
      tools: tools.map(readArcadeTool),
      warnings: [],
      call: (toolCall) => invoke(urlBelow(base, '/tools/invoke'), toolCall, settings),
      close: () => Promise.resolve(),
    },
  };
}

/** Whether an entry of a listing has a name. Other APIs may also respond with a list of objects. */
function isTool(entry: unknown): entry is Fields {
  return isObject(entry) && firstText(entry['fully_qualified_name'], entry['name']) !== undefined;
}

async function invoke(url: URL, toolCall: TargetCall, settings: ConnectionSettings): Promise<CallResult> {
  const { authorization: [token] = [], secrets: [secret] = [] } = toolCall.context;
  // Tokens and secrets of users are protected like credentials.
  checkPrivate(url, token?.token ?? secret?.value, settings);
  const { callId = randomUUID() } = toolCall;
  // The same in every attempt, so that a call that is still running is not started again.
  const request = invokeRequest(toolCall, callId);
  const invokeOnce = async (attempt: number): Promise<CallResult> => {
    const response = await send(url, request, settings, toolCall.signal);
    return readInvoked(toolCall.tool, { response, callId, attempts: attempt });
  };
  return retryFailures(toolCall.attempts, invokeOnce, settings);
}

async function send(
  url: URL,
  request: object | undefined,
  settings: ConnectionSettings,
  callSignal?: AbortSignal,
): Promise<WorkerResponse> {
  const { workerSecret, signal, timeoutMs } = settings;
  checkPrivate(url, workerSecret, settings);
  const headers: Record<string, string> = {
    ...(workerSecret !== undefined && { authorization: `Bearer ${signWorkerToken(workerSecret)}` }),
    ...(request !== undefined && { 'content-type': 'application/json' }),
  };
  const limit = AbortSignal.any([
    signal,
    AbortSignal.timeout(timeoutMs),
    ...(callSignal === undefined ? [] : [callSignal]),
  ]);
  try {
    const response = await settings.fetch(url.href, {
      method: request === undefined ? 'GET' : 'POST',
      headers,
      redirect: 'manual',
      signal: limit,
      ...(request !== undefined && { body: JSON.stringify(request) }),
    });
    const { status, headers: receivedHeaders } = response;
    return { status, headers: receivedHeaders, body: parseJson(await response.text()) };
  } catch (cause) {
    signal.throwIfAborted();
    throw requestError(`${url.href}: connection failed or timed out.`, cause);
  }
}

/** The request of an engine to run a tool. */
export function invokeRequest({ tool, input, context }: TargetCall, callId: string): Fields {
  const [toolkit = '', name = ''] = tool.id.split('.');
  const authorization = tokenFor(tool, context);
  return {
    execution_id: callId,
    tool: { toolkit, name, ...(tool.version !== '' && { version: tool.version }) },
    inputs: input,
    context: {
      ...(authorization !== undefined && { authorization: { token: authorization.token } }),
      secrets: (context.secrets ?? []).map(({ id, value }) => ({ key: id, value })),
      ...(context.userId !== undefined && { user_id: context.userId }),
    },
  };
}

/** A request carries one token, which must not go to the tool of another provider. */
function tokenFor({ requirements }: TargetCall['tool'], { authorization = [] }: TargetCall['context']) {
  const [required] = requirements?.authorization ?? [];
  return required === undefined ? authorization[0] : authorization.find(({ id }) => id === required.id);
}

/** A response whose body was read; `body` is `undefined` if it is not JSON. */
interface WorkerResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A response, with the number of the attempt that got it. */
interface Invoked {
  readonly response: WorkerResponse;
  readonly callId: string;
  readonly attempts: number;
}

/** Reads the response of a worker to a call of a tool. */
export function readInvoked(
  { outputSchema }: Pick<TargetCall['tool'], 'outputSchema'>,
  { response, ...base }: Invoked,
): CallResult {
  const fields = recordOf(response.body);
  if (response.status !== 200 || typeof fields['success'] !== 'boolean') return { ...base, ...refusalOf(response) };
  const output = readArcadeOutput(fields, outputSchema);
  switch (output.kind) {
    case 'failed':
      return {
        ...base,
        kind: 'failed',
        failure: { message: 'The tool failed.', canRetry: false, ...output.failure },
      };
    case 'authorization': {
      const message = 'The tool needs the user to sign in first.';
      const missing = { authorization: [signInOf(output.authorization)] };
      return { ...base, kind: 'refused', code: 'missing_requirements', message, ran: 'no', canRetry: false, missing };
    }
    case 'artifact':
      return { ...base, kind: 'value', value: { artifact: output.artifact } };
    case 'value':
      return { ...base, kind: 'value', value: output.value };
    case 'unreadable':
      return { ...base, ...refusalOf(response) };
  }
}

/** Reads where the user can sign in. Other URLs than those of web pages are left out. */
function signInOf(authorization: Fields): { readonly id: string; readonly url?: string } {
  const { ids, urls } = signInFields(authorization);
  const page = urls.find(isHttpUrl);
  return { id: firstText(...ids) ?? 'unknown', ...(page !== undefined && { url: page }) };
}

// E24. After a 502 or 504 of a proxy the tool may have run, and workers don't recognize a repeated call.
const retryableStatuses: readonly number[] = [408, 429, 503];

function refusalOf({ status, headers, body }: WorkerResponse): Refusal {
  const { detail, message } = recordOf(body);
  const retryAfterMs = readRetryAfter(headers);
  return {
    kind: 'refused',
    code: refusalCodeOf(status),
    message: firstText(detail, message) ?? `The response of the worker has the status ${status} and no result.`,
    ran: status >= 400 && status < 500 ? 'no' : 'unknown',
    canRetry: retryableStatuses.includes(status),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    status,
  };
}

function refusalCodeOf(status: number): RefusalCode {
  if (status === 401 || status === 403) return 'unauthenticated';
  if (status === 429) return 'overloaded';
  if (status === 408 || status > 500) return 'unavailable';
  if (status < 400) return 'invalid_response';
  // A 500 is an error of the worker, whose tool may have run (E30).
  return status < 500 ? 'rejected' : 'internal';
}
