import { toolErrorMark } from '../values/marks.ts';

/** A status with which a route or a procedure of an app has failed. */
export interface FailedStatus {
  readonly status: number;
  /** The app's message for its client. Without one, or with an empty one, the status decides. */
  readonly message?: string | undefined;
  /** The route or procedure, such as `GET /orders/:id`, for the log. */
  readonly source: string;
  /** The code that the app has given the error. */
  readonly code?: string | undefined;
  /** Further content for the model. */
  readonly details?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A tool error with the status of an app's own error. */
export class StatusError extends Error {
  static {
    Object.defineProperty(StatusError.prototype, toolErrorMark, { value: true });
  }

  readonly developerMessage: string;
  readonly canRetry: boolean;
  readonly additionalPromptContent: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor({ status, message, code, details, retryAfterMs, cause }: Omit<FailedStatus, 'source'>) {
    super(message || messageOfStatus(status), cause === undefined ? undefined : { cause });
    this.developerMessage = `Status ${status}${code === undefined ? '' : `, code ${code}`}.`;
    this.canRetry = retryableStatuses.has(status);
    this.additionalPromptContent = details;
    this.retryAfterMs = this.canRetry ? retryAfterMs : undefined;
  }
}

/** The statuses after which the same call may succeed later. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 503]);

/**
 * The error that a tool throws for the error of an app. An app's message is passed on below 500. Server errors may hold internals, so
 * 503 gets a fixed message, and all other statuses stay unexpected errors.
 */
export function errorOfStatus(failed: FailedStatus): Error {
  const { status, source, cause } = failed;
  if (status < 500) return new StatusError(failed);
  if (status === 503) return new StatusError({ ...failed, message: undefined, details: undefined });
  return new Error(`${source} failed with status ${status}`, cause === undefined ? undefined : { cause });
}

function messageOfStatus(status: number): string {
  return messages.get(status) ?? `The app refused the call with status ${status}.`;
}

const messages: ReadonlyMap<number, string> = new Map([
  [400, 'The app rejected the input.'],
  [401, 'The app did not accept the credentials of the call.'],
  [403, 'The app denied the call.'],
  [404, 'The app did not find what the call names.'],
  [409, 'The call conflicts with the current state.'],
  [422, 'The app rejected the input.'],
  [429, 'The app received too many calls.'],
  [503, 'The app is unavailable.'],
]);
