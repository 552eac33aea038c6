import type { Stage } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer, type ResolvedCall } from '@toolwire/server';
import { forecast } from './weather.ts';

/** Keeps out guests before anything of their call is looked at. */
const membersOnly: Stage<ResolvedCall> = (call, next) =>
  call.context.userId === 'guest'
    ? { kind: 'refused', code: 'unavailable', message: `'${call.tool.name}' is for members` }
    : next();

export const server = createToolServer({
  tools: [forecast],
  wires: [otc({ prefix: '/ordered' })],
  // Checks the requirements before the input, contrary to the default order. The tool is resolved first, because the other checks
  // need it; another order does not compile. Steps around the checks, such as the timeout and the running limit, stay in place.
  order: ['resolve', membersOnly, 'requirements', 'validate'],
});
