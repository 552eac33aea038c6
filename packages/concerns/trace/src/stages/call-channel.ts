import type { Call, Outcome, Stage } from '@toolwire/core';
import { observeResult } from '@toolwire/internal';
import { safeCallerText } from './call-attributes.ts';
import { errorTypeOf } from './error-codes.ts';

/** Subscribers use `tracing:toolwire:call:start`, `:end`, `:asyncStart`, `:asyncEnd` and `:error`. */
const channelName = 'toolwire:call';

/**
 * Publishes calls on channels: by default on `tracingChannel('toolwire:call')` of `node:diagnostics_channel`, if the runtime has it. Does
 * nothing without subscribers.
 */
export function callChannel(channels: EventChannels | undefined = findChannels(channelName)): Stage<Call> {
  if (channels === undefined) return (_call, next) => next();
  const { start, end, asyncStart, asyncEnd, error } = channels;
  return (call, next) => {
    if (!channels.hasSubscribers) return next();
    const message = createMessage(call);
    // Same order as in Node: `start` and `end` around the synchronous part, `asyncStart` and `asyncEnd` around the rest.
    return start.runStores(message, () => {
      let isAsynchronous = false;
      const finish = (): void => {
        if (message.error !== undefined) error.publish(message);
        if (!isAsynchronous) return;
        asyncStart.publish(message);
        asyncEnd.publish(message);
      };
      try {
        return observeResult(
          () => next(),
          (outcome) => {
            addOutcome(message, outcome);
            finish();
          },
          () => {
            addThrow(message);
            finish();
          },
        );
      } finally {
        isAsynchronous = true;
        end.publish(message);
      }
    });
  };
}

/** The message for subscribers: one object per call, completed at its end. It has no input, result or message of a tool. */
export interface CallMessage {
  /** Truncated, and `undefined` if it contains a secret of the call; so are `toolId` and `traceId`. */
  readonly callId: string | undefined;
  /** The requested tool ID. */
  readonly toolId: string | undefined;
  readonly wire: string;
  readonly traceId: string | undefined;
  readonly principalId: string | undefined;
  /** The resolved tool. */
  tool?: { readonly id: string; readonly version: string; readonly name: string };
  outcome?: Outcome['kind'];
  /** The duration of the handler. */
  durationMs?: number;
  replayed?: boolean;
  canRetry?: boolean;
  retryAfterMs?: number;
  /** The type of failure. */
  error?: { readonly type: string };
}

/** Creates the message at the start of a call. */
function createMessage(call: Call): CallMessage {
  return {
    callId: safeCallerText(call.callId, call),
    toolId: safeCallerText(call.toolId, call),
    wire: call.wire,
    traceId: safeCallerText(call.traceId, call),
    principalId: call.principal?.id,
  };
}

/** Adds the outcome to the message. */
function addOutcome(message: CallMessage, outcome: Outcome): void {
  const { tool, durationMs, replayed } = outcome;
  const errorType = errorTypeOf(outcome, message.wire);
  const hints = retryHintsOf(outcome);
  Object.assign(message, {
    outcome: outcome.kind,
    ...(tool && { tool: { id: tool.id, version: tool.version, name: tool.name } }),
    ...(durationMs !== undefined && { durationMs }),
    ...(replayed && { replayed }),
    ...(hints.canRetry !== undefined && { canRetry: hints.canRetry }),
    ...(hints.retryAfterMs !== undefined && { retryAfterMs: hints.retryAfterMs }),
    ...(errorType !== undefined && { error: { type: errorType } }),
  } satisfies Partial<CallMessage>);
}

/** Adds the outcome of a call in which a stage threw. */
function addThrow(message: CallMessage): void {
  addOutcome(message, { kind: 'refused', code: 'internal', message: '' });
}

function retryHintsOf(outcome: Outcome): { readonly canRetry?: boolean; readonly retryAfterMs?: number } {
  if (outcome.kind === 'failed') return outcome.failure;
  return outcome.kind === 'refused' ? outcome : {};
}

/** One channel of `node:diagnostics_channel`. */
export interface EventChannel {
  publish(message: unknown): void;
  /** Publishes the message, and runs work with the stores that subscribers have bound to the channel. */
  runStores<Result>(message: object, run: () => Result): Result;
}

/** The channels of an operation, as `tracingChannel()` of `node:diagnostics_channel` returns them. */
export interface EventChannels {
  readonly hasSubscribers: boolean;
  readonly start: EventChannel;
  readonly end: EventChannel;
  readonly asyncStart: EventChannel;
  readonly asyncEnd: EventChannel;
  readonly error: EventChannel;
}

interface DiagnosticsChannel {
  tracingChannel(name: string): EventChannels;
}

/** The members of a runtime that are needed. Node has all of them. */
interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => DiagnosticsChannel | undefined };
}

/** Returns the channels if the runtime has `node:diagnostics_channel`; does not import Node modules. */
function findChannels(name: string): EventChannels | undefined {
  const { process } = globalThis as Runtime;
  return process?.getBuiltinModule?.('node:diagnostics_channel')?.tracingChannel(name);
}
