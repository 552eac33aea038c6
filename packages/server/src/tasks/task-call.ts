import { type Call, type Deferral, InputRequired, noContextValues, type Principal } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/internal';
import { sensitiveValues } from '@toolwire/log';
import type { OwnCredentials, TaskCall, TaskCallContext } from '@toolwire/tasks';
import type { ReadyCall } from '../ready-call.ts';
import { asJson } from './kept-outcome.ts';
import { progressText } from './progress-text.ts';

/** What a call brought along that must not be kept: the ids of tokens and secrets of its own, and whether its input holds some. */
export function broughtBy(call: ReadyCall): {
  readonly tokens: readonly string[];
  readonly secrets: readonly string[];
} {
  const { tool, context } = call;
  const { authorization = [], secrets = [] } = tool.requirements ?? {};
  const isOwn = (entry: Call['context']['authorization'][number] | Call['context']['secrets'][number]): boolean =>
    context.supplied?.has(entry) !== true;
  const named = (declared: readonly { readonly id: string }[], id: string): boolean =>
    declared.some((one) => one.id === id);
  return {
    tokens: context.authorization.filter((one) => isOwn(one) && named(authorization, one.id)).map(({ id }) => id),
    secrets: [
      ...context.secrets.filter((one) => isOwn(one) && named(secrets, one.id)).map(({ id }) => id),
      // TASK-21: what a schema marks as sensitive is a secret like any other.
      ...(hasSensitiveInput(call) ? ['sensitive parameters'] : []),
    ],
  };
}

/** Whether its schema marks something of the input as sensitive. */
export function hasSensitiveInput({ tool, input }: ReadyCall): boolean {
  return sensitiveValues(tool.inputSchema, input).length > 0;
}

/** The same, themselves: to be sealed. */
export function credentialsOf(call: ReadyCall): OwnCredentials {
  const { tokens, secrets } = broughtBy(call);
  const { authorization, secrets: known } = call.context;
  return {
    tokens: authorization.filter(({ id }) => tokens.includes(id)).map(({ id, token }) => ({ id, token })),
    secrets: known.filter(({ id }) => secrets.includes(id)).map(({ id, value }) => ({ id, value })),
  };
}

/** The call by its name, as any process may run it (TASK-01). */
export function taskCallOf(call: ReadyCall, { askable }: Deferral): TaskCall {
  const { tool, principal, context, callId, propagated } = call;
  const traceparent = propagated?.('traceparent');
  const { annotations } = tool;
  return {
    toolId: tool.id,
    toolVersion: tool.version,
    // As it came, and fits: it is read again where it runs, with the defaults and transforms of its schema.
    input: asJson(call.input),
    ...(principal !== undefined && { principal: asJson(principal) }),
    ...(context.userId !== undefined && { userId: context.userId }),
    ...(askable.length > 0 && { askable }),
    callId,
    ...(traceparent !== undefined && traceparentForm.test(traceparent) && { traceparent }),
    retrySafe: annotations?.idempotent === true || annotations?.readOnly === true,
  };
}

const traceparentForm = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A kept call, to be run here. */
export function callOf(context: TaskCallContext): Call {
  const { call, taskId, ttlMs, signal, saved, save, say } = context;
  const { traceparent, userId } = call;
  const answers = new Map(Object.entries(context.answers));
  return {
    wire: 'task',
    toolId: `${call.toolId}@${call.toolVersion}`,
    callId: call.callId,
    traceId: traceparent === undefined ? undefined : traceparentForm.exec(traceparent)?.[1],
    input: call.input,
    context: {
      authorization: context.credentials?.tokens ?? [],
      secrets: context.credentials?.secrets ?? [],
      ...(userId !== undefined && { userId }),
    },
    principal: principalOf(call.principal),
    isCallerKnown: true,
    // Whoever cancels a task, or lets its time pass, does not come back for the answer.
    lifetime: { signal, endsDeliberately: true },
    // As long as the task is kept; the server's default is for callers who wait.
    timeLimitMs: ttlMs,
    values: noContextValues,
    reportProgress: (done, total, message) => say(progressText(done, total, message)),
    // The tool restarts with what was answered, and asks its caller for the rest by ending.
    ask: async (requests) => {
      const lacking = Object.entries(requests).filter(([key]) => !answers.has(key));
      if (lacking.length > 0) throw new InputRequired(Object.fromEntries(lacking));
      return Object.fromEntries(Object.keys(requests).map((key) => [key, answerOf(answers.get(key))]));
    },
    propagated: (field) => (field === 'traceparent' ? traceparent : undefined),
    task: { id: taskId, saved, save },
  };
}

function principalOf(kept: unknown): Principal | undefined {
  return isPrincipal(kept) ? kept : undefined;
}

function isPrincipal(kept: unknown): kept is Principal {
  return isObject(kept) && typeof kept['id'] === 'string';
}

function answerOf(kept: unknown): { readonly action: 'accept' | 'decline' | 'cancel' } {
  const fields: Fields = isObject(kept) ? kept : {};
  const { action } = fields;
  return action === 'accept' || action === 'decline' || action === 'cancel'
    ? { ...fields, action }
    : { action: 'cancel' };
}
