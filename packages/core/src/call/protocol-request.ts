import type { MaybePromise } from '@toolwire/internal';

/** One request of a protocol, for stages that observe more than calls. */
export interface ProtocolRequest {
  /** The protocol, such as `mcp`. */
  readonly wire: string;
  readonly method: string;
  readonly id: string | number;
  readonly protocolVersion: string | undefined;
  readonly sessionId: string | undefined;
  /** `pipe` for the standard streams of a process; `undefined` if unknown. */
  readonly transport: 'http' | 'pipe' | undefined;
  /** The name of a prompt, as the caller sent it. */
  readonly prompt?: string | undefined;
  /** The URI of a resource, as the caller sent it. */
  readonly resourceUri?: string | undefined;
  /** The trace ID inside the message; omitted if only the transport has one. */
  readonly traceId?: string | undefined;
  /** Reads a field of the trace context: `traceparent`, `tracestate` or `baggage`. */
  readonly propagated: (field: string) => string | undefined;
}

/** The response to a request, as far as stages see it. */
export interface ProtocolResponse {
  /** The code of an error response. */
  readonly errorCode?: number | undefined;
}

/** Runs a request, and returns its response unchanged. */
export type ObserveRequest = <Response extends ProtocolResponse>(
  request: ProtocolRequest,
  run: () => MaybePromise<Response>,
) => MaybePromise<Response>;
