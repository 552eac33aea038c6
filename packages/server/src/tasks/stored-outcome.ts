import type { FailedOutcome, InputRequest, Outcome, RefusedOutcome, Tool, ToolInfo } from '@toolwire/core';
import type { ServiceTask } from '@toolwire/core/wire';
import { type Fields, hasOutcomeShape, isObject, mayRunTwice } from '@toolwire/internal';
import { completed, type JsonValue, type Task, type TaskEnd } from '@toolwire/tasks';
import { toolIdOf } from '../run/resolved-call.ts';

/** Finds a tool by its ID and exact version, also a tool that callers can't see. */
export type FindTool = (toolId: string) => ToolInfo | undefined;

/** The stored result of a call: its outcome as JSON, for every protocol, and the ID of its tool. */
export function taskEndOf(outcome: Outcome, callId: string): TaskEnd {
  const { tool, replayed: _replayed, ...rest } = outcome;
  const toolId = tool === undefined ? undefined : toolIdOf(tool);
  return completed(asJson({ callId, toolId, outcome: rest }), messageOf(outcome));
}

/** Whether the same call may run again, because the failure is retryable or the tool did not run. */
export function isRetryable(outcome: Outcome, tool: Tool): boolean {
  if (outcome.kind === 'failed') return outcome.failure.canRetry === true;
  if (outcome.kind !== 'refused') return outcome.kind === 'invalid';
  // An internal error may come from a stage that threw after the tool ran.
  return outcome.code !== 'internal' && (outcome.mayHaveRun !== true || mayRunTwice(tool));
}

/** Copies a value through JSON. */
export function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** Converts a stored task for protocols. */
export function toServiceTask({ result, error, ...task }: Task<InputRequest>, findTool: FindTool): ServiceTask {
  if (task.status === 'completed') return { ...task, end: readEnd(result, findTool) };
  // The worker crashed, or the result could not be stored: the tool may have run.
  if (task.status === 'failed') return { ...task, end: { callId: '', outcome: interruptedBy(error) } };
  return task;
}

function readEnd(stored: JsonValue | undefined, findTool: FindTool): NonNullable<ServiceTask['end']> {
  const fields: Fields = isObject(stored) ? stored : {};
  const { callId, toolId } = fields;
  if (typeof callId !== 'string' || !hasOutcomeShape(fields['outcome'])) {
    return { callId: '', outcome: interruptedBy(undefined) };
  }
  const outcome = fields['outcome'] as Outcome;
  const tool = typeof toolId === 'string' ? findTool(toolId) : undefined;
  return { callId, outcome: tool === undefined ? outcome : { ...outcome, tool } };
}

function interruptedBy(error: JsonValue | undefined): FailedOutcome {
  const fields: Fields = isObject(error) ? error : {};
  const message = typeof fields['message'] === 'string' ? fields['message'] : 'The call failed unexpectedly.';
  return { kind: 'failed', reason: 'interrupted', failure: { message } };
}

function messageOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'failed':
      return outcome.failure.message;
    case 'refused':
    case 'invalid':
      return outcome.message;
    case 'input_required':
      return 'The tool needs input that it cannot ask for.';
    case 'value':
    case 'artifact':
    case 'deferred':
      return undefined;
  }
}

/** The outcome of a tool that requests the same input again. */
export const tooManyQuestions: RefusedOutcome = {
  kind: 'refused',
  code: 'internal',
  message: 'The tool requested the same input again.',
};

/** The outcome of an ended task, for a caller that waited for it. */
export function outcomeOfTask({ end, message }: ServiceTask, tool: Tool): Outcome {
  // Another version than the caller's may have run.
  if (end !== undefined) return { ...end.outcome, tool: end.outcome.tool ?? tool };
  return interrupted(message ?? 'The call was canceled. The tool may have had an effect.', tool);
}

/** The outcome of a call whose task has expired or was removed. */
export function expiredOutcome(tool: Tool): Outcome {
  return interrupted('The server no longer stores this call. The tool may have had an effect.', tool);
}

/** The outcome of a call of this process whose caller was asked for input when the server stopped. */
export function stoppedOutcome(tool: Tool): Outcome {
  return interrupted('The server stopped before the tool was done.', tool);
}

function interrupted(message: string, tool: Tool): Outcome {
  return { kind: 'failed', reason: 'interrupted', failure: { message }, tool };
}
