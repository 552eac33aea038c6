import { checkNames, checkNumber, continuesElsewhere, type Json, type NamesOf, wholeTimer } from '@toolwire/internal';

/** The state of work in another system, such as a Temporal workflow. */
type ExternalState<Output, Question> =
  | { readonly status: 'working'; readonly done?: number; readonly total?: number; readonly message?: string }
  | { readonly status: 'input_required'; readonly requests: Readonly<Record<string, Question>> }
  | { readonly status: 'completed'; readonly result: Output }
  /** `error` is thrown. A `ToolError` reaches the caller; any other error only the log. */
  | { readonly status: 'failed'; readonly error: unknown };

/** A system that runs the work and is polled for its state. An error fails the call, unless its tool is retried. */
export interface ExternalSystem<Input, Output, Question, Answer> {
  /** Starts the work and returns its ID there. Started again with the same key, it must find the existing work: use the key as the workflow ID. */
  start(input: Input, idempotencyKey: string): string | Promise<string>;
  get(id: string): ExternalState<Output, Question> | Promise<ExternalState<Output, Question>>;
  /** Ends the work after a cancellation or a timeout. */
  cancel(id: string): unknown;
  /** Passes the answers to requests for input. Omit it if the system never requests input. */
  answer?(id: string, answers: Readonly<Record<string, Answer>>): unknown;
  /** The poll interval. Default: 2 seconds. */
  readonly pollMs?: number | undefined;
}

/** The part of a tool context that is used here. */
export interface ExternalContext<Question, Answer> {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly saved: Json | undefined;
  readonly save: (value: Json) => Promise<void>;
  readonly progress: (done: number, total?: number, message?: string) => void;
  readonly ask: (requests: Readonly<Record<string, Question>>) => Promise<Readonly<Record<string, Answer>>>;
}

const names: NamesOf<ExternalSystem<unknown, unknown, unknown, unknown>> = {
  start: true,
  get: true,
  cancel: true,
  answer: true,
  pollMs: true,
};

/**
 * Creates the `run` of a tool whose work runs in another system. After a worker crash or a deploy, another worker continues polling.
 * Mark the tool as `idempotent`: `start` is, by its idempotency key.
 */
export function externalTask<Input, Output, Question = never, Answer = never>(
  system: ExternalSystem<Input, Output, Question, Answer>,
): (input: Input, context: ExternalContext<Question, Answer>) => Promise<Output> {
  checkNames('externalTask()', system, names);
  const { pollMs = 2_000 } = system;
  checkNumber('pollMs', pollMs, wholeTimer);
  return async (input, context) => {
    const { idempotencyKey, signal, saved, save } = context;
    const id = typeof saved === 'string' ? saved : await system.start(input, idempotencyKey);
    try {
      if (saved !== id) await save(id);
      return await follow(system, id, context, pollMs);
    } catch (thrown) {
      if (signal.aborted && !continuesElsewhere(signal.reason)) await system.cancel(id);
      throw thrown;
    }
  };
}

async function follow<Input, Output, Question, Answer>(
  system: ExternalSystem<Input, Output, Question, Answer>,
  id: string,
  { signal, progress, ask }: ExternalContext<Question, Answer>,
  pollMs: number,
): Promise<Output> {
  let reported: { readonly done: number; readonly total?: number | undefined } = { done: 0 };
  for (;;) {
    signal.throwIfAborted();
    const state = await system.get(id);
    switch (state.status) {
      case 'completed':
        return state.result;
      case 'failed':
        throw state.error;
      case 'input_required':
        // If this parks the call, the tool starts again with the answers, and finds the work by its saved ID.
        await system.answer?.(id, await ask(state.requests));
        break;
      case 'working': {
        const { done, total, message } = state;
        if (done !== undefined) reported = { done, total };
        if (done !== undefined || message !== undefined) progress(reported.done, reported.total, message);
      }
    }
    await pause(pollMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const rejectAborted = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', rejectAborted);
      resolve();
    }, ms);
    signal.addEventListener('abort', rejectAborted, { once: true });
    if (signal.aborted) rejectAborted();
  });
}
