/** The parts of the collector input that are printed here. */
export interface OtlpTraces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[];
}

export interface OtlpMetrics {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly OtlpMetric[] }[];
  }[];
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly events: readonly { readonly name: string; readonly attributes: readonly OtlpAttribute[] }[];
  readonly status: { readonly code: number };
}

export interface OtlpMetric {
  readonly name: string;
  readonly sum?: { readonly dataPoints: readonly OtlpPoint[] };
  readonly histogram?: { readonly dataPoints: readonly OtlpPoint[] };
}

interface OtlpPoint {
  readonly attributes: readonly OtlpAttribute[];
  readonly asDouble?: number;
  readonly asInt?: number;
  readonly count?: number;
  readonly sum?: number;
}

export interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

/** The value of an attribute, whatever its type. */
export function valueOf(attributes: readonly OtlpAttribute[], key: string): string | undefined {
  const found = attributes.find((one) => one.key === key);
  return found && String(Object.values(found.value)[0]);
}
