import type { InputRequest, InputRequests } from './input-request.ts';
import type { JsonValue } from './json.ts';

/** What a caller can be asked for: a kind of request, of which words from a model that uses tools are one of their own. */
export type Askable = InputRequest['kind'] | 'sampling_with_tools';

/** How a call may go on as a task that its caller asks about. */
export interface Deferral {
  /** How long its caller waits for an answer before that, in milliseconds; 0 not at all. */
  readonly afterMs: number;
  /** How long its caller wants the task to be kept, in milliseconds, which is no promise. */
  readonly ttlMs?: number | undefined;
  /** What its caller can be asked for once the call is a task. */
  readonly askable: readonly Askable[];
}

/** The task that a run belongs to. */
export interface TaskRun {
  readonly id: string;
  /** What an earlier run has saved last. */
  readonly saved: JsonValue | undefined;
  /** Keeps a value for the case that the call is run again. */
  readonly save: (value: JsonValue) => Promise<void>;
}

/** Tells whether a caller can be asked for all of these. */
export function areAskable(requests: InputRequests, askable: readonly string[]): boolean {
  return Object.values(requests).every((request) => askable.includes(askableOf(request)));
}

/** What a caller must be able to be asked for. */
function askableOf(request: InputRequest): Askable {
  return request.kind === 'sampling' && 'tools' in request.params ? 'sampling_with_tools' : request.kind;
}
