import { arcade } from '@toolwire/arcade';
import { mcp } from '@toolwire/mcp';
import { listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { add } from '../calculator.ts';
import { announce } from './announce.ts';

// Every start knows the sessions of the others.
const mcpWire = mcp({ stateSecret: 'a public secret for benchmarks only' });
const { server } = await listen(createToolServer({ tools: [add], wires: [otc(), mcpWire, arcade()] }), 0);
announce(server.address());
