import type { StartupErrorCode } from './startup-error-code.ts';

/**
 * An error in options or definitions, thrown before the first call. Its message ends with its code, which `docs/errors.md` explains. Test
 * `code` instead of the class, because each package bundles its own class.
 */
export class StartupError<Code extends string = StartupErrorCode> extends TypeError {
  override readonly name: string = 'StartupError';
  readonly code: Code;
  /** The URL of the explanation; Node prints it below an uncaught error. */
  readonly help: string;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(`${message} (${code})`, options);
    this.code = code;
    this.help = `https://github.com/toolwire/toolwire/blob/main/docs/errors.md#${code.toLowerCase()}`;
  }
}

/** The message of a caught startup error without its code, for an error with more context. */
export function reasonOf(thrown: unknown, fallback: string): string {
  if (!(thrown instanceof Error)) return fallback;
  return withoutCode(thrown.message, (thrown as { readonly code?: unknown }).code);
}

/** The message of a startup error without its code at the end, for output that shows the code elsewhere. */
export function withoutCode(message: string, code: unknown): string {
  const ending = ` (${String(code)})`;
  return message.endsWith(ending) ? message.slice(0, -ending.length) : message;
}

/** Runs a compilation. Its error names the subject, and has its own code or else the given one. */
export function nameInErrors<T>(subject: string, code: StartupErrorCode, compile: () => T): T {
  try {
    return compile();
  } catch (cause) {
    const reason = reasonOf(cause, 'it cannot be read');
    throw new StartupError(codeOf(cause, code), `${subject} cannot be served: ${reason}`, { cause });
  }
}

/** The code of a caught startup error, for an error with more context. */
export function codeOf(thrown: unknown, fallback: StartupErrorCode): StartupErrorCode {
  const code: unknown = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' && code.startsWith('TW_') ? (code as StartupErrorCode) : fallback;
}
