import { fieldsIn, isObject } from '@toolwire/internal';
import { CliError, connectionError, exitCodes } from '../cli-error.ts';

/** The server did not receive the request, which can therefore be sent again. */
export class NotDelivered extends CliError {
  /** The server is reachable, but the session no longer exists. */
  readonly isSessionOver: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isSessionOver?: boolean } = {}) {
    super(exitCodes.unconnected, message, options);
    this.isSessionOver = options.isSessionOver === true;
  }
}

export class ResponseTimeout extends CliError {
  constructor(server: string, cause?: unknown) {
    super(exitCodes.unconnected, `${server} did not respond within the timeout.`, { cause });
  }
}

const unreachableCodes: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function requestError(message: string, cause: unknown): CliError {
  return isNotDelivered(cause) ? new NotDelivered(message, { cause }) : connectionError(message, cause);
}

/** Whether a request failed before a connection was made. */
function isNotDelivered(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (unreachableCodes.has((error as { readonly code?: unknown }).code)) return true;
    // A host with several addresses fails with one error for each.
    if (error instanceof AggregateError && error.errors.length > 0 && error.errors.every(isNotDelivered)) return true;
  }
  return false;
}

/** Whether the connection broke while a request ran. */
export function isConnectionLoss(error: unknown): error is CliError {
  if (error instanceof ResponseTimeout || error instanceof NotDelivered) return false;
  return error instanceof CliError && error.exitCode === exitCodes.unconnected;
}

/** Whether the session of a request no longer exists. Some servers report this as 400 after a restart. */
export async function reportsLostSession(response: Response): Promise<boolean> {
  if (response.status === 404) return true;
  if (response.status !== 400) return false;
  const { error } = fieldsIn(await response.clone().text());
  return isObject(error) && /session|not initialized/i.test(String(error['message']));
}
