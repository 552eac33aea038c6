import type { Call, Outcome, Tool } from '@toolwire/core';
import type { ProtocolRequest } from '@toolwire/core/internal';
import type { Instruments } from '../instruments.ts';
import type { Attributes, OpenTelemetryApi, Span } from '../open-telemetry.ts';
import { callSpanName, conventionalNames, conventionalValues, eventNames, ownNames } from '../telemetry-names.ts';
import { endAttributes } from './call-attributes.ts';
import { errorTypeOf, refusalAttributes } from './error-codes.ts';
import { requestAttributes } from './request-trace.ts';

/** The parts of a traced call. */
export interface CallTraceOptions {
  readonly api: OpenTelemetryApi;
  readonly call: Call;
  /** The MCP request of the call. */
  readonly request: ProtocolRequest | undefined;
  readonly span: Span;
  readonly instruments: Instruments | undefined;
}

/** Records the span and the metrics of one call. */
export class CallTrace {
  readonly #options: CallTraceOptions;
  readonly #startedAt: number;
  #runs = 0;

  constructor(options: CallTraceOptions) {
    this.#options = options;
    this.#startedAt = options.instruments === undefined ? 0 : performance.now();
    options.instruments?.active.add(1, { [ownNames.wire]: options.call.wire });
  }

  /** Starts a run of the tool, and returns its attempt number. */
  startRun(tool: Tool): number {
    const { span, instruments, call } = this.#options;
    this.#runs += 1;
    if (this.#runs > 1) {
      instruments?.retries.add(1, { [conventionalNames.toolName]: tool.name, [ownNames.wire]: call.wire });
    }
    if (span.isRecording()) span.addEvent(eventNames.runStart, { [ownNames.attempt]: this.#runs });
    return this.#runs;
  }

  endRun(attempt: number, outcome: Outcome): void {
    const { span, call } = this.#options;
    if (!span.isRecording()) return;
    const attributes: Attributes = { [ownNames.attempt]: attempt, [ownNames.outcome]: outcome.kind };
    const errorType = errorTypeOf(outcome, call.wire);
    if (errorType !== undefined) attributes[conventionalNames.errorType] = errorType;
    span.addEvent(eventNames.runEnd, attributes);
  }

  /** Ends the trace with the outcome of the call. */
  end(outcome: Outcome, contentOf: () => Attributes): void {
    const { api, call, span, instruments } = this.#options;
    const errorType = errorTypeOf(outcome, call.wire);
    if (instruments !== undefined) this.#measure(instruments, outcome, errorType);
    if (span.isRecording()) {
      if (outcome.tool !== undefined) span.updateName(callSpanName(call.wire, outcome.tool.name));
      span.setAttributes(endAttributes(outcome, errorType)).setAttributes(contentOf());
      if (call.wire === 'mcp') span.setAttributes(refusalAttributes(outcome));
      if (errorType !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end();
  }

  /** Ends the trace of a call in which a stage threw. The pipeline reports it as `internal`. */
  endWithThrow(): void {
    this.end({ kind: 'refused', code: 'internal', message: '' }, () => ({}));
  }

  #measure(instruments: Instruments, outcome: Outcome, errorType: string | undefined): void {
    const { call, request } = this.#options;
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const wire = { [ownNames.wire]: call.wire };
    instruments.active.add(-1, wire);
    const attributes: Attributes = { ...wire, [conventionalNames.operationName]: conventionalValues.executeTool };
    if (outcome.tool !== undefined) attributes[conventionalNames.toolName] = outcome.tool.name;
    if (errorType !== undefined) attributes[conventionalNames.errorType] = errorType;
    if (outcome.tool !== undefined) instruments.toolDuration.record(seconds, attributes);
    if (call.wire === 'mcp') {
      const method = { [conventionalNames.mcpMethodName]: conventionalValues.toolsCall };
      const common = request === undefined ? method : requestAttributes(request);
      instruments.mcpDuration.record(seconds, { ...attributes, ...common, ...refusalAttributes(outcome) });
    }
    if (outcome.replayed === true) instruments.replayed.add(1, attributes);
    if (isRejected(outcome)) instruments.rejected.add(1, attributes);
    instruments.calls.add(1, {
      ...attributes,
      [ownNames.outcome]: outcome.kind,
      ...(outcome.tool && { [ownNames.toolVersion]: outcome.tool.version }),
    });
  }
}

/** The context key, which is equal in all copies of this package. */
export const callTraceKey = 'toolwire.traced-call';

// Limits, circuit breakers and outages. `error.type` distinguishes `overloaded` and `unavailable`.
function isRejected(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && (outcome.code === 'overloaded' || outcome.code === 'unavailable');
}
