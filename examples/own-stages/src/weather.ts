import { defineTool } from '@toolwire/core';
import { z } from 'zod';

const forecasts: ReadonlyMap<string, string> = new Map([
  ['Reykjavik', 'sleet'],
  ['Lisbon', 'sun'],
]);

/** The tool of all three servers; it needs to know for whom it is called. */
export const forecast = defineTool({
  id: 'Weather.Forecast',
  version: '1.0.0',
  description: 'Returns the weather forecast.',
  input: z.object({ city: z.string().describe('The city.') }),
  output: z.string(),
  requirements: { userId: true },
  annotations: { readOnly: true },
  run: ({ city }) => forecasts.get(city) ?? 'unknown',
});
