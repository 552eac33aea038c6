import type { FailedOutcome, InputRequest, Outcome, ToolInfo } from '@toolwire/core';
import type { ServiceTask } from '@toolwire/core/wire';
import { type Fields, isObject, isOutcomeShape } from '@toolwire/internal';
import { completed, type JsonValue, type Task, type TaskEnd } from '@toolwire/tasks';

/** Finds a tool by its id and exact version, whoever may see it. */
export type FindTool = (toolId: string) => ToolInfo | undefined;

/** What a task keeps of a call that has ended: the outcome as JSON, for whichever wire, and the name of its tool. */
export function keptEnd(outcome: Outcome, callId: string): TaskEnd {
  const { tool, replayed: _replayed, ...rest } = outcome;
  const toolId = tool === undefined ? undefined : `${tool.id}@${tool.version}`;
  return completed(asJson({ callId, toolId, outcome: rest }), messageOf(outcome));
}

/** A copy as JSON has it. */
export function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** A task as wires read it. */
export function serviceTask({ result, error, ...task }: Task<InputRequest>, findTool: FindTool): ServiceTask {
  if (task.status === 'completed') return { ...task, end: readEnd(result, findTool) };
  // Nobody knows how far it came: its worker was lost, or what came of it could not be kept.
  if (task.status === 'failed') return { ...task, end: { callId: '', outcome: failedBy(error) } };
  return task;
}

function readEnd(kept: JsonValue | undefined, findTool: FindTool): NonNullable<ServiceTask['end']> {
  const { callId, toolId, outcome }: Fields = isObject(kept) ? kept : {};
  if (typeof callId !== 'string' || !isOutcome(outcome)) return { callId: '', outcome: failedBy(undefined) };
  const tool = typeof toolId === 'string' ? findTool(toolId) : undefined;
  return { callId, outcome: tool === undefined ? outcome : { ...outcome, tool } };
}

function isOutcome(kept: unknown): kept is Outcome {
  return isOutcomeShape(kept);
}

function failedBy(error: JsonValue | undefined): FailedOutcome {
  const told: Fields = isObject(error) ? error : {};
  const message = typeof told['message'] === 'string' ? told['message'] : 'The call failed unexpectedly.';
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
