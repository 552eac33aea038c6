import type { CallResult, RefusedResult } from '@toolwire/client';
import { type ExitCode, exitCodes } from './cli-error.ts';
import { safeJson, safeLine, safeLines } from './safe-text.ts';

/** What a person reads of a call that did not end with a value. */
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
        canRetry ? `It may work when tried again${wait}: see --retry.` : undefined,
      ]);
    }
    case 'refused':
      return lines([
        `${toolId} was not answered: ${result.message}`,
        result.developerMessage,
        ...missingOf(result),
        result.ran === 'unknown' ? 'It may have run all the same.' : undefined,
      ]);
  }
}

function describeInvalid(message: string, errors: Readonly<Record<string, string>>, toolId: string): string {
  const names = Object.keys(errors);
  if (names.length === 0) return lines([`${toolId} does not take this: ${message}`]);
  const under = names.map((name) => `  ${safeLine(name)}\n    ${safeLine(errors[name] ?? '')}`);
  return `${[safeLine(`${toolId} does not take this:`), ...under].join('\n')}\n`;
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
    ...(userId === true ? ['  needs a user id: --user-id ID'] : []),
  ];
}

function lines(texts: readonly (string | undefined)[]): string {
  return `${texts.flatMap((text) => (text === undefined || text === '' ? [] : [safeLines(text)])).join('\n')}\n`;
}

/** A value as a person reads it: a text as it is, and anything else as JSON. */
export function describeValue(value: unknown): string {
  return `${typeof value === 'string' ? safeLines(value) : safeJson(value)}\n`;
}

/** How the process ends that has made a call. */
export function exitOf(result: CallResult): ExitCode {
  if (result.kind === 'value') return exitCodes.well;
  const isSilent = result.kind === 'refused' && (result.code === 'unreachable' || result.code === 'timeout');
  return isSilent ? exitCodes.unconnected : exitCodes.failed;
}
