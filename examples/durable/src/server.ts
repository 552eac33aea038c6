import { toolwire } from 'toolwire';
import { engines } from './engines.ts';
import { settings } from './settings.ts';
import { spin } from './spin.ts';
import { ask, charge, steps } from './tools.ts';

const { engine, role, port, deferAfterMs } = settings;
if (engine === 'memory' && role !== 'all') throw new Error('ENGINE=memory works in one process only. Unset ROLE.');

const server = toolwire({
  tools: [steps, charge, ask, spin],
  tasks: await engines[engine](),
  limits: { deferAfterMs },
  name: 'durable',
  version: '1.0.0',
});

if (role === 'worker') {
  await server.work();
  console.log(`Works for ${engine}, as process ${process.pid}`);
} else {
  const { url } = await server.listen(port, { work: role === 'all' });
  console.log(`Listening on ${url}/tools/call and ${url}/mcp (engine ${engine}, process ${process.pid})`);
}
