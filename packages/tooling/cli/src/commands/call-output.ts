import type { CallResult, RefusedResult } from '@toolwire/client';
import { type ExitCode, exitCodes } from '../cli-error.ts';
import { safeJson, safeLine, safeLines } from '../terminal/terminal-text.ts';

/** Describes a call without a value for the user. */
export function describeProblem(result: Exclude<CallResult, { readonly kind: 'value' }>, toolId: string): string {
  switch (result.kind) {
    case 'invalid':
      return describeInvalid(result.message, result.parameterErrors, toolId);
    case 'failed': {
      const { message, developerMessage, canRetry, retryAfterMs, additionalPromptContent } = result.failure;
      const wait = retryAfterMs === undefined ? '' : ` in ${Math.ceil(retryAfterMs / 1000)} s`;
      return lines([
        `${toolId} failed: ${message}`,
        developerMessage,
        additionalPromptContent,
        canRetry ? `This failure is retryable${wait}. See --retry.` : undefined,
      ]);
    }
    case 'refused':
      return lines([
        `${toolId} did not return a result: ${result.message}`,
        result.developerMessage,
        ...missingOf(result),
        result.ran === 'unknown' ? 'The tool may have run.' : undefined,
      ]);
  }
}

function describeInvalid(message: string, errors: Readonly<Record<string, string>>, toolId: string): string {
  const names = Object.keys(errors);
  if (names.length === 0) return lines([`Invalid input for ${toolId}: ${message}`]);
  const problems = names.map((name) => `  ${safeLine(name)}\n    ${safeLine(errors[name] ?? '')}`);
  return `${[safeLine(`Invalid input for ${toolId}:`), ...problems].join('\n')}\n`;
}

function missingOf({ missing }: RefusedResult): readonly string[] {
  if (missing === undefined) return [];
  const { authorization = [], secrets = [], userId } = missing;
  return [
    ...authorization.map(
      ({ id, url }) =>
        `  needs authorization ${id}: --authorization ${id}=TOKEN${url === undefined ? '' : `, or sign in at ${url}`}`,
    ),
    ...secrets.map(({ id }) => `  needs secret ${id}: --secret ${id}=VALUE`),
    ...(userId === true ? ['  needs a user ID: --user-id ID'] : []),
  ];
}

function lines(texts: readonly (string | undefined)[]): string {
  return `${texts.flatMap((text) => (text === undefined || text === '' ? [] : [safeLines(text)])).join('\n')}\n`;
}

/** Formats a value: a string unchanged, anything else as JSON. */
export function describeValue(value: unknown): string {
  return `${typeof value === 'string' ? safeLines(value) : safeJson(value)}\n`;
}

/** Returns the exit code of a call. */
export function exitCodeOf(result: CallResult): ExitCode {
  if (result.kind === 'value') return exitCodes.success;
  const hasNoResponse = result.kind === 'refused' && (result.code === 'unreachable' || result.code === 'timeout');
  return hasNoResponse ? exitCodes.unconnected : exitCodes.failed;
}
