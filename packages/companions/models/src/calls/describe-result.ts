import { decideRetry, type RetryDecision } from '@toolwire/retry';
import type { ParameterNames } from '../names/parameter-names.ts';
import type { Attempts } from './attempts.ts';
import type { RefusedCall, StoredOutput, ToolResult } from './tool-result.ts';

/** What a model reads of a result. */
export interface Description {
  readonly text: string;
  readonly isError: boolean;
  /** Whether the model has to call again to get anywhere. */
  readonly isVain: boolean;
  /** How long to wait before the model may call again. */
  readonly afterMs: number;
}

/** How often the tool was tried, where somebody counts. */
export interface AttemptOf {
  readonly number: number;
  readonly policy?: Attempts['policy'];
}

/** Writes what a model reads of a result: never what is for developers. */
export function describeResult(result: ToolResult, names: ParameterNames, attempt: AttemptOf): Description {
  switch (result.kind) {
    case 'value':
      return told(textOf(result.value));
    case 'artifact':
      return told(describeArtifact(result.artifact));
    case 'deferred':
      return told(`The tool goes on working, as task ${result.task.id}. There is no result yet.`);
    case 'input_required':
      return failure('The tool asks its user something that nobody can answer here.');
    case 'refused':
      return failure(describeRefusal(result), decideRetry(result, { number: 1 }));
    case 'failed':
    case 'invalid': {
      const { message } = result.kind === 'failed' ? result.failure : result;
      const decision = decideRetry(withToldNames(result, names), attempt, attempt.policy);
      return { ...failure(withAdvice(message, decision, attempt), decision), isVain: true };
    }
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'Done. There is nothing to return.';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function told(text: string): Description {
  return { text, isError: false, isVain: false, afterMs: 0 };
}

function failure(text: string, decision?: RetryDecision): Description {
  return { text, isError: true, isVain: false, afterMs: decision?.action === 'hand_back' ? decision.afterMs : 0 };
}

// OTC-RESP-08, E67: the same arguments are for us to try again, other ones for the model.
function withAdvice(message: string, decision: RetryDecision, { number, policy }: AttemptOf): string {
  if (decision.action === 'hand_back') {
    const { promptContent } = decision;
    const hint = promptContent.startsWith(message) ? promptContent : `${message}\n\n${promptContent}`;
    const count = policy === undefined ? '' : ` This was attempt ${number} of ${policy.maxAttempts}.`;
    return `${hint}\n\nYou may call this tool again with other arguments.${count}`;
  }
  if (decision.action === 'retry') return `${message}\n\nThe same may work later.`;
  return decision.reason === 'not_retryable'
    ? `${message}\n\nDo not call this tool again with the same arguments.`
    : `${message}\n\nDo not call this tool again.`;
}

function withToldNames(
  result: Extract<ToolResult, { readonly kind: 'failed' | 'invalid' }>,
  names: ParameterNames,
): typeof result {
  if (result.kind === 'failed') return result;
  const problems = Object.entries(result.parameterErrors);
  const parameterErrors = Object.fromEntries(problems.map(([name, problem]) => [names.get(name) ?? name, problem]));
  return { ...result, parameterErrors };
}

function describeRefusal({ message, missing, ran }: RefusedCall): string {
  const pages = (missing?.authorization ?? []).flatMap(({ id, url }) =>
    url === undefined ? [] : [`The user can sign in to ${id} at ${url}, and then the call works.`],
  );
  const doubt = ran === 'unknown' ? ['It is not known whether the tool ran all the same.'] : [];
  return [message, ...pages, ...doubt].join('\n\n');
}

function describeArtifact({ url, contentType, size, description, name }: StoredOutput): string {
  const file = name === undefined ? contentType : `${name}, ${contentType}`;
  return [`The result is a file of ${size} bytes (${file}) at ${url}`, description].filter(Boolean).join('\n\n');
}
