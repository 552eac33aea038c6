import * as api from '@opentelemetry/api';
import { log, logRuns, redactContent } from '@toolwire/log/stage';
import { retry } from '@toolwire/retry/stage';
import { trace, traceRuns } from '@toolwire/trace/stage';
import type { Logger } from 'pino';
import { defineTool, RetryableToolError, type Toolwire, toolwire } from 'toolwire';
import { z } from 'zod';

/** A server whose calls are traced, measured and logged. */
export function weatherServer(serviceUrl: string, logger: Logger): Toolwire {
  const forecast = defineTool({
    id: 'Weather.Forecast',
    version: '1.2.0',
    description: 'Returns the weather forecast.',
    input: z.object({ city: z.string().describe('The city.') }),
    output: z.string(),
    requirements: { secrets: [{ id: 'WEATHER_KEY' }] },
    annotations: { readOnly: true },
    run: async ({ city }, context) => {
      const key = context.secret('WEATHER_KEY');
      // Logs the key on purpose, to show that it is masked.
      context.log.info({ city, key }, `Asking with ${key}`);
      const response = await fetch(`${serviceUrl}/forecast?city=${encodeURIComponent(city)}`);
      if (!response.ok) throw new RetryableToolError('The service is busy', { retryAfterMs: 20 });
      return response.text();
    },
  });

  return toolwire({
    tools: [forecast],
    logger,
    use: [trace({ api, content: redactContent() }), log({ logger })],
    around: [retry(), traceRuns({ api }), logRuns({ logger })],
  });
}
