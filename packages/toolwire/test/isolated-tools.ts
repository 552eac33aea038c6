import { defineTool, isolated, ToolError } from '../src/index.ts';

const about = { version: '1.0.0', description: 'A test tool.' };

export const spin = defineTool({
  ...about,
  id: 'Work.Spin',
  timeoutMs: 300,
  run: isolated({ module: import.meta.url, name: 'spin' }, () => {
    const until = performance.now() + 3_600_000;
    while (performance.now() < until);
  }),
});

export const echo = defineTool({
  ...about,
  id: 'Work.Echo',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  output: { type: 'string' },
  run: isolated({ module: import.meta.url, name: 'echo' }, ({ text }, { log }) => {
    log.info({ text }, 'Echoed');
    return text;
  }),
});

export const fail = defineTool({
  ...about,
  id: 'Work.Fail',
  run: isolated({ module: import.meta.url, name: 'fail' }, () => {
    throw new ToolError('The disk is full.', { canRetry: true, retryAfterMs: 7 });
  }),
});
