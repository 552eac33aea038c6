import type { Call, Stage } from '@toolwire/core';
import { checkFunction, checkNames, type NamesOf, observeResult } from '@toolwire/internal';
import { createInstruments } from '../instruments.ts';
import type { Attributes, Context, OpenTelemetryApi, Span, SpanOptions } from '../open-telemetry.ts';
import { parentContext, priorityOf } from '../parent-context.ts';
import { callSpanName, conventionalNames, conventionalValues, instrumentationScope } from '../telemetry-names.ts';
import { contentAttributes, type RecordContent, startAttributes } from './call-attributes.ts';
import { CallTrace, callTraceKey } from './call-trace.ts';
import { RequestTrace, requestAttributes, spanAttributes } from './request-trace.ts';

/** Options of `trace()`. */
export interface TraceOptions {
  /** `import * as api from '@opentelemetry/api'`. */
  readonly api: OpenTelemetryApi;
  /** Returns what spans may show of arguments and results, for example `redactContent()` of `@toolwire/log/stage`; nothing by default. */
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
  const startSpan = createSpanStarter(api);
  const findInstruments = createInstruments(api);
  const traceKey = api.createContextKey(callTraceKey);
  const requests = new RequestTrace(api, findInstruments);
  const stage: Stage<Call> = (call, next) => {
    const instruments = findInstruments();
    const { span, context: spanContext } = startSpan(call);
    if (instruments === undefined && !span.isRecording()) {
      const hasSdk = span.spanContext().traceId !== api.INVALID_SPAN_CONTEXT.traceId;
      // The call is not recorded, but its trace context is still propagated.
      return hasSdk ? api.context.with(spanContext, () => next()) : next();
    }
    const request = call.wire === 'mcp' ? requests.find(api.context.active()) : undefined;
    if (span.isRecording()) {
      span.setAttributes(startAttributes(call));
      if (request !== undefined) span.setAttributes({ ...requestAttributes(request), ...spanAttributes(request) });
    }
    const callTrace = new CallTrace({ api, call, request, span, instruments });
    return api.context.with(spanContext.setValue(traceKey, callTrace), () =>
      observeResult(
        () => next(),
        (outcome) => callTrace.end(outcome, () => contentAttributes(call, outcome, content)),
        () => callTrace.endWithThrow(),
      ),
    );
  };
  return Object.assign(stage, { observeRequest: requests.observe });
}

/** Returns a function that starts the span of a call, and returns it with the context in which it is active. */
function createSpanStarter(api: OpenTelemetryApi): (call: Call) => { readonly span: Span; readonly context: Context } {
  const tracer = api.trace.getTracer(...instrumentationScope);
  const mcpOptions = spanOptions(api.SpanKind.SERVER, {
    [conventionalNames.mcpMethodName]: conventionalValues.toolsCall,
  });
  const otherOptions = spanOptions(api.SpanKind.INTERNAL, {});
  return (call) => {
    const isMcp = call.wire === 'mcp';
    const { context, links } = parentContext(call, priorityOf(isMcp ? call.traceId : undefined), api);
    const options = { ...(isMcp ? mcpOptions : otherOptions), links };
    const span = tracer.startSpan(callSpanName(call.wire), options, context);
    return { span, context: api.trace.setSpan(context, span) };
  };
}

function spanOptions(kind: number, attributes: Attributes): Omit<SpanOptions, 'links'> {
  return {
    kind,
    attributes: { [conventionalNames.operationName]: conventionalValues.executeTool, ...attributes },
  };
}
