import type { Logger, Stage } from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { type CheckTimeoutOptions, checkTimeout } from '@toolwire/limits/stage';
import { storesByCallId } from '../pipeline/unauthenticated-call-ids.ts';
import type { ThrowOptions } from '../run/outcome-of-throw.ts';
import type { ReadyCall } from '../run/resolved-call.ts';
import { type ConfirmOptions, readConfirmOptions } from './confirm-options.ts';
import { createConfirmStage } from './confirm-stage.ts';
import { createConfirmations } from './confirmations.ts';
import { createToolQuestion } from './tool-question.ts';

/** Options of `createConfirm()`. */
export interface CreateConfirmOptions extends ThrowOptions {
  readonly confirm: ConfirmOptions | undefined;
  /** The time limit of `confirm` of a tool, as for other checks. */
  readonly limits: CheckTimeoutOptions;
  /** The stages around a run. */
  readonly around: readonly object[];
  readonly logger: Logger;
}

/** Creates the stage that confirms calls. Every server has it, so that a tool with `confirm` never runs without. */
export function createConfirm({ confirm, limits, around, ...throwOptions }: CreateConfirmOptions): Stage<ReadyCall> {
  const { logger } = throwOptions;
  const report = (thrown: unknown): void =>
    logger.error({ error: describeThrown(thrown) }, 'Could not store or read which confirmations were used');
  return createConfirmStage({
    confirmations: createConfirmations(readConfirmOptions(confirm), report),
    askTool: checkTimeout(createToolQuestion(throwOptions), limits),
    interruption: limits.interruption,
    keepsCallIds: around.some(storesByCallId),
  });
}
