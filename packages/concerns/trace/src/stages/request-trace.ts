import type { MaybePromise } from '@toolwire/core';
import type { ObserveRequest, ProtocolRequest, ProtocolResponse } from '@toolwire/core/internal';
import { firstCharacters, observeResult, rpcCodes } from '@toolwire/internal';
import type { Instruments } from '../instruments.ts';
import type { Attributes, Context, OpenTelemetryApi } from '../open-telemetry.ts';
import { parentContext, priorityOf } from '../parent-context.ts';
import { conventionalNames, conventionalValues, instrumentationScope, spanName } from '../telemetry-names.ts';

/** The context key of the request that a call belongs to, which is equal in all copies of this package. */
const requestKey = 'toolwire.traced-request';

/** Traces the requests of MCP. The span of `tools/call` is the span of its call. */
export class RequestTrace {
  readonly #api: OpenTelemetryApi;
  readonly #findInstruments: () => Instruments | undefined;
  readonly #key: symbol;

  constructor(api: OpenTelemetryApi, findInstruments: () => Instruments | undefined) {
    this.#api = api;
    this.#findInstruments = findInstruments;
    this.#key = api.createContextKey(requestKey);
  }

  /** Returns the request that the active call belongs to. */
  find(context: Context): ProtocolRequest | undefined {
    return context.getValue(this.#key) as ProtocolRequest | undefined;
  }

  readonly observe: ObserveRequest = (request, run) => {
    const { context } = this.#api;
    return request.method === conventionalValues.toolsCall
      ? context.with(context.active().setValue(this.#key, request), run)
      : this.#trace(request, run);
  };

  #trace<Response extends ProtocolResponse>(
    request: ProtocolRequest,
    run: () => MaybePromise<Response>,
  ): MaybePromise<Response> {
    const { trace, context: contexts, SpanKind, SpanStatusCode } = this.#api;
    const { context, links } = parentContext(request, priorityOf(request.traceId), this.#api);
    const common = requestAttributes(request);
    const attributes = { ...common, ...spanAttributes(request) };
    const options = { kind: SpanKind.SERVER, attributes, links };
    const span = trace.getTracer(...instrumentationScope).startSpan(spanName(request.method), options, context);
    const startedAt = performance.now();
    const end = (errorCode: number | undefined): void => {
      const result = responseAttributes(errorCode);
      const seconds = (performance.now() - startedAt) / 1000;
      this.#findInstruments()?.mcpDuration.record(seconds, { ...common, ...result });
      if (span.isRecording()) {
        span.setAttributes(result);
        if (result[conventionalNames.errorType] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
        // The prompt exists, so its name is not text that the caller chose.
        if (request.prompt !== undefined && errorCode === undefined) {
          span.updateName(spanName(request.method, request.prompt)).setAttributes({
            [conventionalNames.promptName]: request.prompt,
          });
        }
      }
      span.end();
    };
    return contexts.with(trace.setSpan(context, span), () =>
      observeResult(
        run,
        ({ errorCode }) => end(errorCode),
        () => end(rpcCodes.internal),
      ),
    );
  }
}

const maxTextLength = 256;

/** Returns the attributes of a request that spans and metrics share. */
export function requestAttributes({ method, protocolVersion, transport }: ProtocolRequest): Attributes {
  return {
    [conventionalNames.mcpMethodName]: method,
    ...(protocolVersion !== undefined && { [conventionalNames.mcpProtocolVersion]: protocolVersion }),
    ...(transport !== undefined && { [conventionalNames.networkTransport]: transport === 'http' ? 'tcp' : 'pipe' }),
    ...(transport === 'http' && { [conventionalNames.networkProtocolName]: 'http' }),
  };
}

/** Returns the attributes of a request that only spans have, because they have many values. */
export function spanAttributes({ id, sessionId, resourceUri }: ProtocolRequest): Attributes {
  return {
    [conventionalNames.jsonRpcRequestId]: firstCharacters(String(id), maxTextLength),
    ...(sessionId !== undefined && { [conventionalNames.mcpSessionId]: sessionId }),
    ...(resourceUri !== undefined && {
      [conventionalNames.mcpResourceUri]: firstCharacters(resourceUri, maxTextLength),
    }),
  };
}

// The mistakes of a client, which the conventions do not count as errors of the server.
const clientErrors: ReadonlySet<number> = new Set([
  rpcCodes.notJson,
  rpcCodes.invalidRequest,
  rpcCodes.methodNotFound,
  rpcCodes.invalidParams,
  rpcCodes.resourceNotFound,
  rpcCodes.missingCapability,
]);

function responseAttributes(errorCode: number | undefined): Attributes {
  if (errorCode === undefined) return {};
  const code = String(errorCode);
  return {
    [conventionalNames.responseStatusCode]: code,
    ...(!clientErrors.has(errorCode) && { [conventionalNames.errorType]: code }),
  };
}
