import type { InputRequiredOutcome, Outcome } from '@toolwire/core';
import type { ServiceTask } from '@toolwire/core/wire';
import { missingCapabilities, missingCapabilityError } from '../elicitation/client-capabilities.ts';
import { describeRequests } from '../elicitation/encode-input-requests.ts';
import { type Reply, type RpcError, rpcCodes } from '../json-rpc/json-rpc.ts';
import { noFields } from '../json-rpc/message.ts';
import { encodeFailed } from '../tools/encode-error-result.ts';
import { encodeOutcome } from '../tools/encode-outcome.ts';
import { encodeRefusal } from '../tools/encode-refusal.ts';
import type { ResultContext } from '../tools/result-text.ts';
import type { Challenges } from '../tools/www-authenticate.ts';

/** How to encode the outcome of a task. */
export interface ReplyOptions extends Omit<ResultContext, 'callId'> {
  readonly challenges: Challenges;
}

/** The reply that the call would have received. `undefined` for active and canceled tasks. */
export function replyOf(task: ServiceTask, { challenges, ...context }: ReplyOptions): Reply | undefined {
  const { end, status } = task;
  if (end === undefined) return undefined;
  const { callId, outcome } = end;
  if (status === 'failed') return { error: protocolError(outcome) };
  const call = { ...context, callId };
  if (outcome.kind === 'input_required') return cannotAsk(outcome, call);
  return outcome.kind === 'refused'
    ? encodeRefusal(outcome, call, { challenges, header: undefined })
    : encodeOutcome(outcome, call);
}

/** Whether the tool of a task succeeded. */
export function hasSucceeded({ end }: ServiceTask): boolean {
  return end?.outcome.kind === 'value' || end?.outcome.kind === 'artifact';
}

// A protocol error. A failed tool has a result instead. MCP-TASKX-05
function protocolError(outcome: Outcome): RpcError {
  const message = outcome.kind === 'failed' ? outcome.failure.message : 'The call failed unexpectedly.';
  return { code: rpcCodes.internal, message };
}

// The client has not declared the capabilities for this input.
function cannotAsk(outcome: InputRequiredOutcome, call: ResultContext): Reply {
  const { requests } = outcome;
  if (call.revision.era === 'legacy') {
    return { result: encodeFailed({ message: describeRequests(requests) }, call, outcome) };
  }
  const requiredCapabilities = missingCapabilities(requests, noFields) ?? noFields;
  return { error: missingCapabilityError(requiredCapabilities) };
}
