import type { StartUpErrorCode } from './start-up-error-code.ts';

/**
 * A mistake that is found when the program starts, before the first call. Its text ends with its code, by which `docs/errors.md` says
 * what to do; whoever catches one reads `code`, since every package brings a class of its own.
 */
export class StartUpError<Code extends string = StartUpErrorCode> extends TypeError {
  override readonly name: string = 'StartUpError';
  readonly code: Code;
  /** The address of what the code means and what to do, which Node prints below an error that nobody has caught. */
  readonly help: string;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(`${message} (${code})`, options);
    this.code = code;
    this.help = `https://github.com/toolwire/toolwire/blob/main/docs/errors.md#${code.toLowerCase()}`;
  }
}

/** What an error that was caught at start-up says, for the text of one that names more of where it was: without its code. */
export function reasonOf(thrown: unknown, otherwise: string): string {
  if (!(thrown instanceof Error)) return otherwise;
  const { code } = thrown as { readonly code?: unknown };
  const ending = ` (${String(code)})`;
  return thrown.message.endsWith(ending) ? thrown.message.slice(0, -ending.length) : thrown.message;
}

/** The code of an error that was caught at start-up, for one that names more of where it was. */
export function codeOf(thrown: unknown, otherwise: StartUpErrorCode): StartUpErrorCode {
  const code: unknown = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' && code.startsWith('TW_') ? (code as StartUpErrorCode) : otherwise;
}
