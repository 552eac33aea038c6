import { dates } from '@toolwire-examples/toolkit-package';
import { defineTool, type Toolwire, toolwire } from 'toolwire';

const today = defineTool({
  id: 'Clock.Today',
  version: '1.0.0',
  description: 'Tells the date of today.',
  output: { type: 'string' },
  run: () => new Date().toISOString().slice(0, 10),
});

/** A tool of this project, beside all those of the package. */
export const server: Toolwire = toolwire({ tools: [today, dates] });
