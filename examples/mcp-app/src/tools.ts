import { readFile } from 'node:fs/promises';
import { defineTool } from 'toolwire';
import { z } from 'zod';

const sales = z.object({
  title: z.string(),
  rows: z.array(z.object({ label: z.string(), amount: z.number() })),
});

const show = defineTool({
  id: 'Sales.Show',
  version: '1.0.0',
  description: 'Shows what was sold in a quarter.',
  annotations: { readOnly: true },
  input: z.object({ quarter: z.int().min(1).max(4).describe('Which quarter of the year.') }),
  output: sales,
  ui: { html: () => readFile(new URL('page.html', import.meta.url), 'utf8'), prefersBorder: true },
  run: ({ quarter }) => soldIn(quarter),
});

// Only for the page: its buttons call it, and models don't see it.
const turn = defineTool({
  id: 'Sales.Turn',
  version: '1.0.0',
  description: 'Finds what was sold in another quarter.',
  annotations: { readOnly: true },
  input: z.object({ quarter: z.int().min(1).max(4).describe('Which quarter of the year.') }),
  output: sales,
  ui: { visibility: ['app'] },
  run: ({ quarter }) => soldIn(quarter),
});

export const tools = [show, turn];

function soldIn(quarter: number): z.infer<typeof sales> {
  return {
    title: `Sold in quarter ${quarter}`,
    rows: [
      { label: 'Tea', amount: 10 * quarter },
      // Data from other sources may be anything, so the page shows it as text.
      { label: '<img src=x onerror="document.title=\'broken in\'">', amount: 5 },
    ],
  };
}
