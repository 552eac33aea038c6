import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { OtlpMetric, OtlpMetrics, OtlpSpan, OtlpTraces } from './otlp.ts';

/** A collector that keeps what it gets; a real one would pass it on. */
export interface Collector {
  readonly url: string;
  readonly server: Server;
  readonly spans: OtlpSpan[];
  /** As they were sent last. */
  readonly metrics: () => readonly OtlpMetric[];
}

/** Starts a collector on a free port, which takes OTLP as JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: OtlpSpan[] = [];
  let metrics: readonly OtlpMetric[] = [];
  const take = (path: string | undefined, sent: unknown): void => {
    if (path === '/v1/traces') spans.push(...spansIn(sent as OtlpTraces));
    if (path === '/v1/metrics') metrics = metricsIn(sent as OtlpMetrics);
  };
  const server = createServer((request, response) => {
    json(request).then(
      (sent) => {
        take(request.url, sent);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      },
      () => response.writeHead(400).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    spans,
    metrics: () => metrics,
  };
}

function spansIn({ resourceSpans }: OtlpTraces): OtlpSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans);
}

function metricsIn({ resourceMetrics }: OtlpMetrics): OtlpMetric[] {
  return resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics).flatMap(({ metrics }) => metrics);
}
