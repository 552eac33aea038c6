import { toolErrorMark } from '@toolwire/internal';

/** The vault is unavailable. A tool may throw this error as it is: its caller gets the message and the retry time. */
class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable';
  readonly canRetry = true;
  readonly retryAfterMs = 10_000;

  static {
    Object.defineProperty(VaultUnavailable.prototype, toolErrorMark, { value: true });
  }

  /** `problem` names what can't be done. */
  constructor(problem: string, cause: unknown) {
    super(`${problem} now, because the token store is unavailable.`, { cause });
  }
}

/** Waits for a request to the vault. If it fails, reports the error, and throws a `VaultUnavailable` with this problem. */
export async function requireVault<Result>(
  request: Promise<Result>,
  problem: string,
  report: (error: unknown) => void,
): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    report(error);
    throw new VaultUnavailable(problem, error);
  }
}
