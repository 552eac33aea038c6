import type { Call, Outcome, Stage } from '@toolwire/core';
import { checkFunction, checkNames, type NamesOf, observeResult } from '@toolwire/internal';
import { createInstruments } from '../instruments.ts';
import { conventionalNames, conventionalValues, instrumentationScope } from '../names.ts';
import type { Attributes, OpenTelemetryApi, SpanOptions } from '../open-telemetry.ts';
import { parentContext } from '../parent-context.ts';
import { startAttributes } from './call-attributes.ts';
import { CallTrace, spanName, tracedCallKey } from './call-trace.ts';
import { contentAttributes, type RecordContent } from './content-attributes.ts';
import { RequestTrace, requestAttributes, spanAttributes } from './trace-requests.ts';

/** Options of `trace()`. */
export interface TraceOptions {
  /** `import * as api from '@opentelemetry/api'`. */
  readonly api: OpenTelemetryApi;
  /** Returns what spans may show of arguments and results, for example `redactContent()` of `@toolwire/log/stage`; default nothing. */
  readonly content?: RecordContent | undefined;
}

const optionNames: NamesOf<TraceOptions> = { api: true, content: true };

/**
 * Creates a span for each call and each request of MCP, which continues the caller's trace and is active while the tool runs, and records
 * metrics. Use it first in `use`. Without an SDK it does nothing.
 */
export function trace(options: TraceOptions): Stage<Call> {
  checkNames('trace()', options, optionNames);
  const { api, content } = options;
  checkFunction('content', content, 'content: redactContent()');
  const tracer = api.trace.getTracer(...instrumentationScope);
  const findInstruments = createInstruments(api);
  const stateKey = api.createContextKey(tracedCallKey);
  const noopTraceId = api.INVALID_SPAN_CONTEXT.traceId;
  const otherProtocols = spanOptions(api.SpanKind.INTERNAL, {});
  const mcp = spanOptions(api.SpanKind.SERVER, { [conventionalNames.mcpMethodName]: conventionalValues.toolsCall });

  const requests = new RequestTrace(api, findInstruments);
  const stage: Stage<Call> = (call, next) => {
    const instruments = findInstruments();
    const isMcp = call.wire === 'mcp';
    // In MCP, the trace ID belongs to the message, and the headers to the transport.
    const priority = isMcp && call.traceId !== undefined ? 'message' : 'transport';
    const { context, links } = parentContext(call, priority, api);
    const common = isMcp ? mcp : otherProtocols;
    const span = tracer.startSpan(spanName(call), links === undefined ? common : { ...common, links }, context);
    if (instruments === undefined && !span.isRecording()) {
      // The call is not recorded, but its trace context is still propagated if an SDK exists.
      if (span.spanContext().traceId === noopTraceId) return next();
      return api.context.with(api.trace.setSpan(context, span), () => next());
    }
    const request = isMcp ? requests.find(api.context.active()) : undefined;
    if (span.isRecording()) {
      span.setAttributes(startAttributes(call));
      if (request !== undefined) span.setAttributes({ ...requestAttributes(request), ...spanAttributes(request) });
    }
    const traced = new CallTrace({ api, call, request, span, instruments });
    const contentOf = (outcome: Outcome) => (): Attributes => contentAttributes(call, outcome, content);
    return api.context.with(api.trace.setSpan(context, span).setValue(stateKey, traced), () =>
      observeResult(
        () => next(),
        (outcome) => traced.end(outcome, contentOf(outcome)),
        () => traced.threw(),
      ),
    );
  };
  return Object.assign(stage, { observeRequest: requests.observe });
}

function spanOptions(kind: number, attributes: Attributes): SpanOptions {
  return {
    kind,
    attributes: { [conventionalNames.operationName]: conventionalValues.executeTool, ...attributes },
  };
}
