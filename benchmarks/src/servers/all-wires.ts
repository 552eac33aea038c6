import { arcade } from '@toolwire/arcade';
import { mcp } from '@toolwire/mcp';
import { listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer } from '@toolwire/server';
import { add } from '../calculator.ts';
import { announce } from './announce.ts';

const { server } = await listen(createToolServer({ tools: [add], wires: [otc(), mcp(), arcade()] }), { port: 0 });
announce(server.address());
