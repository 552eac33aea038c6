import { fieldsIn, isObject, isServerUnreachable } from '@toolwire/internal';
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

export function requestError(message: string, cause: unknown): CliError {
  return isServerUnreachable(cause) ? new NotDelivered(message, { cause }) : connectionError(message, cause);
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
