import {
  type InputAnswers,
  type InputRequests,
  isInputRequired,
  type MaybePromise,
  type Outcome,
  type Stage,
} from '@toolwire/core';
import { clientOfRun } from '@toolwire/core/internal';
import { isObject } from '@toolwire/core/wire';
import { canonicalJson } from '@toolwire/idempotency';
import { principalKey } from '@toolwire/internal';
import type { Interruption } from '@toolwire/limits/stage';
import { callerIdentity } from '../run/idempotency-key.ts';
import type { ReadyCall } from '../run/resolved-call.ts';
import { declined, endedEarly, inputNotJson, uncheckable, unconfirmed } from './confirm-outcomes.ts';
import { splitConfirmation } from './confirmation-parameter.ts';
import type { Confirmations, ConfirmedCall, TokenUse } from './confirmations.ts';

/** Options of `createConfirmStage()`. */
export interface ConfirmStageOptions {
  readonly confirmations: Confirmations;
  /** Adds the question of the tool, or `undefined` if this call needs no confirmation. */
  readonly askTool: Stage<ReadyCall, { readonly question: string | undefined }>;
  /** Ends the wait for a person when the server stops or the call is canceled. */
  readonly interruption: Pick<Interruption, 'onEnd'>;
  /** Whether a later stage runs a repeated call ID once. */
  readonly keepsCallIds: boolean;
}

/**
 * Runs a call of a tool with `confirm` only once it is confirmed: by the person, if the client can ask, or else by a token of an earlier
 * response. It comes before the stages that store calls, so that an unconfirmed call is stored nowhere.
 */
export function createConfirmStage(options: ConfirmStageOptions): Stage<ReadyCall> {
  const { askTool } = options;
  return (call, next) =>
    askTool(call, ({ question }) => (question === undefined ? next() : confirm(call, question, options, () => next())));
}

async function confirm(
  call: ReadyCall,
  question: string,
  options: ConfirmStageOptions,
  run: () => MaybePromise<Outcome>,
): Promise<Outcome> {
  const { confirmations, keepsCallIds } = options;
  const { token, input } = splitConfirmation(call.input);
  const confirmed = confirmedCall(call, input, question);
  if (confirmed === undefined) return inputNotJson(call.tool);
  const redeemed =
    token === undefined
      ? 'confirmation_required'
      : await confirmations.redeem(token, confirmed, useOf(call, keepsCallIds));
  if (redeemed === 'confirmed') return run();
  if (redeemed === 'unavailable') return uncheckable(call.tool);
  if (clientOfRun(call).canAsk('form')) return askPerson(call, question, options, run);
  return unconfirmed({ code: redeemed, question, ...(await confirmations.issue(confirmed)) }, call.tool);
}

function confirmedCall(call: ReadyCall, input: unknown, question: string): ConfirmedCall | undefined {
  const { id, version } = call.tool;
  try {
    return { caller: callerIdentity(call), tool: `${id}@${version}`, input: canonicalJson(input ?? {}), question };
  } catch {
    // A caller of the same process can send values that JSON can't represent.
    return undefined;
  }
}

/** Without a stage that runs a repeated call ID once, each attempt counts as a call. */
function useOf({ principal, callerCallId }: ReadyCall, keepsCallIds: boolean): TokenUse {
  const call = keepsCallIds && callerCallId !== undefined ? `call ${callerCallId}` : crypto.randomUUID();
  return { owner: principal && principalKey(principal), call };
}

const key = 'toolwire:confirmation';

// A field, because some clients accept a form without fields and do not show it.
const schema = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Run it?' } },
  required: ['confirm'],
};

async function askPerson(
  call: ReadyCall,
  question: string,
  { interruption }: ConfirmStageOptions,
  run: () => MaybePromise<Outcome>,
): Promise<Outcome> {
  const requests: InputRequests = { [key]: { kind: 'form', message: question, schema } };
  const { ask, tool } = call;
  if (ask === undefined) return declined(tool);
  const answers = await new Promise<InputAnswers | Outcome>((resolve, reject) => {
    const leave = interruption.onEnd(call, (reason) => resolve(endedEarly(reason, tool)));
    ask(requests)
      .then(resolve, (thrown: unknown) => {
        // The answer comes with the next attempt of the call.
        if (isInputRequired(thrown)) resolve({ kind: 'input_required', requests: thrown.requests, tool });
        else reject(thrown);
      })
      .finally(leave);
  });
  if (isOutcome(answers)) return answers;
  return isAgreed(answers) ? run() : declined(tool);
}

function isOutcome(answers: InputAnswers | Outcome): answers is Outcome {
  return typeof answers.kind === 'string';
}

function isAgreed(answers: InputAnswers): boolean {
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
  return answer?.action === 'accept' && isObject(answer.content) && answer.content['confirm'] === true;
}
