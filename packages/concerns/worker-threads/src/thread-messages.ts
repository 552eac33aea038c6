import {
  type IsolatedContext,
  inputKinds,
  type LogLevel,
  type Principal,
  type ThreadCallContext,
} from './call-context.ts';
import type { SerializedError } from './serialized-error.ts';

/** The values of the context. They are sent to the thread as copies. */
export type CallDetails = Pick<
  IsolatedContext,
  'callId' | 'idempotencyKey' | 'toolId' | 'principal' | 'sessionId' | 'userId' | 'saved'
> & {
  /** The client, with the kinds of input that it supports instead of a function. */
  readonly client: Omit<IsolatedContext['client'], 'canAsk'> & { readonly askable: readonly string[] };
};

/** A function of the context that runs in the main thread. The worker thread waits for its result. */
export type ContextFunction = 'ask' | 'save' | 'upload' | 'token' | 'secret';

/** An uploaded file, as a message carries it. */
export interface UploadCopy {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Messages to a thread. */
export type ToThread =
  | { readonly kind: 'call'; readonly input: unknown; readonly details: CallDetails }
  | { readonly kind: 'abort'; readonly reason: SerializedError }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: SerializedError };

/** Messages from a thread. */
export type FromThread =
  /** The module has registered the function of the thread. */
  | { readonly kind: 'ready' }
  /** The module is loaded. */
  | { readonly kind: 'loaded' }
  | {
      readonly kind: 'progress';
      readonly done: number;
      readonly total: number | undefined;
      readonly message: string | undefined;
    }
  | {
      readonly kind: 'log';
      readonly level: LogLevel;
      readonly about: unknown;
      readonly error: SerializedError | undefined;
      readonly message: string | undefined;
    }
  | { readonly kind: 'request'; readonly id: number; readonly name: ContextFunction; readonly argument: unknown }
  | { readonly kind: 'returned'; readonly value: unknown }
  /** `refusal` is the failed request whose error was not caught. */
  | { readonly kind: 'threw'; readonly error: SerializedError; readonly refusal: number | undefined };

/** The `workerData` of a thread. It shows the module that it is loaded in a thread, and for which of its functions. */
export interface ThreadStart {
  readonly toolwireModule: string;
  readonly toolwireName: string;
  readonly preload: string | undefined;
}

/** The parts of a context that a message can carry. */
export function detailsOf(context: ThreadCallContext): CallDetails {
  const { callId, idempotencyKey, toolId, principal, client, sessionId, userId, saved } = context;
  return {
    callId: callId ?? crypto.randomUUID(),
    idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
    toolId: toolId ?? '',
    principal: principal && principalOf(principal),
    client: {
      name: client?.name,
      version: client?.version,
      protocolVersion: client?.protocolVersion,
      askable: inputKinds.filter((kind) => client?.canAsk(kind)),
    },
    sessionId,
    userId,
    saved,
  };
}

/** The documented fields, because an app may add others, such as functions, which no message can carry. */
function principalOf({ id, issuer, claims, scopes, via }: Principal): Principal {
  return { id, issuer, claims, scopes, via: via && principalOf(via) };
}

/** Calls a function of the context. `IsolatedContext` gives the argument its type in the thread. */
export async function runContextFunction(
  name: ContextFunction,
  argument: unknown,
  context: ThreadCallContext,
): Promise<unknown> {
  if (name === 'ask' && context.ask === undefined) throw new Error('ask() works only in a tool server.');
  if (name === 'upload') return copyUpload(argument as string, context);
  return context[name]?.(argument as never);
}

async function copyUpload(reference: string, context: ThreadCallContext): Promise<UploadCopy> {
  const file = context.upload?.(reference);
  if (file === undefined) throw new Error('upload() works only in a tool server.');
  const { name, contentType, size } = file;
  return { name, contentType, size, bytes: await file.bytes() };
}
