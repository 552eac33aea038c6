import { checkNames, type NamesOf } from '@toolwire/internal';
import { createInstruments } from './instruments.ts';
import { conventionalNames, conventionalValues } from './names.ts';
import type { Attributes, OpenTelemetryApi } from './open-telemetry.ts';
import { parentContext, type TraceCarrier } from './parent-context.ts';
import { scope } from './scope.ts';
import { whenEnded } from './when-ended.ts';

/** How a function is traced. */
export interface TracedOptions<Arguments extends readonly unknown[]> {
  /** `import * as api from '@opentelemetry/api'`. */
  readonly api: OpenTelemetryApi;
  /** What the tool is called; one of few, never made of what a caller sends. */
  readonly name: string;
  /** What else to say about each run. */
  readonly attributes?: ((...args: Arguments) => Attributes) | undefined;
  /** Where the caller's trace is found in the arguments; left out, the span that is active becomes the parent. */
  readonly carrier?: ((...args: Arguments) => TraceCarrier) | undefined;
}

const optionNames: NamesOf<TracedOptions<readonly unknown[]>> = {
  api: true,
  name: true,
  attributes: true,
  carrier: true,
};

/**
 * Puts a span around any function, as one that executes a tool, and measures how long it takes. The span is active while it runs, so
 * that what it calls joins the trace. Of what it throws, only the name of the error is told.
 */
export function traced<Arguments extends readonly unknown[], Result>(
  run: (...args: Arguments) => Result,
  options: TracedOptions<Arguments>,
): (...args: Arguments) => Result {
  checkNames('traced()', options, optionNames);
  const { api, name, attributes, carrier } = options;
  const tracer = api.trace.getTracer(...scope);
  const instruments = createInstruments(api);
  const common = {
    [conventionalNames.operationName]: conventionalValues.executeTool,
    [conventionalNames.toolName]: name,
    [conventionalNames.toolType]: conventionalValues.function,
  };
  return (...args) => {
    const parent = parentContext(carrier?.(...args) ?? {}, 'transport', api);
    const span = tracer.startSpan(
      `${conventionalValues.executeTool} ${name}`,
      { kind: api.SpanKind.INTERNAL, attributes: { ...attributes?.(...args), ...common }, links: parent.links ?? [] },
      parent.context,
    );
    const startedAt = performance.now();
    const end = (failure: Attributes): void => {
      instruments()?.toolDuration.record((performance.now() - startedAt) / 1000, {
        [conventionalNames.toolName]: name,
        [conventionalNames.toolType]: conventionalValues.function,
        ...failure,
      });
      span.end();
    };
    return api.context.with(api.trace.setSpan(parent.context, span), () =>
      whenEnded(
        () => run(...args),
        () => end({}),
        (thrown) => {
          const failure = { [conventionalNames.errorType]: nameOf(thrown) };
          span.setAttributes(failure).setStatus({ code: api.SpanStatusCode.ERROR });
          end(failure);
        },
      ),
    );
  };
}

/** The name of an error is one of few; its message may hold anything. */
function nameOf(thrown: unknown): string {
  try {
    return thrown instanceof Error && /^\w{1,100}$/.test(thrown.name) ? thrown.name : '_OTHER';
  } catch {
    return '_OTHER';
  }
}
