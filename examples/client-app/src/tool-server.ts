import { defineTool, RetryableToolError, type Toolwire, toolwire } from 'toolwire';
import { z } from 'zod';

const about = { version: '1.0.0' } as const;

export const add = defineTool({
  ...about,
  id: 'Calculator.Add',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') }),
  output: z.number(),
  run: ({ a, b }) => a + b,
});

let forecasts = 0;

export const forecast = defineTool({
  ...about,
  id: 'Weather.Forecast',
  description: 'Returns the temperature of tomorrow.',
  input: z.object({ city: z.string().describe('The name of the city.') }),
  output: z.object({ city: z.string(), celsius: z.number() }),
  run: ({ city }) => {
    forecasts += 1;
    // The same call will work in a moment: the client is to repeat it.
    if (forecasts % 2 === 1) throw new RetryableToolError('The weather station is busy', { retryAfterMs: 200 });
    return { city, celsius: 21 };
  },
});

const doorbells = ['doorbell42', 'doorbell84'];

export const ring = defineTool({
  ...about,
  id: 'Doorbell.Ring',
  description: 'Rings a doorbell.',
  input: z.object({ doorbell_id: z.string().describe('Which one to ring.') }),
  output: null,
  run: ({ doorbell_id }) => {
    if (doorbells.includes(doorbell_id)) return;
    // The same call will never work: the model is to read this, and to call with another id.
    throw new RetryableToolError('There is no such doorbell', {
      additionalPromptContent: `The doorbells are: ${doorbells.join(', ')}`,
    });
  },
});

/** What the app calls; it could be any server of the protocol, anywhere. */
export const server: Toolwire = toolwire({ tools: [add, forecast, ring] });
