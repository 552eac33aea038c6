import process from 'node:process';
import { createCaller, defineTool, silentLogger, type Toolwire, toolwire } from 'toolwire';

/** Prints the CPU time of a call, in microseconds: without an inspector, with one that is off, and with one that is not open. */
const callsOfARound = 2_000;
const rounds = 60;

const tool = defineTool({
  id: 'One.Tool',
  version: '1.0.0',
  description: 'Does nothing.',
  input: { type: 'object', properties: { word: { type: 'string', description: 'A word.' } } },
  run: () => 'done',
});
const made = (inspector?: boolean): Toolwire =>
  toolwire({ tools: [tool], logger: silentLogger, ...(inspector !== undefined && { inspector }) });
const servers = { none: made(), off: made(false), on: made(true) };
const listening = await servers.on.listen(0, { closeOnSignals: false });
await fetch(`${listening.url}/inspector`);

async function cpuOfACall(served: Toolwire): Promise<number> {
  const call = createCaller(served);
  const begun = process.cpuUsage();
  for (let times = 0; times < callsOfARound; times += 1) await call('One.Tool', {});
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / callsOfARound;
}

// In turns, and the best of each: a collection of garbage, or another process, holds up one round and not all.
const best = { none: Number.POSITIVE_INFINITY, off: Number.POSITIVE_INFINITY, on: Number.POSITIVE_INFINITY };
for (let round = 0; round < rounds; round += 1) {
  for (const name of ['none', 'on', 'off'] as const) best[name] = Math.min(best[name], await cpuOfACall(servers[name]));
}
await listening.close();
process.stdout.write(JSON.stringify(best));
