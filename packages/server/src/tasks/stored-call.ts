import { type Call, type Deferral, InputRequired, noContextValues, type Principal } from '@toolwire/core';
import type { Client } from '@toolwire/core/internal';
import { type Fields, isObject, mayRunTwice, ownerOf, toHex, traceIdOf } from '@toolwire/internal';
import { sensitiveValues } from '@toolwire/log';
import type { OwnCredentials, TaskCall, TaskCallContext } from '@toolwire/tasks';
import { sentCredentials } from '../run/call-credentials.ts';
import { downstreamKeyOf } from '../run/downstream-key.ts';
import type { ResolvedCall } from '../run/resolved-call.ts';
import { asJson } from './stored-outcome.ts';

/** The credentials of a call, as its task stores them encrypted. */
export function ownCredentials(call: ResolvedCall): OwnCredentials {
  const { tokens, secrets } = sentCredentials(call);
  return {
    tokens: tokens.map(({ id, token }) => ({ id, token })),
    secrets: secrets.map(({ id, value }) => ({ id, value })),
  };
}

/** Whether the input has sensitive parameters, which are secrets (TASK-21). */
export function hasSensitiveInput({ tool, input }: ResolvedCall): boolean {
  return sensitiveValues(tool.inputSchema, input).length > 0;
}

function hasOwnCredentials(call: ResolvedCall): boolean {
  const { tokens, secrets } = sentCredentials(call);
  return tokens.length + secrets.length > 0;
}

/** Whether the caller sent credentials or sensitive parameters, which must not be stored in plain text. */
export function hasUnstorableInput(call: ResolvedCall): boolean {
  return hasOwnCredentials(call) || hasSensitiveInput(call);
}

/** Whether the caller's credentials may be stored encrypted. Sensitive parameters may not: a repeated call compares its input with the record. */
export function canSealCredentials(call: ResolvedCall, tasks: { readonly canSeal: boolean }): boolean {
  return tasks.canSeal && hasOwnCredentials(call) && !hasSensitiveInput(call);
}

/** The stored form of a call, which any worker can run (TASK-01). */
export function toTaskCall(call: ResolvedCall, { askable }: Deferral): TaskCall {
  const { tool, principal, context, callId, propagated, client, sessionId } = call;
  const traceparent = propagated?.('traceparent');
  return {
    toolId: tool.id,
    toolVersion: tool.version,
    // The original input: the worker validates it again, with the defaults and transforms of its schema.
    input: asJson(call.input),
    ...(principal !== undefined && { principal: asJson(principal) }),
    ...(context.userId !== undefined && { userId: context.userId }),
    ...(askable.length > 0 && { askable }),
    ...(client !== undefined && { client: namesOf(client) }),
    ...(sessionId !== undefined && { sessionId }),
    callId,
    idempotencyKey: downstreamKeyOf(call),
    ...(traceparent !== undefined && traceIdOf(traceparent) !== undefined && { traceparent }),
    retrySafe: mayRunTwice(tool),
  };
}

function namesOf({ name, version, protocolVersion }: Client): NonNullable<TaskCall['client']> {
  return { name, version, protocolVersion };
}

/** Restores a stored call, to run it in this process. */
export function fromTaskCall(context: TaskCallContext): Call {
  const { call, taskId, saved, save } = context;
  const { traceparent, userId, sessionId } = call;
  const answers = new Map(Object.entries(context.answers));
  return {
    wire: 'task',
    toolId: `${call.toolId}@${call.toolVersion}`,
    callId: call.callId,
    traceId: traceIdOf(traceparent),
    input: call.input,
    context: {
      authorization: context.credentials?.tokens ?? [],
      secrets: context.credentials?.secrets ?? [],
      ...(userId !== undefined && { userId }),
    },
    principal: isPrincipal(call.principal) ? call.principal : undefined,
    isCallerKnown: true,
    client: clientOfTask(call),
    sessionId,
    values: noContextValues,
    ...settingsOfRun(context),
    // The tool restarts with the answers so far, and ends with `InputRequired` for the rest.
    ask: async (requests) => {
      const missing = Object.entries(requests).filter(([key]) => !answers.has(key));
      if (missing.length > 0) throw new InputRequired(Object.fromEntries(missing));
      return Object.fromEntries(Object.keys(requests).map((key) => [key, answerOf(answers.get(key))]));
    },
    propagated: (field) => (field === 'traceparent' ? traceparent : undefined),
    task: { id: taskId, idempotencyKey: call.idempotencyKey, saved, save },
  };
}

// What the client declared is stored as `askable`, so that the tool sees the same after a restart (TASK-36).
function clientOfTask({ client, askable = [] }: TaskCall): Client {
  return {
    name: client?.name,
    version: client?.version,
    protocolVersion: client?.protocolVersion,
    canAsk: (kind) => askable.includes(kind),
  };
}

function isPrincipal(stored: unknown): stored is Principal {
  return isObject(stored) && typeof stored['id'] === 'string';
}

function answerOf(stored: unknown): { readonly action: 'accept' | 'decline' | 'cancel' } {
  const fields: Fields = isObject(stored) ? stored : {};
  const { action } = fields;
  return action === 'accept' || action === 'decline' || action === 'cancel'
    ? { ...fields, action }
    : { action: 'cancel' };
}

/** The parts of a call that its task sets. */
export function settingsOfRun({
  signal,
  ttlMs,
  say,
}: Pick<TaskCallContext, 'signal' | 'ttlMs' | 'say'>): Pick<Call, 'lifetime' | 'timeLimitMs' | 'reportProgress'> {
  return {
    // A caller that cancels a task, or lets it expire, does not come back for the result.
    lifetime: { signal, endsDeliberately: true },
    // As long as the task is stored. The server's default is for callers that wait.
    timeLimitMs: ttlMs,
    reportProgress: (done, total, message) => say(progressText(done, total, message)),
  };
}

/** The status text of a task for a progress report. */
function progressText(done: number, total: number | undefined, message: string | undefined): string {
  const count = total === undefined ? String(done) : `${done} of ${total}`;
  return message === undefined ? count : `${message} (${count})`;
}

/** The key of a call whose caller chose its ID. A repeated call has the same key. */
export function taskKeyOf(call: Call, callerCallId: string): string {
  return JSON.stringify(['toolwire.task', ownerOf(call), call.context.userId, callerCallId]);
}

/** The task ID for the key of a call. */
export async function taskIdOf(key: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return `call-${toHex(bytes.subarray(0, 20))}`;
}
