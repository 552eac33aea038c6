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
  // Asks what the tool needs of its caller before it looks at the input; the standard order is the other way round.
  // The tool comes first, since the others need it: an order that begins otherwise does not compile. What stands around
  // the checks, such as the time limit and what counts running calls, stays where it is.
  order: ['resolve', membersOnly, 'requirements', 'validate'],
});
