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

/** The codes of startup errors. `@toolwire/validate` has the codes of schema errors. */
type StartupErrorCode =
  | 'TW_APP_NAME'
  | 'TW_ARGUMENTS'
  | 'TW_ARTIFACTS_END'
  | 'TW_ARTIFACTS_STORE'
  | 'TW_CHECK_ORDER'
  | 'TW_CONFIRM_STORE'
  | 'TW_CREDENTIAL_DUPLICATE'
  | 'TW_CREDENTIAL_INVALID'
  | 'TW_CREDENTIAL_MISSING'
  | 'TW_CREDENTIAL_SHORT'
  | 'TW_MCP_SERVER'
  | 'TW_MIXED_RELEASES'
  | 'TW_NATS_INCOMPATIBLE'
  | 'TW_NEST_METADATA'
  | 'TW_NEST_METHOD'
  | 'TW_NEST_PARAMETER'
  | 'TW_NEST_PLATFORM'
  | 'TW_NEST_PROVIDER'
  | 'TW_NEST_TOOLS'
  | 'TW_NOT_A_TOOL_SERVER'
  | 'TW_OPENAPI_AUTH'
  | 'TW_OPENAPI_BUNDLED'
  | 'TW_OPENAPI_DOCUMENT'
  | 'TW_OPENAPI_IMPORT'
  | 'TW_OPENAPI_INCLUDE'
  | 'TW_OPENAPI_OVERLAY'
  | 'TW_OPENAPI_PAGING'
  | 'TW_OPENAPI_SERVER'
  | 'TW_OPTIONS_NOT_OBJECT'
  | 'TW_OPTION_CHOICE'
  | 'TW_OPTION_NUMBER'
  | 'TW_OPTION_ORIGIN'
  | 'TW_OPTION_PATH'
  | 'TW_OPTION_TYPE'
  | 'TW_OPTION_UNKNOWN'
  | 'TW_OPTION_URL'
  | 'TW_PACKAGE_MISSING'
  | 'TW_PATH_TAKEN'
  | 'TW_POSTGRES_INCOMPATIBLE'
  | 'TW_POSTGRES_POOL'
  | 'TW_PROCEDURE_INPUT'
  | 'TW_PROCEDURE_TOOL'
  | 'TW_PROMPT'
  | 'TW_REDIS_CLIENT'
  | 'TW_REDIS_INCOMPATIBLE'
  | 'TW_RESOURCE'
  | 'TW_ROUTE_FIELD'
  | 'TW_ROUTE_ORDER'
  | 'TW_ROUTE_SCHEMA'
  | 'TW_ROUTE_TOOL'
  | 'TW_SQLITE_DRIVER'
  | 'TW_SQLITE_FILE'
  | 'TW_TASKS_NOT_SHARED'
  | 'TW_TOOLKIT_TOOL'
  | 'TW_TOOLS_MISSING'
  | 'TW_TOOLS_SOURCE'
  | 'TW_TOOLS_UNLISTED'
  | 'TW_TOOL_ANNOTATION'
  | 'TW_TOOL_CONFIRM'
  | 'TW_TOOL_DEPRECATION'
  | 'TW_TOOL_DESCRIPTION'
  | 'TW_TOOL_DUPLICATE'
  | 'TW_TOOL_ID'
  | 'TW_TOOL_MODULE'
  | 'TW_TOOL_NAME'
  | 'TW_TOOL_NAME_TAKEN'
  | 'TW_TOOL_PAGE'
  | 'TW_TOOL_REQUIREMENTS'
  | 'TW_TOOL_RUN'
  | 'TW_TOOL_UNREADABLE'
  | 'TW_TOOL_UPLOADS'
  | 'TW_TOOL_VERSION'
  | 'TW_VERIFIERS';
