// Offer a tool that converts degrees Celsius to Fahrenheit. A model that asks for a value below absolute zero gets the lowest
// degree. The old version, which accepted a string, still works. Test both without a port.
import { createCaller, defineTool, RetryableToolError, toolwire } from 'toolwire';
import { z } from 'zod';

const lowest = -273.15;
const old = defineTool({
  id: 'Temperature.Convert',
  version: '1.0.0',
  description: 'Converts degrees Celsius to Fahrenheit.',
  input: z.object({ celsius: z.string().describe('The degrees, such as "20".') }),
  output: z.number(),
  deprecation: { since: '2026-01-01', successor: 'Temperature.Convert@2.0.0' },
  run: ({ celsius }) => Number(celsius) * 1.8 + 32,
});
const convert = defineTool({
  id: 'Temperature.Convert',
  version: '2.0.0',
  description: 'Converts degrees Celsius to Fahrenheit.',
  input: z.object({ celsius: z.number().describe('The degrees.') }),
  output: z.number(),
  annotations: { readOnly: true, openWorld: false },
  run: ({ celsius }) => {
    if (celsius >= lowest) return celsius * 1.8 + 32;
    throw new RetryableToolError('Nothing is that cold', { additionalPromptContent: `The lowest is ${lowest}` });
  },
});

const call = createCaller(toolwire({ tools: [old, convert] }));
console.log(await call.value(convert, { celsius: 20 }), await call.value(old, { celsius: '20' }));
const cold = await call(convert, { celsius: -300 });
console.log(cold.kind === 'failed' && cold.failure.additionalPromptContent);
