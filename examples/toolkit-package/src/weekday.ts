import { defineTool, type ToolDefinition } from '@toolwire/core';
import { z } from 'zod';

/** Names the day of the week of a date. */
export const weekday: ToolDefinition = defineTool({
  id: 'Dates.Weekday',
  version: '1.0.0',
  description: 'Names the day of the week of a date.',
  input: z.object({ date: z.iso.date().describe('The date, such as 2026-01-31.') }),
  output: z.string(),
  annotations: { readOnly: true },
  run: ({ date }) => new Date(date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }),
});
