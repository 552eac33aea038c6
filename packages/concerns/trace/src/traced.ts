import { checkFunction, checkNames, type NamesOf, observeResult } from '@toolwire/internal';
import { createInstruments } from './instruments.ts';
import type { Attributes, OpenTelemetryApi } from './open-telemetry.ts';
import { conventionalNames, conventionalValues, instrumentationScope, spanName } from './telemetry-names.ts';

/** Options of `traced()`. */
export interface TracedOptions<Arguments extends readonly unknown[]> {
  /** `import * as api from '@opentelemetry/api'`. */
  readonly api: OpenTelemetryApi;
  /** The tool's name, with low cardinality and without input of callers. */
  readonly name: string;
  /** Returns additional attributes of a run. */
  readonly attributes?: ((...args: Arguments) => Attributes) | undefined;
}

const optionNames: NamesOf<TracedOptions<readonly unknown[]>> = { api: true, name: true, attributes: true };

/**
 * Wraps a function in a tool execution span, and records its duration. The span is active during the run, so nested spans join
 * the trace. Of a thrown error only the name is recorded.
 */
export function traced<Arguments extends readonly unknown[], Result>(
  run: (...args: Arguments) => Result,
  options: TracedOptions<Arguments>,
): (...args: Arguments) => Result {
  checkNames('traced()', options, optionNames);
  const { api, name, attributes } = options;
  checkFunction('attributes', attributes, "attributes: (city) => ({ 'app.city': city })");
  const tracer = api.trace.getTracer(...instrumentationScope);
  const findInstruments = createInstruments(api);
  const toolAttributes = {
    [conventionalNames.toolName]: name,
    [conventionalNames.toolType]: conventionalValues.function,
  };
  const spanAttributes = { [conventionalNames.operationName]: conventionalValues.executeTool, ...toolAttributes };
  return (...args) => {
    const parent = api.context.active();
    const span = tracer.startSpan(
      spanName(conventionalValues.executeTool, name),
      { kind: api.SpanKind.INTERNAL, attributes: { ...attributes?.(...args), ...spanAttributes }, links: [] },
      parent,
    );
    const startedAt = performance.now();
    const end = (failure: Attributes): void => {
      findInstruments()?.toolDuration.record((performance.now() - startedAt) / 1000, { ...toolAttributes, ...failure });
      span.end();
    };
    return api.context.with(api.trace.setSpan(parent, span), () =>
      observeResult(
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

/** Returns only the name of an error, because its message may contain secrets. */
function nameOf(thrown: unknown): string {
  try {
    return thrown instanceof Error && /^\w{1,100}$/.test(thrown.name) ? thrown.name : '_OTHER';
  } catch {
    return '_OTHER';
  }
}
