import { type RequirementsOptions, requirements } from '@toolwire/auth/stage';
import {
  type Call,
  type CallHandler,
  type Logger,
  type MaybePromise,
  type Outcome,
  pipeline,
  type Stage,
  type Tool,
} from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { type Interruption, limitCheck, timeout } from '@toolwire/limits/stage';
import { validate } from '@toolwire/validate/stage';
import { resolve } from '@toolwire/version/stage';
import { secretsOfCall } from './call-secrets.ts';
import type { Catalog } from './catalog.ts';
import { invoke } from './invoke.ts';
import type { ArtifactOptions } from './keep-output.ts';
import type { ReadyCall } from './ready-call.ts';
import type { Visible } from './visible.ts';

/** A call whose tool is known. */
export type ResolvedCall = Call & { readonly tool: Tool };

/** The standard stages of a call, each replaceable. */
export interface Stages {
  readonly resolve: Stage<Call, { tool: Tool }>;
  readonly validate: Stage<ResolvedCall, { validInput: unknown }>;
  readonly requirements: Stage<ResolvedCall>;
  readonly interruption: Stage<ResolvedCall, { lifetime: Call['lifetime'] }>;
  readonly timeout: Stage<ResolvedCall, { lifetime: Call['lifetime'] }>;
  readonly invoke: (call: ReadyCall) => MaybePromise<Outcome>;
}

/** Where an application's own stages stand. */
export interface Rings {
  /** Around everything, before the tool is known: tracing, rates, auditing. */
  readonly use: readonly Stage<Call>[];
  /** Around the run of a tool whose input is known to fit: caches, retries, breakers. */
  readonly around: readonly Stage<ReadyCall>[];
}

/** What the standard stages need to know. */
export interface StageOptions {
  readonly timeoutMs: number;
  readonly outputBytes: number;
  /** A stage of the application's own writes a record of each call, time-outs among them. */
  readonly isRecorded: boolean;
  readonly visible: Visible | undefined;
  readonly requirements: RequirementsOptions | undefined;
  readonly artifacts: ArtifactOptions | undefined;
  readonly interruption: Interruption;
  readonly logger: Logger;
}

/** Builds the standard stages. */
export function standardStages(catalog: Pick<Catalog, 'resolver'>, options: StageOptions): Stages {
  const { timeoutMs, outputBytes, isRecorded, visible, requirements: helps, artifacts, interruption, logger } = options;
  const warnOfTimeout = ({ callId, tool }: ResolvedCall, ms: number): void =>
    logger.warn({ callId, toolId: `${tool.id}@${tool.version}`, timeoutMs: ms }, 'A tool did not answer in time');
  const warnOfCheck = ({ callId, tool }: ResolvedCall, ms: number): void =>
    logger.warn({ callId, toolId: `${tool.id}@${tool.version}`, timeoutMs: ms }, 'The checks of a call took too long');
  const checks = { defaultMs: timeoutMs, interruption, onTimeout: isRecorded ? undefined : warnOfCheck };
  return {
    resolve: resolve(catalog.resolver, {
      visible: visible && ((tool, { principal }) => visible(tool, principal)),
    }),
    validate: limitCheck(validate(), checks),
    // Without help of the app there is nothing to wait for.
    requirements: helps === undefined ? requirements() : limitCheck(requirements(helps), checks),
    interruption: interruption.stage,
    timeout: timeout({ defaultMs: timeoutMs, onTimeout: isRecorded ? undefined : warnOfTimeout }),
    invoke: invoke({ logger, artifacts, outputBytes }),
  };
}

const recordsCalls = Symbol.for('toolwire.records-calls');

/** Whether one of the stages writes a record of each call, as `log` of `@toolwire/log` does. */
export function isRecordedBy(stages: readonly Stage<Call>[]): boolean {
  return stages.some((stage) => recordsCalls in stage);
}

/** Puts the stages into the order of the text: tool, version, input (422), requirements (400), run. */
export function createEngine(stages: Stages, rings: Rings, logger: Logger): CallHandler {
  const outer = rings.use.reduce(
    (line, stage) => line.use(stage),
    pipeline((thrown, call) => refuseAsInternal(thrown, call, logger)),
  );
  // The interruption stands outside your stages, so that it ends calls which wait in one of them as well.
  const ready = outer.use(stages.resolve).use(stages.validate).use(stages.requirements).use(stages.interruption);
  return rings.around
    .reduce((line, stage) => line.use(stage), ready)
    .use(stages.timeout)
    .handle(stages.invoke);
}

function refuseAsInternal(thrown: unknown, call: Call, logger: Logger): Outcome {
  const error = describeThrown(thrown, { secrets: secretsOfCall(call) });
  logger.error({ callId: call.callId, error }, 'A stage threw; only tools may throw');
  return { kind: 'refused', code: 'internal', message: 'The server could not process the call' };
}
