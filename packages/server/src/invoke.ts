import {
  type Checked,
  isPromise,
  type JsonValue,
  type Logger,
  type MaybePromise,
  type Outcome,
  type ToolFailure,
} from '@toolwire/core';
import { isArtifact } from '@toolwire/core/wire';
import { maskSecrets } from '@toolwire/errors';
import { secretsOfRun } from './call-secrets.ts';
import { type ArtifactOptions, keepArtifact, keepLongValue, mayBeKept } from './keep-output.ts';
import { outcomeOfThrow, type ThrowOptions } from './outcome-of-throw.ts';
import { type ReadyCall, toolIdOf } from './ready-call.ts';
import { RunContext } from './run-context.ts';

/** What runs of tools need besides the call. */
export interface InvokeOptions extends ThrowOptions {
  readonly artifacts: ArtifactOptions | undefined;
}

/** Runs tools: the only place where a throw is expected, and the one that turns it into an outcome. */
export function invoke(options: InvokeOptions): (call: ReadyCall) => MaybePromise<Outcome> {
  return (call) => {
    const run: Run = { call, startedAt: performance.now(), options };
    try {
      const returned = call.tool.run(call.validInput, new RunContext(call, options.logger));
      const finished = isPromise(returned) ? finishLater(returned, run) : finish(returned, run);
      return isPromise(finished) ? orFail(finished, run) : finished;
    } catch (thrown) {
      return fail(thrown, run);
    }
  };
}

/** One run of a tool. What waits makes its functions by itself, so that a tool that answers at once makes none. */
interface Run {
  readonly call: ReadyCall;
  readonly startedAt: number;
  readonly options: InvokeOptions;
}

function finishLater(returned: Promise<unknown>, run: Run): Promise<Outcome> {
  return Promise.resolve(returned).then((late) => finish(late, run));
}

function orFail(finished: Promise<Outcome>, run: Run): Promise<Outcome> {
  return finished.catch((thrown: unknown) => fail(thrown, run));
}

function fail(thrown: unknown, { call, startedAt, options }: Run): Outcome {
  return outcomeOfThrow(thrown, performance.now() - startedAt, call, options);
}

function finish(returned: unknown, run: Run): MaybePromise<Outcome> {
  const { call, startedAt, options } = run;
  if (isArtifact(returned) && mayBeKept(call.tool)) return keepArtifact(returned, startedAt, call, options.artifacts);
  const durationMs = performance.now() - startedAt;
  // MCP-CALL-04: plain JSON that fits what the tool declares, no longer than allowed; nothing else is sent.
  const checked = call.tool.checkOutput(returned);
  return isPromise(checked)
    ? concludeLater(checked, returned, durationMs, run)
    : conclude(checked, returned, durationMs, run);
}

function concludeLater(checking: Promise<Checked>, returned: unknown, durationMs: number, run: Run): Promise<Outcome> {
  return checking.then((checked) => conclude(checked, returned, durationMs, run));
}

function conclude(
  checked: Checked,
  returned: unknown,
  durationMs: number,
  { call, options }: Run,
): MaybePromise<Outcome> {
  const { artifacts, logger, outputBytes } = options;
  if (!checked.ok) return refuseOutput(withAdvice(checked, returned, outputBytes), durationMs, call, logger);
  const outcome = { kind: 'value', value: checked.value as JsonValue, durationMs, tool: call.tool } as const;
  const isLong = artifacts?.aboveLength !== undefined && mayBeKept(call.tool);
  return isLong ? keepLongValue(outcome, call, artifacts) : outcome;
}

type Unfit = Checked & { readonly ok: false; readonly reason?: unknown };

/** Says to developers what to do about an output that does not fit, where there is something to say. */
function withAdvice(checked: Unfit, returned: unknown, outputBytes: number): Unfit {
  const advice =
    returned === undefined
      ? 'The tool returned nothing; did `run` forget to return?'
      : checked.reason === 'too_large' &&
        `It may have at most ${outputBytes} bytes (limits.outputBytes); return less, or an artifact.`;
  return advice ? { ...checked, detail: [checked.detail ?? [], advice].flat().join(' ') } : checked;
}

// OTC-RESP-05, E29: a value that does not fit is a failure of the tool, and is never sent.
function refuseOutput(checked: Unfit, durationMs: number, call: ReadyCall, logger: Logger): Outcome {
  const { message } = checked;
  const detail = checked.detail === undefined ? undefined : maskSecrets(secretsOfRun(call))(checked.detail);
  logger.error({ callId: call.callId, toolId: toolIdOf(call), detail }, message);
  const failure: ToolFailure = detail === undefined ? { message } : { message, developerMessage: detail };
  return { kind: 'failed', reason: 'bad_output', failure, durationMs, tool: call.tool };
}
