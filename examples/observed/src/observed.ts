import { trace } from '@opentelemetry/api';
import { pino } from 'pino';
import { type Collector, startCollector } from './collector.ts';
import { startTelemetry, type Telemetry } from './telemetry.ts';
import { weatherServer } from './tools.ts';
import { startWeatherService } from './weather-service.ts';

/** A server, a service that it calls, and a collector, all in this process. */
export interface Observed {
  readonly url: string;
  readonly collector: Collector;
  readonly telemetry: Telemetry;
  /** The lines of the log so far. */
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts everything; the SDK comes first, as it should. */
export async function startObserved(port: number): Promise<Observed> {
  const collector = await startCollector();
  const telemetry = startTelemetry(collector.url);
  const service = await startWeatherService();
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const listening = await weatherServer(service.url, logger).listen(port);
  return {
    url: listening.url,
    collector,
    telemetry,
    lines,
    close: async () => {
      await listening.close();
      await telemetry.stop();
      for (const server of [service.server, collector.server]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** Calls the tool as an agent would, in a separate span that `fetch` propagates. */
export async function askForWeather(url: string): Promise<unknown> {
  const tracer = trace.getTracer('agent');
  return tracer.startActiveSpan('agent asks for the weather', async (span) => {
    const response = await fetch(`${url}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        request: {
          tool_id: 'Weather.Forecast@1.2.0',
          input: { city: 'Reykjavik' },
          context: { secrets: [{ id: 'WEATHER_KEY', value: 'key-of-mine-4711' }] },
        },
      }),
    });
    const answer: unknown = await response.json();
    span.end();
    return answer;
  });
}
