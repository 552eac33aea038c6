import { type OtlpAttribute, type OtlpMetric, type OtlpSpan, valueOf } from './otlp.ts';

/** The attributes of a span that are shown next to its name. */
const shown = [
  'toolwire.wire',
  'toolwire.tool.version',
  'toolwire.outcome',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'http.response.status_code',
  'error.type',
];

/** One trace as a tree: spans below the span that caused them, and events where they happened. */
export function traceTree(spans: readonly OtlpSpan[], parentId?: string, indent = ''): string {
  return spans
    .filter(({ parentSpanId }) => (parentSpanId ?? '') === (parentId ?? ''))
    .toSorted((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)))
    .map((span) =>
      [
        `${indent}${span.name}  ${milliseconds(span)} ms  ${described(span.attributes)}\n`,
        ...span.events.map(({ name, attributes }) => `${indent}  · ${name} ${described(attributes)}\n`),
        traceTree(spans, span.spanId, `${indent}    `),
      ].join(''),
    )
    .join('');
}

/** Every point of every metric, a line each. */
export function metricsDump(metrics: readonly OtlpMetric[]): string {
  return metrics
    .filter(({ name }) => !name.startsWith('http.'))
    .flatMap(({ name, sum, histogram }) =>
      (sum ?? histogram)?.dataPoints.map((point) => {
        const value =
          point.count === undefined ? (point.asDouble ?? point.asInt) : `${point.count} in ${seconds(point.sum)} s`;
        return `${name} {${point.attributes.map(({ key }) => `${key}=${valueOf(point.attributes, key)}`).join(', ')}} ${value}\n`;
      }),
    )
    .join('');
}

function described(attributes: readonly OtlpAttribute[]): string {
  return [...shown, 'toolwire.run.attempt']
    .filter((key) => valueOf(attributes, key) !== undefined)
    .map((key) => `${key.split('.').at(-1)}=${valueOf(attributes, key)}`)
    .join(' ');
}

function milliseconds({ startTimeUnixNano, endTimeUnixNano }: OtlpSpan): string {
  return (Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6).toFixed(1);
}

function seconds(value = 0): string {
  return value.toFixed(3);
}
