// A server in its own process, whose tool answers the idempotency key that it was given.
import { apiKey } from '@toolwire/auth';
import { silentLogger, toolwire } from '../src/index.ts';
import { payTool } from './pay-tools.ts';

const tools = [payTool((key) => key)];
const server = toolwire({
  tools,
  auth: apiKey({ keys: { ada: 'key-of-ada' }, allowShortKeys: true }),
  logger: silentLogger,
});
const { url } = await server.listen(0);
process.send?.(url);
