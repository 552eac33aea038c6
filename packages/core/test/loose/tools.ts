import { defineTool } from '../../src/index.ts';

// Compiled with strictNullChecks off, where undefined and null fit every type.

export const withoutOutput = defineTool({
  id: 'Clock.Now',
  version: '1.0.0',
  description: 'Tells the time.',
  run: () => ({ now: '12:00', zones: ['UTC'] }),
});

export const withInputOnly = defineTool({
  id: 'Clock.In',
  version: '1.0.0',
  description: 'Tells the time in a zone.',
  input: { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'] },
  run: async ({ zone }) => ({ zone, now: '12:00' }),
});

export const withOutput = defineTool({
  id: 'Clock.Day',
  version: '1.0.0',
  description: 'Tells the day.',
  output: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
  run: () => ({ day: 'Monday' }),
});

export const wrongOutput = defineTool({
  id: 'Clock.Wrong',
  version: '1.0.0',
  description: 'Tells the day.',
  output: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
  // @ts-expect-error -- the schema requires a string
  run: () => ({ day: 1 }),
});

export const nothing = defineTool({
  id: 'Clock.Set',
  version: '1.0.0',
  description: 'Sets the clock.',
  output: null,
  run: () => undefined,
});

export const notJson = defineTool({
  id: 'Clock.Map',
  version: '1.0.0',
  description: 'Tells all times.',
  // @ts-expect-error -- a Map is not JSON
  run: () => new Map<string, string>(),
});
