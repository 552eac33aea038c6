import type { Call, Outcome, Tool } from '@toolwire/core';
import type { Instruments } from '../instruments.ts';
import { conventionalNames, conventionalValues, eventNames, ownNames } from '../names.ts';
import type { Attributes, Context, OpenTelemetryApi, Span } from '../open-telemetry.ts';
import { endAttributes } from './call-attributes.ts';
import { errorTypeOf } from './error-type.ts';

/** One call as it is being traced; the runs of its tool find it in the context that is active. */
export interface TracedCall {
  runStarted(tool: Tool): number;
  runEnded(attempt: number, outcome: Outcome): void;
}

/** What a call is traced with; each may be missing, where nobody samples or nobody collects. */
export interface TracedCallParts {
  readonly api: OpenTelemetryApi;
  readonly call: Call;
  readonly span: Span;
  readonly instruments: Instruments | undefined;
}

/** Tells spans and metrics of one call, from its begin to its end. */
export class CallTrace implements TracedCall {
  readonly #parts: TracedCallParts;
  readonly #startedAt: number;
  #runs = 0;

  constructor(parts: TracedCallParts) {
    this.#parts = parts;
    this.#startedAt = parts.instruments === undefined ? 0 : performance.now();
    parts.instruments?.active.add(1, { [ownNames.wire]: parts.call.wire });
  }

  runStarted(tool: Tool): number {
    const { span, instruments, call } = this.#parts;
    this.#runs += 1;
    if (this.#runs > 1) {
      instruments?.retries.add(1, { [conventionalNames.toolName]: tool.name, [ownNames.wire]: call.wire });
    }
    if (span.isRecording()) span.addEvent(eventNames.runStart, { [ownNames.attempt]: this.#runs });
    return this.#runs;
  }

  runEnded(attempt: number, outcome: Outcome): void {
    const { span, call } = this.#parts;
    if (!span.isRecording()) return;
    const attributes: Attributes = { [ownNames.attempt]: attempt, [ownNames.outcome]: outcome.kind };
    const errorType = errorTypeOf(outcome, call.wire);
    if (errorType !== undefined) attributes[conventionalNames.errorType] = errorType;
    span.addEvent(eventNames.runEnd, attributes);
  }

  /** The call has an outcome. */
  end(outcome: Outcome, more: () => Attributes): void {
    const { api, call, span, instruments } = this.#parts;
    const errorType = errorTypeOf(outcome, call.wire);
    if (instruments !== undefined) this.#measure(instruments, outcome, errorType);
    if (span.isRecording()) {
      if (outcome.tool !== undefined) span.updateName(`${spanName(call)} ${outcome.tool.name}`);
      span.setAttributes(endAttributes(outcome, errorType)).setAttributes(more());
      if (errorType !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end();
  }

  /** A stage threw: a bug, which the pipeline answers as `internal`. */
  threw(): void {
    this.end({ kind: 'refused', code: 'internal', message: '' }, () => ({}));
  }

  #measure(instruments: Instruments, outcome: Outcome, errorType: string | undefined): void {
    const { call } = this.#parts;
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const wire = { [ownNames.wire]: call.wire };
    instruments.active.add(-1, wire);
    const attributes: Attributes = { ...wire, [conventionalNames.operationName]: conventionalValues.executeTool };
    if (outcome.tool !== undefined) attributes[conventionalNames.toolName] = outcome.tool.name;
    if (errorType !== undefined) attributes[conventionalNames.errorType] = errorType;
    if (outcome.tool !== undefined) instruments.toolDuration.record(seconds, attributes);
    if (call.wire === 'mcp') {
      const method = { [conventionalNames.mcpMethodName]: conventionalValues.toolsCall };
      instruments.mcpDuration.record(seconds, { ...attributes, ...method });
    }
    if (outcome.replayed === true) instruments.replayed.add(1, attributes);
    if (isRejection(outcome)) instruments.rejected.add(1, attributes);
    instruments.calls.add(1, {
      ...attributes,
      [ownNames.outcome]: outcome.kind,
      ...(outcome.tool && { [ownNames.toolVersion]: outcome.tool.version }),
    });
  }
}

/** The name of a span whose tool is not known yet, and the beginning of its name when it is. */
export function spanName({ wire }: Call): string {
  return wire === 'mcp' ? conventionalValues.toolsCall : conventionalValues.executeTool;
}

/** The call that is being traced in the active context. */
export function tracedCallIn(context: Context, key: symbol): TracedCall | undefined {
  return context.getValue(key) as TracedCall | undefined;
}

/** Under which key that is; the same in every copy of this package. */
export const tracedCallKey = 'toolwire.traced-call';

// What stages of limits answer with: too many calls, or a tool that keeps failing.
function isRejection(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && (outcome.code === 'overloaded' || outcome.code === 'unavailable');
}
