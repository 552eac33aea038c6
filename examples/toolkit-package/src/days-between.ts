import { defineTool, type ToolDefinition } from '@toolwire/core';
import { z } from 'zod';

const dayMs = 24 * 60 * 60 * 1000;

/** Counts the days from one date to another. */
export const daysBetween: ToolDefinition = defineTool({
  id: 'Dates.DaysBetween',
  version: '1.0.0',
  description: 'Counts the days from one date to another; negative when the second is earlier.',
  input: z.object({
    from: z.iso.date().describe('The first date, such as 2026-01-31.'),
    to: z.iso.date().describe('The second date, such as 2026-02-28.'),
  }),
  output: z.int(),
  annotations: { readOnly: true },
  run: ({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs,
});
