import type { Call, Stage, Tool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { forecast } from './weather.ts';

/** Finds tools by the name that models see, `Weather_Forecast`, and by nothing else. */
const resolveByName: Stage<Call, { tool: Tool }> = async (call, next) => {
  const tool = server.tools.find(({ name }) => name === call.toolId);
  if (tool === undefined) return { kind: 'refused', code: 'tool_not_found', message: 'There is no tool of that name' };
  // Later middleware relies on the tool, so `next()` without it does not compile. Protocols read it from the outcome.
  return { ...(await next({ tool })), tool };
};

export const server = createToolServer({
  tools: [forecast],
  wires: [otc({ prefix: '/replaced' })],
  stages: { resolve: resolveByName },
});
