import { checkNames, checkNumber, type NamesOf, wholeTimer } from '@toolwire/internal';
import { goesOn } from './goes-on.ts';
import type { JsonValue } from './json.ts';

/** Where work is that another system does, such as a workflow of Temporal. */
export type ExternalState<Output, Question> =
  | { readonly status: 'working'; readonly done?: number; readonly total?: number; readonly message?: string }
  | { readonly status: 'input_required'; readonly requests: Readonly<Record<string, Question>> }
  | { readonly status: 'completed'; readonly result: Output }
  /** `error` is thrown: a `ToolError` for the caller to read, anything else for the log alone. */
  | { readonly status: 'failed'; readonly error: unknown };

/** A system that does work by itself, and is asked about it. What any of these throws fails the call, unless its tool is tried again. */
export interface ExternalSystem<Input, Output, Question, Answer> {
  /** Begins the work and answers its id there; the same call id, begun again, must find the work that is there already. */
  start(input: Input, callId: string): string | Promise<string>;
  get(id: string): ExternalState<Output, Question> | Promise<ExternalState<Output, Question>>;
  /** Ends the work, as its caller does not want it any longer, or its time is up. */
  cancel(id: string): unknown;
  /** Hands over answers to what the work has asked for; left out by a system that asks nothing. */
  answer?(id: string, answers: Readonly<Record<string, Answer>>): unknown;
  /** How often the work is asked about; every 2 seconds if left out. */
  readonly pollMs?: number | undefined;
}

/** What is used of the context of a tool. */
export interface ExternalContext<Question, Answer> {
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly saved: JsonValue | undefined;
  readonly save: (value: JsonValue) => Promise<void>;
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
 * Makes the `run` of a tool whose work another system does: a worker that is lost, or a deploy, only changes who asks about it. The tool is
 * `idempotent`, as `start` is by its call id.
 */
export function externalTask<Input, Output, Question = never, Answer = never>(
  system: ExternalSystem<Input, Output, Question, Answer>,
): (input: Input, context: ExternalContext<Question, Answer>) => Promise<Output> {
  checkNames('externalTask()', system, names);
  const { pollMs = 2_000 } = system;
  checkNumber('pollMs', pollMs, wholeTimer);
  return async (input, context) => {
    const { callId, signal, saved, save } = context;
    const id = typeof saved === 'string' ? saved : await system.start(input, callId);
    try {
      if (saved !== id) await save(id);
      return await follow(system, id, context, pollMs);
    } catch (thrown) {
      if (signal.aborted && !goesOn(signal.reason)) await system.cancel(id);
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
  for (;;) {
    signal.throwIfAborted();
    const state = await system.get(id);
    switch (state.status) {
      case 'completed':
        return state.result;
      case 'failed':
        throw state.error;
      case 'input_required':
        // Where this parks the call, the tool begins again with the answers, and finds the work by its id.
        await system.answer?.(id, await ask(state.requests));
        break;
      case 'working':
        if (state.done !== undefined) progress(state.done, state.total, state.message);
        await pause(pollMs, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
}
