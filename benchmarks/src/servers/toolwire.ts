import { toolwire } from 'toolwire';
import { add } from '../calculator.ts';
import { announce } from './announce.ts';

const { server } = await toolwire({ tools: [add] }).listen(0);
announce(server.address());
