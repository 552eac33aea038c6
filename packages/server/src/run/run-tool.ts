import {
  type Checked,
  type ContentBlock,
  isPromise,
  type JsonValue,
  type MaybePromise,
  type Outcome,
  type ToolFailure,
  type ValueOutcome,
} from '@toolwire/core';
import { isArtifact, isContent, isWithContent } from '@toolwire/core/internal';
import { createSecretMask } from '@toolwire/errors';
import { toJsonValue } from '@toolwire/validate';
import { secretsOfRun } from './call-credentials.ts';
import { outcomeOfThrow, type ThrowOptions } from './outcome-of-throw.ts';
import { type ReadyCall, toolIdOf } from './resolved-call.ts';
import { RunContext } from './run-context.ts';
import { type ArtifactOptions, canStoreOutput, storeArtifact, storeLongValue } from './store-artifact.ts';

/** Options of `createRunTool()`. */
export interface RunOptions extends ThrowOptions {
  readonly artifacts: ArtifactOptions | undefined;
}

/** Returns the function that runs tools. Only here errors are expected, and become outcomes. */
export function createRunTool(options: RunOptions): (call: ReadyCall) => MaybePromise<Outcome> {
  return (call) => {
    const run: Run = { call, startedAt: performance.now(), options };
    try {
      const returned: unknown = call.tool.run(call.validInput, new RunContext(call, options.logger));
      const outcome = isPromise(returned) ? finishLater(returned, run) : finish(returned, run);
      return isPromise(outcome) ? outcome.catch((thrown: unknown) => fail(thrown, run)) : outcome;
    } catch (thrown) {
      return fail(thrown, run);
    }
  };
}

/** One run of a tool. */
interface Run {
  readonly call: ReadyCall;
  readonly startedAt: number;
  readonly options: RunOptions;
}

async function finishLater(returned: Promise<unknown>, run: Run): Promise<Outcome> {
  return finish(await returned, run);
}

function fail(thrown: unknown, { call, startedAt, options }: Run): Outcome {
  return outcomeOfThrow(thrown, performance.now() - startedAt, call, options);
}

function finish(returned: unknown, run: Run): MaybePromise<Outcome> {
  const { call, startedAt, options } = run;
  if (isArtifact(returned) && canStoreOutput(call.tool)) {
    return storeArtifact(returned, startedAt, call, options.artifacts);
  }
  const durationMs = performance.now() - startedAt;
  const output = isWithContent(returned) ? returned.value : returned;
  // Only JSON that matches the declared output and the size limit is sent (MCP-CALL-04).
  const checked = call.tool.checkOutput(output);
  return isPromise(checked)
    ? checked.then((settled) => conclude(settled, returned, durationMs, run))
    : conclude(checked, returned, durationMs, run);
}

function conclude(checked: Checked, returned: unknown, durationMs: number, run: Run): MaybePromise<Outcome> {
  const { call, options } = run;
  const { artifacts, outputBytes } = options;
  if (!checked.ok) return rejectOutput(withAdvice(checked, returned, outputBytes), durationMs, run);
  const outcome = { kind: 'value', value: checked.value as JsonValue, durationMs, tool: call.tool } as const;
  if (isWithContent(returned)) return addContent(outcome, returned.content, run);
  const isLong = artifacts?.aboveLength !== undefined && canStoreOutput(call.tool);
  return isLong ? storeLongValue(outcome, call, artifacts) : outcome;
}

/** Adds the blocks of `withContent`. Their value is never stored as an artifact, because the blocks may refer to it. */
function addContent(outcome: ValueOutcome & { durationMs: number }, content: unknown, run: Run): Outcome {
  const { outputBytes } = run.options;
  const checked = checkContent(content, outcome.value, outputBytes);
  if (checked.ok) return { ...outcome, content: checked.content };
  return rejectOutput(withAdvice(checked, content, outputBytes), outcome.durationMs, run);
}

/** Adds advice for developers to an invalid output. */
function withAdvice(checked: RejectedOutput, returned: unknown, outputBytes: number): RejectedOutput {
  const advice =
    returned === undefined
      ? 'The tool returned nothing; did `run` forget to return?'
      : checked.reason === 'too_large' &&
        `It may have at most ${outputBytes} bytes (limits.outputBytes); return less, or an artifact.`;
  return advice ? { ...checked, detail: [checked.detail ?? [], advice].flat().join(' ') } : checked;
}

// An invalid value is a failure of the tool and is never sent (OTC-RESP-05, E29).
function rejectOutput(checked: RejectedOutput, durationMs: number, { call, options }: Run): Outcome {
  const { message } = checked;
  const detail = checked.detail === undefined ? undefined : createSecretMask(secretsOfRun(call))(checked.detail);
  options.logger.error({ callId: call.callId, toolId: toolIdOf(call.tool), detail }, message);
  const failure: ToolFailure = detail === undefined ? { message } : { message, developerMessage: detail };
  return { kind: 'failed', reason: 'bad_output', failure, durationMs, tool: call.tool };
}

/** A result that can't be sent. */
type RejectedOutput = Checked & { readonly ok: false };

type CheckedContent = { readonly ok: true; readonly content: readonly ContentBlock[] } | RejectedOutput;

/** Copies content blocks as JSON. Their size and the size of their value are limited together. */
function checkContent(content: unknown, value: JsonValue, outputBytes: number): CheckedContent {
  const copied = toJsonValue({ content, value }, outputBytes);
  if (!copied.ok) {
    const { kind, message } = copied.problem;
    return kind === 'too_large'
      ? rejected('The tool returned a value that is too large.', message, kind)
      : rejected('The tool returned content that is not valid JSON.', message);
  }
  const { content: blocks = null } = copied.value as Readonly<Record<string, JsonValue>>;
  const sent = { content: blocks };
  if (isContent(sent)) return { ok: true, content: sent.content };
  return rejected(
    'The tool returned an invalid content block.',
    "Each block must be a string or a block of MCP, such as { type: 'text', text }.",
  );
}

function rejected(message: string, detail: string, reason?: 'too_large'): RejectedOutput {
  return { ok: false, message, detail, parameterErrors: {}, reason };
}
