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
  const { logger, artifacts, outputBytes } = options;
  const conclude = (
    checked: Checked,
    returned: unknown,
    durationMs: number,
    call: ReadyCall,
  ): MaybePromise<Outcome> => {
    if (!checked.ok) return refuseOutput(withAdvice(checked, returned, outputBytes), durationMs, call, logger);
    const outcome = { kind: 'value', value: checked.value as JsonValue, durationMs, tool: call.tool } as const;
    const isLong = artifacts?.aboveLength !== undefined && mayBeKept(call.tool);
    return isLong ? keepLongValue(outcome, call, artifacts) : outcome;
  };
  return (call) => {
    const startedAt = performance.now();
    const finish = (returned: unknown): MaybePromise<Outcome> => {
      if (isArtifact(returned) && mayBeKept(call.tool)) return keepArtifact(returned, startedAt, call, artifacts);
      const durationMs = performance.now() - startedAt;
      // MCP-CALL-04: plain JSON that fits what the tool declares, no longer than allowed; nothing else is sent.
      const checked = call.tool.checkOutput(returned);
      return isPromise(checked)
        ? checked.then((done) => conclude(done, returned, durationMs, call))
        : conclude(checked, returned, durationMs, call);
    };
    const fail = (thrown: unknown): Outcome => outcomeOfThrow(thrown, performance.now() - startedAt, call, options);
    try {
      const returned = call.tool.run(call.validInput, new RunContext(call, logger));
      const finished = isPromise(returned) ? Promise.resolve(returned).then(finish) : finish(returned);
      return isPromise(finished) ? finished.catch(fail) : finished;
    } catch (thrown) {
      return fail(thrown);
    }
  };
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
