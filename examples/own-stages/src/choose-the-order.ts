import { pipeline } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { forecast } from './weather.ts';

export const server = createToolServer({
  tools: [forecast],
  wires: [otc({ prefix: '/ordered' })],
  // Asks what the tool needs of its caller before it looks at the input; the standard order is the other way round.
  // What a stage needs must be on the call already: with `resolve` after `validate` this does not compile.
  engine: ({ resolve, requirements, validate, timeout, invoke }) =>
    pipeline().use(resolve).use(requirements).use(validate).use(timeout).handle(invoke),
});
