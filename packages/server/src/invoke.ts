import {
  type Checked,
  isArtifact,
  isInputRequired,
  isPromise,
  type JsonValue,
  type Logger,
  type MaybePromise,
  type Outcome,
  type ToolFailure,
} from '@toolwire/core';
import { describeThrown, isToolError, mapError, maskSecrets } from '@toolwire/errors';
import { secretsOfRun } from './call-secrets.ts';
import { type ArtifactOptions, keepArtifact, keepLongValue, mayBeKept } from './keep-output.ts';
import type { ReadyCall } from './ready-call.ts';
import { RunContext } from './run-context.ts';

/** What runs of tools need besides the call. */
export interface InvokeOptions {
  readonly logger: Logger;
  readonly artifacts: ArtifactOptions | undefined;
  /** The limit that outputs are checked against, to be named where one is longer. */
  readonly outputBytes: number;
}

/** Runs tools: the only place where a throw is expected, and the one that turns it into an outcome. */
export function invoke({ logger, artifacts, outputBytes }: InvokeOptions): (call: ReadyCall) => MaybePromise<Outcome> {
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
      const checked = call.tool.checkOutput(returned);
      return isPromise(checked)
        ? checked.then((done) => conclude(done, returned, durationMs, call))
        : conclude(checked, returned, durationMs, call);
    };
    const fail = (thrown: unknown): Outcome => {
      const { tool } = call;
      const durationMs = performance.now() - startedAt;
      hearRejection(thrown);
      if (isInputRequired(thrown)) return { kind: 'input_required', requests: thrown.requests, durationMs, tool };
      const reason = isToolError(thrown) ? 'reported' : 'unexpected';
      return { kind: 'failed', reason, failure: report(thrown, call, logger), durationMs, tool };
    };
    try {
      const returned = call.tool.run(call.validInput, new RunContext(call, call.tool, logger));
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

function report(thrown: unknown, call: ReadyCall, logger: Logger): ToolFailure {
  const secrets = secretsOfRun(call);
  const fields = { callId: call.callId, toolId: toolIdOf(call), error: describeThrown(thrown, { secrets }) };
  if (isToolError(thrown)) logger.info(fields, 'A tool reported a failure');
  else if (hasStopped(thrown, call)) logger.info(fields, 'A tool stopped, as its call had ended');
  else logger.error(fields, 'A tool failed unexpectedly');
  return mapError(thrown, { secrets });
}

function toolIdOf({ tool }: ReadyCall): string {
  return `${tool.id}@${tool.version}`;
}

/** Whether the tool has only obeyed its signal: its caller has left, its time was up, its task was cancelled, or the server stops. */
function hasStopped(thrown: unknown, { lifetime: { signal } }: ReadyCall): boolean {
  return signal.aborted && (thrown === signal.reason || (thrown instanceof Error && thrown.name === 'AbortError'));
}

/** What is thrown may itself reject, and a rejection that nobody hears ends the process. */
function hearRejection(thrown: unknown): void {
  try {
    if (thrown instanceof Promise) thrown.catch(() => undefined);
  } catch {
    // A proxy that throws when it is looked at is no promise.
  }
}
