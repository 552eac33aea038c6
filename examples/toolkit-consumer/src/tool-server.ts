import { dates } from '@toolwire-examples/toolkit-package';
import { defineTool, type Toolwire, toolwire } from 'toolwire';

const today = defineTool({
  id: 'Clock.Today',
  version: '1.0.0',
  description: 'Returns today’s date.',
  output: { type: 'string' },
  run: () => new Date().toISOString().slice(0, 10),
});

/** A tool of this project, next to the tools of the package. */
export const server: Toolwire = toolwire({ tools: [today, dates] });
