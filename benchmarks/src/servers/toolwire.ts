import { toolwire } from 'toolwire';
import { add } from '../calculator.ts';
import { announce } from './announce.ts';

// Every call comes with the same call id, and would be answered from memory: none of the others keeps answers.
const { server } = await toolwire({ tools: [add], idempotency: false }).listen(0);
announce(server.address());
