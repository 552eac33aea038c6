import type { InputRequiredOutcome, Outcome } from '@toolwire/core';
import type { ServiceTask } from '@toolwire/core/wire';
import { describeRequests, needsCapabilities, undeclaredCapabilities } from '../asking/input-requests.ts';
import type { Challenges } from '../results/challenges.ts';
import { encodeFailed } from '../results/encode-error-result.ts';
import { encodeOutcome } from '../results/encode-outcome.ts';
import { encodeRefusal } from '../results/encode-refusal.ts';
import type { AnsweredCall } from '../results/result-text.ts';
import { type Reply, type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import { noFields } from '../rpc/json-shape.ts';

/** How the end of a task is told, whoever asks. */
export interface ReplyTerms extends Omit<AnsweredCall, 'callId'> {
  readonly challenges: Challenges;
}

/** What the call of a task would be answered with; a task that goes on, or was cancelled, has nothing. */
export function replyOf(task: ServiceTask, { challenges, ...told }: ReplyTerms): Reply | undefined {
  const { end, status } = task;
  if (end === undefined) return undefined;
  const { callId, outcome } = end;
  if (status === 'failed') return { error: lost(outcome) };
  const call = { ...told, callId };
  if (outcome.kind === 'input_required') return cannotAsk(outcome, call);
  return outcome.kind === 'refused'
    ? encodeRefusal(outcome, call, { challenges, header: undefined })
    : encodeOutcome(outcome, call);
}

/** Tells a task whose tool has ended as it was meant to. */
export function hasSucceeded({ end }: ServiceTask): boolean {
  return end?.outcome.kind === 'value' || end?.outcome.kind === 'artifact';
}

// MCP-TASKX-05: an error of the protocol; a tool that failed has a result.
function lost(outcome: Outcome): RpcError {
  const message = outcome.kind === 'failed' ? outcome.failure.message : 'The call failed unexpectedly.';
  return { code: rpcCodes.internal, message };
}

// Its caller has not declared that it can be asked, or not for that.
function cannotAsk(outcome: InputRequiredOutcome, call: AnsweredCall): Reply {
  const { requests } = outcome;
  if (call.dialect.era === 'legacy') {
    return { result: encodeFailed({ message: describeRequests(requests) }, call, outcome) };
  }
  const requiredCapabilities = undeclaredCapabilities(requests, noFields) ?? noFields;
  return { error: needsCapabilities(requiredCapabilities) };
}
