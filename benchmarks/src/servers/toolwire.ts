import { toolwire } from 'toolwire';
import { add } from '../calculator.ts';
import { announce } from './announce.ts';

// Where every call comes with the same call id, it would be answered from memory: none of the others keeps answers.
const keeps = process.argv[2] === 'keyed' ? {} : { idempotency: false as const };
const { server } = await toolwire({ tools: [add], ...keeps }).listen(0);
announce(server.address());
