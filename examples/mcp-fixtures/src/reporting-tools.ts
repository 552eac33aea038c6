import { setTimeout as wait } from 'node:timers/promises';
import type { ToolDefinition } from '@toolwire/core';
import { fixtureTool } from './fixture-tool.ts';

/** Tools that report progress or log lines while they run. */
export function reportingTools(): readonly ToolDefinition[] {
  const waiting = new Set<() => void>();
  return [
    fixtureTool('report_until_heard', {
      description: 'Reports 0, 50 and 100 of 100, and answers once its caller has called `heard`.',
      run: async (_input, { progress, signal }) => {
        for (const done of [0, 50, 100]) progress(done, 100);
        // The newer client loses what comes in one piece with the answer.
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        return 'All of it is heard.';
      },
    }),
    fixtureTool('heard', {
      description: 'Lets `report_until_heard` answer.',
      run: () => {
        for (const resolve of waiting) resolve();
        waiting.clear();
        return 'It goes on.';
      },
    }),
    fixtureTool('test_tool_with_progress', {
      description: 'Reports 0, 50 and 100 of 100.',
      run: async (_input, { progress, signal }) => {
        progress(0, 100);
        await wait(50, undefined, { signal });
        progress(50, 100);
        await wait(50, undefined, { signal });
        progress(100, 100);
        // The newer client loses what comes in one piece with the answer.
        await wait(50, undefined, { signal });
        return 'All of it is done.';
      },
    }),
    fixtureTool('test_tool_with_logging', {
      description: 'Logs three lines, with time between them.',
      run: async (_input, { log, signal }) => {
        log.info({}, 'Tool execution started');
        await wait(50, undefined, { signal });
        log.info({}, 'Tool processing data');
        await wait(50, undefined, { signal });
        log.info({}, 'Tool execution completed');
        return 'All of it is logged.';
      },
    }),
    fixtureTool('test_logging_tool', {
      description: 'Logs a line, which only a caller that requests log lines receives.',
      run: (_input, { log }) => {
        log.info({}, 'A line of the logging tool');
        return 'The line is logged.';
      },
    }),
  ];
}
