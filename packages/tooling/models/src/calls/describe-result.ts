import { decideRetry, type RetryDecision } from '@toolwire/retry';
import type { AdaptedTool } from '../adapt/adapt-tools.ts';
import type { Attempts } from './attempts.ts';
import type { RefusedCall, StoredOutput, ToolResult } from './tool-result.ts';

/** The text that a model reads for a result. */
export interface Description {
  readonly text: string;
  readonly isError: boolean;
  /** Whether the tool failed or rejected the input, so that the next call of the model is another attempt. */
  readonly isFailedAttempt: boolean;
  /** The delay before the model may call again. */
  readonly afterMs: number;
}

/** The number of this attempt, and the policy if attempts are counted. */
interface CurrentAttempt {
  readonly number: number;
  readonly policy?: Attempts['policy'];
}

type ModelNameOf = AdaptedTool['modelNameOf'];

/** Returns the text that a model reads for a result, without messages for developers. */
export function describeResult(result: ToolResult, modelNameOf: ModelNameOf, attempt: CurrentAttempt): Description {
  switch (result.kind) {
    case 'value':
      return success(writtenText(result) ?? valueText(result.value));
    case 'artifact':
      return success(describeArtifact(result.artifact));
    case 'deferred':
      return success(`The tool is still running as task ${result.task.id}. There is no result yet.`);
    case 'input_required':
      return failure('The tool needs user input, which this client does not support.');
    case 'refused':
      return failure(describeRefusal(result), decideRetry(result, { number: 1 }));
    case 'failed':
    case 'invalid': {
      const { message } = result.kind === 'failed' ? result.failure : result;
      const decision = decideRetry(withModelNames(result, modelNameOf), attempt, attempt.policy);
      return { ...failure(withAdvice(message, decision, attempt), decision), isFailedAttempt: true };
    }
  }
}

/** Returns the text that the tool added to its value. */
export function writtenText({ content = [] }: Extract<ToolResult, { readonly kind: 'value' }>): string | undefined {
  const texts = content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []));
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Returns the text for a value. It is never empty, because some model APIs reject an empty text. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'Done. The tool returned nothing.';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function success(text: string): Description {
  return { text, isError: false, isFailedAttempt: false, afterMs: 0 };
}

function failure(text: string, decision?: RetryDecision): Description {
  return {
    text,
    isError: true,
    isFailedAttempt: false,
    afterMs: decision?.action === 'hand_back' ? decision.afterMs : 0,
  };
}

// The client retries with the same arguments, the model with changed ones (OTC-RESP-08, E67).
function withAdvice(message: string, decision: RetryDecision, { number, policy }: CurrentAttempt): string {
  if (decision.action === 'hand_back') {
    const { promptContent } = decision;
    const hint = promptContent.startsWith(message) ? promptContent : `${message}\n\n${promptContent}`;
    const count = policy === undefined ? '' : ` This was attempt ${number} of ${policy.maxAttempts}.`;
    return `${hint}\n\nYou can call this tool again with changed arguments.${count}`;
  }
  if (decision.action === 'retry') return `${message}\n\nThe same call may succeed later.`;
  return decision.reason === 'not_retryable'
    ? `${message}\n\nDo not call this tool again with the same arguments.`
    : `${message}\n\nDo not call this tool again.`;
}

function withModelNames(
  result: Extract<ToolResult, { readonly kind: 'failed' | 'invalid' }>,
  modelNameOf: ModelNameOf,
): typeof result {
  if (result.kind === 'failed') return result;
  const problems = Object.entries(result.parameterErrors);
  const parameterErrors = Object.fromEntries(problems.map(([name, problem]) => [modelNameOf(name), problem]));
  return { ...result, parameterErrors };
}

function describeRefusal({ message, missing, ran }: RefusedCall): string {
  const pages = (missing?.authorization ?? []).flatMap(({ id, url }) =>
    url === undefined ? [] : [`The user can sign in to ${id} at ${url}. Then call the tool again.`],
  );
  const doubt = ran === 'unknown' ? ['The tool may have run anyway.'] : [];
  return [message, ...pages, ...doubt].join('\n\n');
}

function describeArtifact({ url, contentType, size, description, name }: StoredOutput): string {
  const file = name === undefined ? contentType : `${name}, ${contentType}`;
  return [`The result is a file of ${size} bytes (${file}) at ${url}`, description].filter(Boolean).join('\n\n');
}
