import type { MaybePromise, Outcome, Stage } from '@toolwire/core';
import { clientOfRun } from '@toolwire/core/internal';
import { describeThrown } from '@toolwire/errors';
import { canonicalJson } from '@toolwire/idempotency';
import { ownerOf } from '@toolwire/internal';
import { type CheckTimeoutOptions, checkTimeout, type Interruption } from '@toolwire/limits/stage';
import { callerIdentity } from '../run/caller-identity.ts';
import type { ThrowOptions } from '../run/outcome-of-throw.ts';
import { type ReadyCall, toolIdOf } from '../run/resolved-call.ts';
import { type AskingCall, askPerson } from './ask-person.ts';
import { type ConfirmOptions, readConfirmOptions } from './confirm-options.ts';
import { inputNotJson, uncheckable, unconfirmed } from './confirm-outcomes.ts';
import { splitConfirmation } from './confirmation-parameter.ts';
import { type Confirmations, type ConfirmedCall, createConfirmations, type TokenUse } from './confirmations.ts';
import { createFindEarlierCall } from './find-earlier-call.ts';
import { createToolQuestion } from './tool-question.ts';

/** Options of `createConfirmStage()`. */
export interface ConfirmStageOptions extends ThrowOptions {
  readonly confirm: ConfirmOptions | undefined;
  /** The time limit of `confirm` of a tool, as for other checks. */
  readonly timeout: CheckTimeoutOptions;
  readonly interruption: Pick<Interruption, 'stage' | 'onEnd'>;
  /** The stage that stores calls as tasks. */
  readonly taskStage: Stage<ReadyCall> | undefined;
  /** The stages around a run. */
  readonly around: readonly Stage<ReadyCall>[];
}

/**
 * Runs a call of a tool with `confirm` only once it is confirmed: by the person, if the client can ask, or else by a token of an earlier
 * response. It comes before the stages that store calls, so that an unconfirmed call is stored nowhere. A repeated call gets the outcome of
 * the confirmed one without another question.
 */
export function createConfirmStage(options: ConfirmStageOptions): Stage<ReadyCall> {
  const { confirm, timeout, interruption, taskStage, around, ...throwOptions } = options;
  const report = (thrown: unknown): void =>
    options.logger.error({ error: describeThrown(thrown) }, 'Could not store or read which confirmations were used');
  const confirmations = createConfirmations(readConfirmOptions(confirm), report);
  const askTool = checkTimeout(createToolQuestion(throwOptions), timeout);
  const findEarlierCall = createFindEarlierCall(taskStage, around, interruption);
  return async (sent, next) => {
    const { token, input } = splitConfirmation(sent.input);
    const call: ReadyCall = { ...sent, input };
    const earlier = await findEarlierCall(call);
    if (typeof earlier === 'object') return earlier;
    // `earlier` is `undefined` if no later stage stores the call.
    const isStored = earlier === 'new';
    // Later stages compare and store the input, and a repeated call may have another token.
    const run = (): MaybePromise<Outcome> => next({ input });
    return askTool(call, ({ question }) =>
      question === undefined
        ? run()
        : confirmAndRun({ call, token, question, isStored, confirmations, interruption, run }),
    );
  };
}

/** A call with its question. */
interface AskedCall {
  readonly call: ReadyCall;
  readonly token: string | undefined;
  readonly question: string;
  /** Whether a later stage runs a repeated call ID once. */
  readonly isStored: boolean;
  readonly confirmations: Confirmations;
  readonly interruption: Pick<Interruption, 'onEnd'>;
  readonly run: () => MaybePromise<Outcome>;
}

async function confirmAndRun(asked: AskedCall): Promise<Outcome> {
  const { call, token, question, isStored, confirmations, interruption, run } = asked;
  const confirmed = confirmedCall(call, question);
  if (confirmed === undefined) return inputNotJson(call.tool);
  const redeemed =
    token === undefined ? 'confirmation_required' : await confirmations.redeem(token, confirmed, useOf(call, isStored));
  if (redeemed === 'confirmed') return run();
  if (redeemed === 'unavailable') return uncheckable(call.tool);
  if (canAsk(call)) return askPerson(call, question, interruption, run);
  return unconfirmed({ code: redeemed, question, ...(await confirmations.issue(confirmed)) }, call.tool);
}

function canAsk(call: ReadyCall): call is AskingCall {
  return clientOfRun(call).canAsk('form');
}

function confirmedCall(call: ReadyCall, question: string): ConfirmedCall | undefined {
  try {
    const input = canonicalJson(call.input ?? {});
    return { caller: callerIdentity(call), tool: toolIdOf(call.tool), input, question };
  } catch {
    // A caller of the same process can send values that JSON can't represent.
    return undefined;
  }
}

/** Without a stage that runs a repeated call ID once, each attempt counts as a call. */
function useOf(call: ReadyCall, isStored: boolean): TokenUse {
  return { owner: ownerOf(call), call: isStored ? `call ${call.callerCallId}` : crypto.randomUUID() };
}
