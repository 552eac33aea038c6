import type { Call, Outcome, Stage } from '@toolwire/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { createInstruments } from '../instruments.ts';
import { conventionalNames, conventionalValues } from '../names.ts';
import type { Attributes, OpenTelemetryApi, SpanOptions } from '../open-telemetry.ts';
import { parentContext } from '../parent-context.ts';
import { scope } from '../scope.ts';
import { whenEnded } from '../when-ended.ts';
import { startAttributes } from './call-attributes.ts';
import { contentAttributes, type RecordContent } from './content-attributes.ts';
import { CallTrace, spanName, tracedCallKey } from './traced-call.ts';

/** What calls are traced with. */
export interface TraceOptions {
  /** `import * as api from '@opentelemetry/api'`. */
  readonly api: OpenTelemetryApi;
  /** What spans may show of arguments and results, such as `redactContent()` of `@toolwire/log/stage`; nothing if left out. */
  readonly content?: RecordContent | undefined;
}

const optionNames: NamesOf<TraceOptions> = { api: true, content: true };

/**
 * Puts a span around each call, joined to the trace of its caller and active while the tool runs, and measures it. Stands outermost, in
 * `use`; where no SDK is set up, calls pass.
 */
export function trace(options: TraceOptions): Stage<Call> {
  checkNames('trace()', options, optionNames);
  const { api, content } = options;
  const tracer = api.trace.getTracer(...scope);
  const instrumentsNow = createInstruments(api);
  const stateKey = api.createContextKey(tracedCallKey);
  const noTrace = api.INVALID_SPAN_CONTEXT.traceId;
  const otherWires = spanOptions(api.SpanKind.INTERNAL, {});
  const mcp = spanOptions(api.SpanKind.SERVER, { [conventionalNames.mcpMethodName]: conventionalValues.toolsCall });

  return (call, next) => {
    const instruments = instrumentsNow();
    const isMcp = call.wire === 'mcp';
    // On MCP, a trace id is that of the message; what its headers say is the transport's.
    const owner = isMcp && call.traceId !== undefined ? 'message' : 'transport';
    const { context, links } = parentContext(call, owner, api);
    const common = isMcp ? mcp : otherWires;
    const span = tracer.startSpan(spanName(call), links === undefined ? common : { ...common, links }, context);
    if (instruments === undefined && !span.isRecording()) {
      // Nobody looks at this call. There may be a trace to pass on all the same, except where no SDK is set up.
      if (span.spanContext().traceId === noTrace) return next();
      return api.context.with(api.trace.setSpan(context, span), () => next());
    }
    if (span.isRecording()) span.setAttributes(startAttributes(call));
    const traced = new CallTrace({ api, call, span, instruments });
    const shown = (outcome: Outcome) => (): Attributes => contentAttributes(call, outcome, content);
    return api.context.with(api.trace.setSpan(context, span).setValue(stateKey, traced), () =>
      whenEnded(
        () => next(),
        (outcome) => traced.end(outcome, shown(outcome)),
        () => traced.threw(),
      ),
    );
  };
}

function spanOptions(kind: number, attributes: Attributes): SpanOptions {
  return {
    kind,
    attributes: { [conventionalNames.operationName]: conventionalValues.executeTool, ...attributes },
  };
}
