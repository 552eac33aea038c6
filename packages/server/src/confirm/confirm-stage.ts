import { andThen, type MaybePromise, type Outcome, type Stage } from '@toolwire/core';
import { clientOfRun } from '@toolwire/core/internal';
import { createSecretMask, describeThrown } from '@toolwire/errors';
import { canonicalJson } from '@toolwire/idempotency';
import { orElse, ownerOf } from '@toolwire/internal';
import { type CheckTimeoutOptions, checkTimeout, type Interruption } from '@toolwire/limits/stage';
import { callerIdentity, secretsOfRun } from '../run/call-credentials.ts';
import { outcomeOfThrow, type ThrowOptions } from '../run/outcome-of-throw.ts';
import { type ReadyCall, toolIdOf } from '../run/resolved-call.ts';
import { RunContext } from '../run/run-context.ts';
import { type AskingCall, askPerson } from './ask-person.ts';
import { type ConfirmOptions, readConfirmOptions } from './confirm-options.ts';
import { inputNotJson, uncheckable, unconfirmed } from './confirm-outcomes.ts';
import { splitConfirmation } from './confirmation-parameter.ts';
import { type ConfirmedCall, createConfirmations, type TokenUse } from './confirmations.ts';
import { createFindEarlierCall } from './find-earlier-call.ts';

/** Options of `createConfirmStage()`. */
interface ConfirmStageOptions extends ThrowOptions {
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
    const confirmAndRun = async (question: string): Promise<Outcome> => {
      const confirmed = confirmedCall(call, question);
      if (confirmed === undefined) return inputNotJson(call.tool);
      const redeemed =
        token === undefined
          ? 'confirmation_required'
          : await confirmations.redeem(token, confirmed, useOf(call, isStored));
      if (redeemed === 'confirmed') return run();
      if (redeemed === 'unavailable') return uncheckable(call.tool);
      if (canAsk(call)) return askPerson(call, question, interruption, run);
      return unconfirmed({ code: redeemed, question, ...(await confirmations.issue(confirmed)) }, call.tool);
    };
    return askTool(call, ({ question }) => (question === undefined ? run() : confirmAndRun(question)));
  };
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

/** What a tool's question adds to a call. */
interface AddedQuestion {
  readonly question: string | undefined;
}

/** Returns the stage that gets the question of a tool. An error of the tool becomes an outcome, as in its run. */
function createToolQuestion(options: ThrowOptions): Stage<ReadyCall, AddedQuestion> {
  return (call, next) =>
    andThen(questionOf(call, options), (question) => ('kind' in question ? question : next(question)));
}

/** The question of a tool, or the outcome of its error. */
function questionOf(call: ReadyCall, options: ThrowOptions): MaybePromise<AddedQuestion | Outcome> {
  const startedAt = performance.now();
  return orElse<AddedQuestion | Outcome>(
    () => {
      const returned = call.tool.confirm?.(call.validInput, new RunContext(call, options.logger));
      return andThen(returned, (question) => checkQuestion(question, call));
    },
    (thrown) => outcomeOfThrow(thrown, performance.now() - startedAt, call, options),
  );
}

function checkQuestion(question: unknown, call: ReadyCall): AddedQuestion {
  if (question === undefined) return { question };
  if (typeof question === 'string' && question.trim() !== '') {
    return { question: createSecretMask(secretsOfRun(call))(question) };
  }
  throw new TypeError(
    '`confirm` must return a question such as `Delete order 7?`, or undefined to run without asking.',
  );
}
